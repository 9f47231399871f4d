"""Load the trained weights, and see which digits they get wrong."""

# --8<-- [start:load]
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torch.utils.data import DataLoader

from data import SUBSET, load
from model import MLP

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
path = Path(__file__).resolve().parent / "mnist_mlp.safetensors"
with safe_open(path, framework="pt") as file:
    facts = file.metadata()
model = MLP()
print(model.load_state_dict(load_file(path)))
for fact in ("epochs", "seed", "test accuracy"):
    print(f"{fact}: {facts[fact]}")
# --8<-- [end:load]

# --8<-- [start:confusion]
test_set = load(SUBSET, "t10k")
labels = test_set.tensors[1]
model.to(device).eval()
with torch.inference_mode():
    loader = DataLoader(test_set, batch_size=100)
    logits = torch.cat([model(images.to(device)).cpu() for images, _ in loader])
answers = logits.argmax(dim=1)
print(f"{(answers == labels).sum()} of {len(labels)} right")

confusion = torch.zeros(10, 10, dtype=torch.int64)
confusion.index_put_((labels, answers), torch.tensor(1), accumulate=True)
print("label   answered 0 to 9")
for digit, row in enumerate(confusion.tolist()):
    print(f"{digit}     " + "".join(f"{count:5}" for count in row))
# --8<-- [end:confusion]

# --8<-- [start:sure]
wrong = (answers != labels).nonzero().flatten()
sureness = logits.softmax(dim=1).amax(dim=1)
for index in wrong.tolist():
    answer = f"{answers[index]} with probability {sureness[index]:.2f}"
    print(f"image {index}: a {labels[index]}, answered {answer}")
# --8<-- [end:sure]

# --8<-- [start:figure-wrong]
import matplotlib.pyplot as plt

figure, panels = plt.subplots(2, 4, figsize=(5, 2.9), layout="constrained")
for axes in panels.flat:
    axes.axis("off")
for axes, index in zip(panels.flat, wrong.tolist()):
    axes.imshow(test_set[index][0][0], cmap="Greys")
    axes.set_title(f"{labels[index]}, not {answers[index]}")
figure.savefig("wrong.webp", pil_kwargs={"lossless": True})
# --8<-- [end:figure-wrong]
