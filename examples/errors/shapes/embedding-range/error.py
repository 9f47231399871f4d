"""Look up a token id that the table does not have."""
# handbook: raises=IndexError

# --8<-- [start:error]
import torch
from torch import nn

embedding = nn.Embedding(num_embeddings=10, embedding_dim=4)
tokens = torch.tensor([3, 10])
print(tokens.max().item(), embedding.num_embeddings)
embedding(tokens)
# --8<-- [end:error]
