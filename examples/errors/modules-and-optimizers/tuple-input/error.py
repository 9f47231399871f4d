"""Put an LSTM and a linear layer in a row."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch
from torch import nn

lstm, head = nn.LSTM(3, 4, batch_first=True), nn.Linear(4, 2)
features = lstm(torch.zeros(5, 7, 3))
print(type(features), len(features))
head(features)
# --8<-- [end:error]
