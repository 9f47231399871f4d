"""Meet the common layers: inputs, outputs, parameters, and which have two modes."""

# --8<-- [start:table]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
rows = torch.rand(8, 10)
images = torch.rand(8, 3, 32, 32)
words = torch.randint(100, (8, 7))
for layer, inputs, formula in [
    (nn.Linear(10, 4), rows, 10 * 4 + 4),
    (nn.Linear(10, 4, bias=False), rows, 10 * 4),
    (nn.Conv2d(3, 16, kernel_size=5), images, 3 * 16 * 5 * 5 + 16),
    (nn.Conv2d(3, 16, kernel_size=3, stride=2, padding=1), images, 3 * 16 * 3 * 3 + 16),
    (nn.BatchNorm1d(10), rows, 2 * 10),
    (nn.BatchNorm2d(3), images, 2 * 3),
    (nn.LayerNorm(10), rows, 2 * 10),
    (nn.RMSNorm(10), rows, 10),
    (nn.Embedding(100, 16), words, 100 * 16),
    (nn.ReLU(), rows, 0),
    (nn.GELU(), rows, 0),
    (nn.Dropout(0.5), rows, 0),
    (nn.MaxPool2d(2), images, 0),
    (nn.Flatten(), images, 0),
]:
    outputs = layer.to(device)(inputs.to(device))
    count = sum(parameter.numel() for parameter in layer.parameters())
    shapes = f"{tuple(inputs.shape)!s:14} {tuple(outputs.shape)!s:15}"
    print(f"{type(layer).__name__:11} {shapes} {count:5} {formula:5}")
# --8<-- [end:table]


# --8<-- [start:linear]
def gap(one: torch.Tensor, other: torch.Tensor) -> str:
    return f"{(one - other).abs().max():.4f}"


linear = nn.Linear(10, 4)
by_hand = rows @ linear.weight.T + linear.bias
print(linear.weight.shape, "by hand:", gap(linear(rows), by_hand))

sentences = torch.rand(8, 7, 10)
outputs = linear(sentences)
print(outputs.shape, "word by itself:", gap(outputs[2, 5], linear(sentences[2, 5])))
# --8<-- [end:linear]

# --8<-- [start:collapse]
torch.manual_seed(0)
first, second = nn.Linear(10, 50), nn.Linear(50, 4)
weight = second.weight @ first.weight
bias = second.weight @ first.bias + second.bias
one_layer = rows @ weight.T + bias
print("without ReLU:", gap(second(first(rows)), one_layer))
print("with ReLU:   ", gap(second(torch.relu(first(rows))), one_layer))

x = torch.tensor([-2.0, -1.0, 0.0, 1.0, 2.0])
print(nn.functional.relu(x))
print(nn.functional.gelu(x))
# --8<-- [end:collapse]

# --8<-- [start:boundary]
from sklearn.datasets import make_moons

moons = make_moons(50, noise=0.1, random_state=0)
points, classes = [torch.tensor(part).float().to(device) for part in moons]
torch.manual_seed(0)
straight = nn.Sequential(nn.Linear(2, 16), nn.Linear(16, 1)).to(device)
bent = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1)).to(device)
for name, model in [("without ReLU", straight), ("with ReLU", bent)]:
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(50):
        optimizer.zero_grad()
        logits = model(points).squeeze(1)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, classes)
        loss.backward()
        optimizer.step()
    accuracy = ((logits > 0) == (classes == 1)).float().mean()
    print(f"{name:12} accuracy {accuracy.item():.1f}")
# --8<-- [end:boundary]

# --8<-- [start:figure-boundary]
import matplotlib.pyplot as plt

axis = torch.linspace(-1.75, 2.75, 31)
grid = torch.cartesian_prod(axis, axis).to(device)
models = {"Linear, Linear": straight, "Linear, ReLU, Linear": bent}
figure, panels = plt.subplots(
    1, 2, figsize=(6.4, 2.6), sharey=True, layout="constrained"
)
for panel, (title, model) in zip(panels, models.items()):
    with torch.inference_mode():
        heights = model(grid).reshape(31, 31).T.cpu()
    panel.contour(axis, axis, heights, levels=[0], colors="C2")
    for number, color in [(0, "C0"), (1, "C1")]:
        x, y = points[classes == number].T.cpu()
        panel.plot(x, y, "o", color=color, markersize=3)
    panel.set(title=title, xlim=(-1.5, 2.5), ylim=(-1, 1.5), aspect="equal")
figure.savefig("boundary.svg")
# --8<-- [end:figure-boundary]

