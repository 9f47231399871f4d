"""The calls that one looks up most, from making a tensor to exporting a model."""

# --8<-- [start:create]
import torch

torch.manual_seed(0)
x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
fixed = torch.zeros(2, 3), torch.full((2, 3), 7.0), torch.eye(3)
drawn = torch.rand(2, 3), torch.randn(2, 3), torch.randint(10, (3,))
other = torch.zeros_like(x), torch.from_numpy(x.numpy())
print(torch.arange(0, 10, 2), torch.linspace(0, 1, 3))
print(tuple(x.shape), x.dtype, x.ndim, x.numel(), x.device)
print(x.long().dtype, x.to(torch.bfloat16).dtype, (x > 2).dtype)
# --8<-- [end:create]


# --8<-- [start:shape]
def size(x: torch.Tensor) -> str:
    return str(tuple(x.shape))


x = torch.arange(24).reshape(2, 3, 4)
print(size(x.reshape(6, -1)), size(x.flatten(1)), size(x.flatten()))
print(size(x.permute(2, 0, 1)), size(x.transpose(0, 1)), size(x.mT))
print(size(x.unsqueeze(1)), size(x[:, 0]), size(x[:, 0:1]))
print(size(torch.cat([x, x])), size(torch.stack([x, x])))
print(*[size(part) for part in x.split(3, dim=2)])
column = torch.ones(3, 1)
print(size(column.squeeze(1)), size(column + torch.ones(4)))
# --8<-- [end:shape]

# --8<-- [start:index]
x = torch.tensor([[3, 9, 4], [8, 1, 7]])
print(x[1].tolist(), x[:, -1].tolist(), x[..., ::2].tolist())
print(x[x > 5].tolist(), x[[0, 1], [2, 0]].tolist())
print(torch.where(x > 5, x, 0).tolist(), (x > 5).sum().item())
print(x.argmax(dim=1).tolist(), x.topk(2, dim=1).values.tolist())
print(x.gather(1, torch.tensor([[2], [0]])).tolist())
row, picked = x[:1], x[[0]]
x[0] = 0
print("slice:", row.tolist(), "list:", picked.tolist())
# --8<-- [end:index]

# --8<-- [start:math]
x = torch.tensor([[1.0, 2.0], [3.0, 6.0]])
print((x * x).tolist(), (x @ x).tolist())
print(x.sum().item(), x.mean(dim=0).tolist(), x.std(dim=1).shape)
print((x - x.mean(dim=1, keepdim=True)).tolist())
print(x.clamp(max=2).tolist(), x.softmax(dim=1).sum(dim=1).tolist())
print(torch.einsum("ij,jk->ik", x, x).tolist())
# --8<-- [end:math]

# --8<-- [start:gradients]
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w**3).sum()
loss.backward()
print(w.grad.tolist(), loss.item(), w.detach().requires_grad)
with torch.no_grad():
    w -= 0.1 * w.grad
w.grad = None
(gradient,) = torch.autograd.grad((w**2).sum(), w)
print(w.detach(), gradient)
# --8<-- [end:gradients]

# --8<-- [start:devices]
found = torch.accelerator.current_accelerator(check_available=True)
device = found or torch.device("cpu")
there = torch.ones(3, device=device), torch.ones(3).to(device)
print((there[0] + there[1]).cpu().numpy())
# --8<-- [end:devices]

