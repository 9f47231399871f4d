"""Train a digit classifier, evaluate it, save it, load it and predict."""

# --8<-- [start:data]
import torch
from sklearn.datasets import load_digits

digits = load_digits()
images = torch.tensor(digits.images, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
print(images.shape, images.dtype, images.min(), images.max())
print(labels.shape, labels.dtype, labels[:10])
# --8<-- [end:data]

# --8<-- [start:split]
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
order = torch.randperm(len(images))
train, test = order[:1400], order[1400:]
loader = DataLoader(
    TensorDataset(images[train], labels[train]),
    batch_size=64,
    shuffle=True,
    generator=torch.Generator().manual_seed(0),
)
print(len(train), len(test), len(loader))
# --8<-- [end:split]

# --8<-- [start:model]
from torch import nn


def make_model() -> nn.Sequential:
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(64, 64),
        nn.ReLU(),
        nn.Linear(64, 10),
    )


accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
model = make_model().to(device)
print(model)
print(sum(parameter.numel() for parameter in model.parameters()))
# --8<-- [end:model]

# --8<-- [start:loss]
loss_function = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
with torch.inference_mode():
    scores = model(images[test].to(device))
    loss = loss_function(scores, labels[test].to(device))
    accuracy = (scores.argmax(dim=1).cpu() == labels[test]).float().mean()
print(scores.shape)
print(f"loss {loss:.4f}, accuracy {accuracy:.2f}")
# --8<-- [end:loss]

# --8<-- [start:train]
losses = []
for epoch in range(1, 11):
    model.train()
    for batch, targets in loader:
        batch, targets = batch.to(device), targets.to(device)
        optimizer.zero_grad()
        scores = model(batch)
        loss = loss_function(scores, targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    mean = sum(losses[-len(loader) :]) / len(loader)
    print(f"epoch {epoch:2}: loss {mean:.1f}")
# --8<-- [end:train]

# --8<-- [start:evaluate]
model.eval()
with torch.inference_mode():
    predictions = model(images[test].to(device)).argmax(dim=1).cpu()
right = predictions == labels[test]
print(f"accuracy {right.float().mean():.2f}")
# --8<-- [end:evaluate]

# --8<-- [start:save]
torch.save(model.state_dict(), "digits.pt")
# --8<-- [end:save]

# --8<-- [start:load]
state = torch.load("digits.pt", weights_only=True, map_location="cpu")
loaded = make_model()
loaded.load_state_dict(state)
loaded.to(device).eval()
# --8<-- [end:load]

# --8<-- [start:predict]
image = images[test[0]]
with torch.inference_mode():
    probabilities = loaded(image.unsqueeze(0).to(device)).softmax(dim=1)
print(probabilities.shape)
print("predicted:", probabilities.argmax().item())
print("label:", labels[test[0]].item())
print(f"probability: {probabilities.max():.3f}")
# --8<-- [end:predict]

# --8<-- [start:flatten]
try:
    nn.Linear(64, 10)(images[:5])
except RuntimeError as error:
    print(error)
print(nn.Linear(64, 10)(images[:5].flatten(start_dim=1)).shape)
# --8<-- [end:flatten]

# --8<-- [start:float-labels]
try:
    loss_function(torch.zeros(5, 10), labels[:5].float())
except RuntimeError as error:
    print(error)
print(loss_function(torch.zeros(5, 10), labels[:5]))
# --8<-- [end:float-labels]

# --8<-- [start:wrong-order]
for clear_after_backward in (False, True):
    torch.manual_seed(0)
    fresh = make_model()
    optimizer = torch.optim.Adam(fresh.parameters(), lr=3e-3)
    for _ in range(20):
        if not clear_after_backward:
            optimizer.zero_grad()
        loss = loss_function(fresh(images[train]), labels[train])
        loss.backward()
        if clear_after_backward:
            optimizer.zero_grad()
        optimizer.step()
    print("cleared after backward:", clear_after_backward)
    print(f"  loss after 20 steps: {loss.item():.3f}")
# --8<-- [end:wrong-order]

# --8<-- [start:figure-samples]
import matplotlib.pyplot as plt

row = torch.cat(
    [nn.functional.pad(image, (1, 1, 1, 1)) for image in images[:10]], dim=1
)
plt.imsave("samples.webp", row, cmap="Greys", pil_kwargs={"lossless": True})
# --8<-- [end:figure-samples]

# --8<-- [start:figure-loss]
figure, axes = plt.subplots(figsize=(6.4, 2.6))
axes.plot(range(1, len(losses) + 1), losses, color="C0", linewidth=1.5)
axes.axhline(torch.tensor(10.0).log().item(), color="C1", linestyle="--", linewidth=1.5)
axes.text(len(losses), 2.2, "guessing: ln 10", ha="right", va="top")
axes.set(xlabel="batch", ylabel="loss", ylim=(0, 2.6))
figure.savefig("loss.svg")
# --8<-- [end:figure-loss]

# --8<-- [start:figure-predictions]
figure, rows = plt.subplots(2, 5, figsize=(5, 2.5), layout="constrained")
chosen = torch.cat([right.nonzero()[:5], (~right).nonzero()[:5]]).flatten().tolist()
for axes, index in zip(rows.flat, chosen):
    axes.imshow(images[test[index]], cmap="Greys")
    verdict = "right" if right[index] else f"is {labels[test[index]].item()}"
    axes.set_title(f"{predictions[index].item()}, {verdict}")
    axes.axis("off")
figure.savefig("predictions.webp", pil_kwargs={"lossless": True})
# --8<-- [end:figure-predictions]