# --8<-- [start:conv-by-hand]
image = torch.arange(25.0).reshape(1, 1, 5, 5)
kernel = torch.arange(1.0, 10.0).reshape(1, 1, 3, 3)
bias = torch.tensor([7.0])
answer = nn.functional.conv2d(image, kernel, bias)
patch = image[0, 0, 1:4, 2:5]
by_hand = (patch * kernel[0, 0]).sum() + bias
print(answer.shape, answer[0, 0, 1, 2].item(), by_hand.item())
# --8<-- [end:conv-by-hand]


# --8<-- [start:conv-size]
def conv_size(size: int, kernel: int, stride: int = 1, padding: int = 0) -> int:
    return (size + 2 * padding - kernel) // stride + 1


agree = []
for size in range(5, 15):
    for kernel in (1, 2, 3, 5):
        for stride in (1, 2, 3):
            for padding in (0, 1, 2):
                conv = nn.Conv2d(1, 1, kernel, stride=stride, padding=padding)
                outputs = conv(torch.rand(1, 1, size, size)).shape[-1]
                agree.append(outputs == conv_size(size, kernel, stride, padding))
print(sum(agree), "of", len(agree), "as the formula says")
# --8<-- [end:conv-size]

# --8<-- [start:conv-chain]
layers = nn.Sequential(
    nn.Conv2d(3, 16, kernel_size=3, padding=1),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(16, 32, kernel_size=3, stride=2, padding=1),
    nn.ReLU(),
    nn.Flatten(),
    nn.Linear(32 * 8 * 8, 10),
).to(device)
x = images.to(device)
for layer in layers:
    x = layer(x)
    print(f"{type(layer).__name__:10} {tuple(x.shape)}")
# --8<-- [end:conv-chain]

# --8<-- [start:adaptive]
end = nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10)
pooled = nn.Sequential(*layers[:5], *end).to(device)
for height, width in ((32, 32), (48, 40)):
    print(pooled(torch.rand(8, 3, height, width).to(device)).shape)
# --8<-- [end:adaptive]

# --8<-- [start:groups]
for groups in (1, 8):
    conv = nn.Conv2d(8, 8, kernel_size=3, groups=groups)
    count = sum(parameter.numel() for parameter in conv.parameters())
    print(f"groups={groups}: weight {tuple(conv.weight.shape)}, {count} parameters")
# --8<-- [end:groups]

# --8<-- [start:batch-norm]
norm = nn.BatchNorm1d(3)
data = 3 * torch.randn(64, 3) + 5


def standardize(
    x: torch.Tensor, mean: torch.Tensor, variance: torch.Tensor
) -> torch.Tensor:
    return (x - mean) / (variance + norm.eps).sqrt()


trained = norm(data)
by_hand = standardize(data, data.mean(dim=0), data.var(dim=0, correction=0))
print("train(), the batch:   ", gap(trained, by_hand))
mean = 0.9 * torch.zeros(3) + 0.1 * data.mean(dim=0)
variance = 0.9 * torch.ones(3) + 0.1 * data.var(dim=0)
print("running_mean:         ", gap(norm.running_mean, mean))
print("running_var:          ", gap(norm.running_var, variance))

mean, variance = norm.running_mean.clone(), norm.running_var.clone()
evaluated = norm.eval()(data)
by_hand = standardize(data, mean, variance)
print("eval(), the buffers:  ", gap(evaluated, by_hand))
print("mean before and after:", gap(norm.running_mean, mean))
# --8<-- [end:batch-norm]

# --8<-- [start:layer-norm]
sentences = 3 * torch.randn(8, 7, 10) + 5
answer = nn.LayerNorm(10)(sentences)
means = answer.mean(dim=-1)
print(means.shape, f"largest {means.abs().max():.4f}")

one = sentences[2, 5]
by_hand = (one - one.mean()) / (one.var(correction=0) + 1e-5).sqrt()
print("by hand:", gap(answer[2, 5], by_hand))
# --8<-- [end:layer-norm]

# --8<-- [start:dropout]
dropout = nn.Dropout(p=0.2)
ones = torch.ones(10_000)
dropped = dropout(ones)
print(dropped.unique())
print(f"zeros {(dropped == 0).float().mean():.1f}, mean {dropped.mean():.1f}")
print("eval():", dropout.eval()(ones).unique())
# --8<-- [end:dropout]

# --8<-- [start:embedding]
embedding = nn.Embedding(100, 16, padding_idx=0)
tokens = torch.tensor([[3, 14, 15], [92, 3, 0]])
vectors = embedding(tokens)
print(vectors.shape, gap(vectors, embedding.weight[tokens]))
print("3 and 3:", gap(vectors[0, 0], vectors[1, 1]), "0:", vectors[1, 2].tolist()[:3])

