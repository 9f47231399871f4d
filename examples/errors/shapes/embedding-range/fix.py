"""Make the table as long as there are ids."""

# --8<-- [start:fix]
import torch
from torch import nn

embedding = nn.Embedding(num_embeddings=11, embedding_dim=4)
tokens = torch.tensor([3, 10])
print(embedding(tokens).shape)
# --8<-- [end:fix]
