"""Cut the sentence, and say how much of the row it fills."""

# --8<-- [start:fix]
import torch

batch = torch.zeros(2, 3, dtype=torch.int64)
for row, sentence in zip(batch, [torch.tensor([5, 8, 2, 9]), torch.tensor([7])]):
    kept = sentence[: len(row)]
    row[: len(kept)] = kept
print(batch)
# --8<-- [end:fix]