(gradient,) = torch.autograd.grad(vectors.sum(), embedding.weight)
print(gradient[[3, 14, 50, 0], 0])
# --8<-- [end:embedding]

# --8<-- [start:one-row]
norm = nn.BatchNorm1d(3)
try:
    norm(torch.rand(1, 3))
except ValueError as error:
    print(error)
print(norm.eval()(torch.rand(1, 3)).shape)
# --8<-- [end:one-row]

# --8<-- [start:index]
try:
    nn.Embedding(100, 16)(torch.tensor([5, 100]))
except IndexError as error:
    print(error)
# --8<-- [end:index]

# --8<-- [start:channels]
try:
    nn.Conv2d(3, 16, kernel_size=3)(torch.rand(8, 32, 32, 3))
except RuntimeError as error:
    print(error)
# --8<-- [end:channels]

# --8<-- [start:wrong-axis]
channels_last = torch.rand(8, 32, 32, 3)
right = channels_last.permute(0, 3, 1, 2)
wrong = channels_last.reshape(8, 3, 32, 32)
conv = nn.Conv2d(3, 3, kernel_size=1, bias=False)
with torch.no_grad():
    conv.weight.copy_(torch.eye(3).reshape(3, 3, 1, 1))
    for images in (wrong, right):
        answer = conv(images)
        print(
            tuple(answer.shape),
            "first channel off by",
            gap(answer[:, 0], channels_last[..., 0]),
        )
# --8<-- [end:wrong-axis]

# --8<-- [start:neighbours]
torch.manual_seed(0)
layers = nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1)
model = nn.Sequential(*layers).to(device)
sample = torch.rand(1, 4).to(device)
neighbours = [torch.rand(7, 4).to(device), 3 * torch.rand(7, 4).to(device)]
with torch.no_grad():
    for training in (True, False):
        model.train(training)
        first, second = [model(torch.cat([sample, more]))[0] for more in neighbours]
        print(f"train({training!s:5}) {first.item():.4f} {second.item():.4f}")
# --8<-- [end:neighbours]

# --8<-- [start:figure-windows]
from matplotlib.patches import Rectangle

settings = [(3, 1, 0), (3, 1, 1), (3, 2, 1), (2, 2, 0)]
size = 7
figure, panels = plt.subplots(2, 2, figsize=(5, 4.6), height_ratios=(5.8, 4.2))
for axes, (kernel, stride, padding) in zip(panels.flat, settings):
    for cell in range(-padding, size + padding):
        inside = 0 <= cell < size
        fill = "C0" if inside else "none"
        axes.add_patch(Rectangle((cell, 0), 0.9, 0.9, facecolor=fill, edgecolor="C0"))
    outputs = conv_size(size, kernel, stride, padding)
    for index in range(outputs):
        left, height = index * stride - padding, -0.5 - 0.55 * index
        ends = [left, left + kernel - 0.1]
        axes.plot(ends, [height, height], color="C1", linewidth=4)
    axes.set(xlim=(-1.3, 8.3), ylim=(-4.4 if axes in panels[0] else -2.8, 1.2))
    title = f"kernel {kernel}, stride {stride},\npadding {padding}: 7 to {outputs}"
    axes.set_title(title)
    axes.axis("off")
figure.tight_layout()
figure.savefig("windows.svg")
# --8<-- [end:figure-windows]

# --8<-- [start:figure-norm]
torch.manual_seed(0)
batch = torch.randn(20, 2) * torch.tensor([3.0, 1.0]) + torch.tensor([4.0, -3.0])
norm = nn.BatchNorm1d(2)
with torch.no_grad():
    clouds = {
        "the batch": batch,
        "eval(), new layer": norm.eval()(batch),
        "train()": norm.train()(batch),
    }
    for _ in range(59):
        norm(batch)
    clouds["eval(), 60 batches later"] = norm.eval()(batch)
figure, panels = plt.subplots(2, 2, figsize=(5, 3.7), sharex=True, sharey=True)
for number, (axes, (title, points)) in enumerate(zip(panels.flat, clouds.items())):
    axes.plot(points[:, 0], points[:, 1], ".", color=f"C{number // 2}")
    axes.set(title=title, aspect="equal", xticks=(0, 5, 10), yticks=(-4, -2, 0, 2))
figure.tight_layout()
figure.savefig("norm.svg")
# --8<-- [end:figure-norm]
