"""Three mistakes with words and bags: one raises an error, two give wrong numbers."""

# --8<-- [start:ragged]
import torch
from torch import nn

try:
    torch.tensor([[17, 4, 250], [9, 31]])
except ValueError as error:
    print(error)
# --8<-- [end:ragged]

# --8<-- [start:padding]
torch.manual_seed(0)
alone, padded = torch.tensor([[17, 4]]), torch.tensor([[17, 4, 0, 0, 0]])
for padding_idx in (None, 0):
    vectors = nn.EmbeddingBag(300, 2, mode="mean", padding_idx=padding_idx)
    print(f"padding_idx={padding_idx}, alone and padded:")
    print(torch.cat([vectors(alone), vectors(padded)]).detach())
# --8<-- [end:padding]

# --8<-- [start:vocabulary]
from sklearn.metrics import f1_score

from routers import WordCounts
from tickets import TICKETS, read, split
from train_routers import fit, make_loaders, predict
from words import vocabulary

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
texts, labels = read(TICKETS)
parts = split(labels)
numbers = vocabulary(texts[index] for index in parts["training"])
model = WordCounts(len(numbers)).to(device)
fit(model, make_loaders(texts, labels, parts, numbers, seed=0), device)

kept = [word for word in numbers if word != "!"]
again = {word: number for number, word in enumerate(kept)}
used = {"saved with the weights": numbers, "built again, without '!'": again}
for name, numbers in used.items():
    loader = make_loaders(texts, labels, parts, numbers, seed=0)["test"]
    logits, wanted = predict(model, loader, device)
    score = f1_score(wanted, logits.argmax(dim=1), average="macro")
    print(f"vocabulary {name}: macro-F1 {score:.1f}")
# --8<-- [end:vocabulary]