# --8<-- [start:model]
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self, inputs: int, classes: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(inputs, 32)
        self.head = nn.Linear(32, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(F.relu(self.hidden(x)))


model = Net(2, 2).to(device)
print(sum(parameter.numel() for parameter in model.parameters()))
print(list(model.state_dict()))
# --8<-- [end:model]

# --8<-- [start:layers]
rows, photos = torch.rand(8, 64), torch.rand(8, 3, 32, 32)
words, texts = torch.randint(100, (8, 7)), torch.rand(8, 7, 16)
for layer, inputs in [
    (nn.Linear(64, 10), rows),
    (nn.Linear(16, 10), texts),
    (nn.Flatten(), photos),
    (nn.Conv2d(3, 16, kernel_size=3, padding=1), photos),
    (nn.Conv2d(3, 16, kernel_size=3, stride=2, padding=1), photos),
    (nn.MaxPool2d(2), photos),
    (nn.AdaptiveAvgPool2d(1), photos),
    (nn.BatchNorm2d(3), photos),
    (nn.LayerNorm(16), texts),
    (nn.Embedding(100, 16), words),
]:
    name = type(layer).__name__
    print(f"{name:18} {size(inputs):14} -> {size(layer(inputs))}")
# --8<-- [end:layers]

# --8<-- [start:dataset]
from torch.utils.data import DataLoader, Dataset, random_split


class Disc(Dataset):
    def __init__(self, count: int) -> None:
        self.points = torch.randn(count, 2)
        self.labels = (self.points.norm(dim=1) < 1).long()

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple:
        return self.points[index], self.labels[index]


# --8<-- [end:dataset]

# --8<-- [start:loader]
g = torch.Generator().manual_seed(0)
train_set, held_out_set = random_split(Disc(2000), [0.8, 0.2], g)
train_loader = DataLoader(train_set, 64, shuffle=True, generator=g)
held_out_loader = DataLoader(held_out_set, 256)
points, labels = next(iter(held_out_loader))
print(size(points), points.dtype, size(labels), labels.dtype)
# --8<-- [end:loader]

# --8<-- [start:losses]
numbers, logit = torch.randn(2, 8)
logits, several = torch.randn(8, 5), torch.ones(8, 5)
classes = torch.randint(5, (8,))
grid, grid_classes = torch.randn(8, 5, 7), torch.randint(5, (8, 7))
for task, loss, outputs, targets in [
    ("a number", nn.MSELoss(), numbers, torch.randn(8)),
    ("... outliers", nn.SmoothL1Loss(), numbers, torch.randn(8)),
    ("one of 5 classes", nn.CrossEntropyLoss(), logits, classes),
    ("... at 7 places", nn.CrossEntropyLoss(), grid, grid_classes),
    ("yes or no", nn.BCEWithLogitsLoss(), logit, torch.ones(8)),
    ("any of 5 labels", nn.BCEWithLogitsLoss(), logits, several),
]:
    assert loss(outputs, targets).ndim == 0
    shapes = f"{size(outputs):9} {size(targets):6} {targets.dtype}"
    print(f"{task:16} {type(loss).__name__:17} {shapes}")
# --8<-- [end:losses]

# --8<-- [start:train]
from torch.optim.lr_scheduler import CosineAnnealingLR

epochs = 2
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
schedule = CosineAnnealingLR(optimizer, T_max=epochs)
for epoch in range(epochs):
    model.train()
    for inputs, targets in train_loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()
    schedule.step()
# --8<-- [end:train]

# --8<-- [start:autocast]
optimizer.zero_grad()
with torch.autocast(device.type, dtype=torch.bfloat16):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
loss.backward()
optimizer.step()
print(outputs.dtype, loss.dtype, model.head.weight.grad.dtype)
# --8<-- [end:autocast]


# --8<-- [start:evaluate]
@torch.inference_mode()
def evaluate(model: nn.Module, loader: DataLoader) -> tuple:
    model.eval()
    total, right, count = 0.0, 0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets, reduction="sum")
        total += loss.item()
        right += (outputs.argmax(dim=1) == targets).sum().item()
        count += targets.numel()
    return total / count, right / count


loss, accuracy = evaluate(model, held_out_loader)
assert accuracy > 0.85
print(f"held-out loss {loss:.2f}, accuracy {accuracy:.2f}")
# --8<-- [end:evaluate]

# --8<-- [start:save]
torch.save(model.state_dict(), "net.pt")
state = torch.load("net.pt", weights_only=True, map_location="cpu")
loaded = Net(2, 2)
print(loaded.load_state_dict(state))
loaded.to(device).eval()
run = {"model": state, "optimizer": optimizer.state_dict()}
run |= {"schedule": schedule.state_dict(), "epoch": epochs}
torch.save(run, "run.pt")
stored = torch.load("run.pt", weights_only=True, map_location="cpu")
model.load_state_dict(stored["model"])
optimizer.load_state_dict(stored["optimizer"])
schedule.load_state_dict(stored["schedule"])
# --8<-- [end:save]

# --8<-- [start:export]
example, sizes = (points[:2],), ({0: torch.export.Dim("batch")},)
loaded.cpu()
program = torch.export.export(loaded, example, dynamic_shapes=sizes)
torch.export.save(program, "net.pt2")
net, x = torch.export.load("net.pt2").module(), points[:5]
print(f"largest difference: {(net(x) - loaded(x)).abs().max():.4f}")
# --8<-- [end:export]

# --8<-- [start:onnx]
import onnxruntime

onnx_program = torch.onnx.export(program, verbose=False)
onnx_program.save("net.onnx")
cpu = ["CPUExecutionProvider"]
session = onnxruntime.InferenceSession("net.onnx", providers=cpu)
name = session.get_inputs()[0].name
(logits,) = session.run(None, {name: x.numpy()})
worst = abs(net(x).numpy(force=True) - logits).max()
print(logits.shape, logits.dtype, f"largest difference: {worst:.4f}")
# --8<-- [end:onnx]
