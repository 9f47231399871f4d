"""Normalises after the activation."""

# hint: batch normalisation comes between Linear and ReLU
from torch import nn


def make_model() -> nn.Sequential:
    layers = [nn.Flatten()]
    for inputs, outputs in ((784, 256), (256, 128)):
        layers += [nn.Linear(inputs, outputs), nn.ReLU(), nn.BatchNorm1d(outputs), nn.Dropout(0.2)]
    return nn.Sequential(*layers, nn.Linear(128, 10))
