"""Fill a padded batch with a sentence that is longer than the rows."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

batch = torch.zeros(2, 3, dtype=torch.int64)
sentence = torch.tensor([5, 8, 2, 9])
print(batch[0].shape, sentence.shape)
batch[0] = sentence
# --8<-- [end:error]
