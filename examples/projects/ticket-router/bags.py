"""Count words in two ways, and take means of word vectors in two ways."""

# --8<-- [start:count]
import torch
from torch import nn

from tickets import TICKETS, read, split
from words import bags, vocabulary, words

texts, labels = read(TICKETS)
parts = split(labels)
numbers = vocabulary(texts[index] for index in parts["training"])
print(words("Refund pls!! I paid twice, on the 3rd & the 4th"))
print(len(numbers), "different words")
for name in ("training", "test"):
    found = [word in numbers for index in parts[name] for word in words(texts[index])]
    print(f"{name}: {sum(found) / len(found):.1%} of the words are known")
# --8<-- [end:count]

# --8<-- [start:flat]
small = {"a": 0, "bill": 1, "paid": 2, "the": 3, "twice": 4}
ids, starts = bags(["paid the bill", "twice, twice a refund", "hello?"], small)
print(ids)
print(starts)
# --8<-- [end:flat]

# --8<-- [start:same]
counts = torch.zeros(3, len(small))
for row, bag in enumerate(ids.tensor_split(starts[1:])):
    counts[row] = bag.bincount(minlength=len(small))
print(counts)
torch.manual_seed(0)
linear = nn.Linear(len(small), 3)
lookup = nn.EmbeddingBag.from_pretrained(linear.weight.detach().T, mode="sum")
difference = linear(counts) - (lookup(ids, starts) + linear.bias)
print(f"largest difference of a logit: {difference.abs().max():.4f}")
# --8<-- [end:same]

# --8<-- [start:mean]
vectors = nn.EmbeddingBag(len(small), 2, mode="mean")
print(vectors(ids, starts))
print(vectors.weight[[2, 3, 1]].mean(dim=0))
# --8<-- [end:mean]
