"""Take the outputs out of the pair."""

# --8<-- [start:fix]
import torch
from torch import nn

lstm, head = nn.LSTM(3, 4, batch_first=True), nn.Linear(4, 2)
features, _ = lstm(torch.zeros(5, 7, 3))
print(head(features[:, -1]).shape)
# --8<-- [end:fix]
