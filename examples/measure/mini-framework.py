"""The time of a training step in plain Python, in mini-framework and in PyTorch."""

import math
import random
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "projects/mini-framework"))
import mini

FILES = ["projects/mini-framework/mini.py"]
REPEATS = 7
WIDTHS, BATCHES = (8, 64), (1, 10, 100, 1000)
MNIST = (784, 256, 128, 10)
# multiply-adds of forward and backward, over the images of ImageNet
RESNET50_EPOCH = 3 * 4.089e9 * 1_281_167


class PlainNetwork:
    """Linear layers, ReLU, their backward pass and Adam over lists, a sample a time."""

    def __init__(self, sizes):
        self.weights = [
            [[random.gauss(0, n**-0.5) for _ in range(n)] for _ in range(m)]
            for n, m in pairwise(sizes)
        ]
        self.biases = [[0.0] * m for m in sizes[1:]]
        self.means = [[[0.0] * (len(w[0]) + 1) for _ in w] for w in self.weights]
        self.squares = [[[0.0] * (len(w[0]) + 1) for _ in w] for w in self.weights]
        self.steps = 0

    def step(self, features, labels):
        gradients = [
            [[0.0] * (len(w[0]) + 1) for _ in w] for w in self.weights
        ]  # the bias comes last
        for x, label in zip(features, labels):
            self.add_gradients(x, label, 1 / len(labels), gradients)
        self.steps += 1
        scale, root = 1e-3 / (1 - 0.9**self.steps), 1 / (1 - 0.999**self.steps)
        for w, b, change, mean, square in zip(
            self.weights, self.biases, gradients, self.means, self.squares
        ):
            for o, (row, g_row, m_row, s_row) in enumerate(
                zip(w, change, mean, square)
            ):
                for i, g in enumerate(g_row):
                    m_row[i] += 0.1 * (g - m_row[i])
                    s_row[i] += 0.001 * (g * g - s_row[i])
                    move = scale * m_row[i] / (math.sqrt(s_row[i] * root) + 1e-8)
                    if i < len(row):
                        row[i] -= move
                    else:
                        b[o] -= move

    def add_gradients(self, x, label, share, gradients):
        inputs, last = [x], len(self.weights) - 1
        for depth, (w, b) in enumerate(zip(self.weights, self.biases)):
            out = [
                sum(a * v for a, v in zip(row, inputs[-1])) + bias
                for row, bias in zip(w, b)
            ]
            inputs.append(out if depth == last else [max(v, 0.0) for v in out])
        powers = [math.exp(z - max(inputs[-1])) for z in inputs[-1]]
        g = [share * (p / sum(powers) - (k == label)) for k, p in enumerate(powers)]
        for depth in range(last, -1, -1):
            x, below = inputs[depth], [0.0] * len(inputs[depth])
            for row, g_row, g_out in zip(self.weights[depth], gradients[depth], g):
                if g_out:
                    for i, v in enumerate(x):
                        g_row[i] += g_out * v
                        below[i] += g_out * row[i]
                    g_row[-1] += g_out
            g = [v if a > 0 else 0.0 for v, a in zip(below, x)]


def layers(sizes, linear, relu):
    found = []
    for inputs, outputs in pairwise(sizes):
        found += [linear(inputs, outputs), relu()]
    return found[:-1]


def steps(sizes, batch):
    """One training step on the same batch in plain Python, over NumPy, in PyTorch."""
    rng = np.random.default_rng(0)
    features = rng.uniform(-1, 1, (batch, sizes[0])).astype(np.float32)
    labels = rng.integers(0, sizes[-1], batch)
    x, y = torch.tensor(features), torch.tensor(labels)
    x_list, y_list = features.tolist(), labels.tolist()
    plain = PlainNetwork(sizes)
    ours = mini.Sequential(
        *layers(sizes, lambda n, m: mini.Linear(n, m, rng), mini.ReLU)
    )
    theirs = nn.Sequential(*layers(sizes, nn.Linear, nn.ReLU))
    our_adam, their_adam = (
        mini.Adam(ours.parameters()),
        torch.optim.Adam(theirs.parameters()),
    )

    def numpy_step():
        our_adam.zero_grad()
        mini.cross_entropy(ours(mini.Tensor(features)), labels).backward()
        our_adam.step()

    def torch_step():
        their_adam.zero_grad()
        nn.functional.cross_entropy(theirs(x), y).backward()
        their_adam.step()

    return lambda: plain.step(x_list, y_list), numpy_step, torch_step


def seconds(step, least):
    """The mean time of a step, over as many steps as `least` seconds take."""
    count, start = 0, time.perf_counter()
    while count == 0 or time.perf_counter() - start < least:
        step()
        count += 1
    return (time.perf_counter() - start) / count


def turns(sizes, batch, repeats, least):
    """The times of the three steps, taken in turn."""
    three = steps(sizes, batch)
    for step in three:
        step()
    return [[seconds(step, least) for step in three] for _ in range(repeats)]


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    torch.set_num_threads(1)
    random.seed(0)
    repeats, least = (1, 0.0) if quick else (REPEATS, 0.02)
    plain_rows, numpy_rows = {}, {}
    for width in WIDTHS:
        for batch in BATCHES:
            times = turns(
                (2, width, width, width, 2),
                min(batch, 10) if quick else batch,
                repeats,
                least,
            )
            place = f"width {width}, batch {batch} (times PyTorch)"
            plain_rows[f"plain Python, {place}"] = [
                plain / reference for plain, _, reference in times
            ]
            numpy_rows[f"NumPy engine, {place}"] = [
                ours / reference for _, ours, reference in times
            ]
    batch = 1 if quick else 64
    sizes = (784, 16, 8, 10) if quick else MNIST
    times = turns(sizes, batch, repeats, least)
    plain_step = [plain for plain, _, _ in times]
    work = (
        3 * batch * sum(n * m for n, m in pairwise(sizes))
    )  # multiply-adds of forward and backward
    return (
        plain_rows
        | numpy_rows
        | {
            "plain Python, MNIST network, batch 64 (times PyTorch)": [
                plain / reference for plain, _, reference in times
            ],
            "NumPy engine, MNIST network, batch 64 (times PyTorch)": [
                ours / reference for _, ours, reference in times
            ],
            "plain Python, MNIST network, an epoch, that is 938 steps (s)": [
                938 * plain for plain in plain_step
            ],
            "PyTorch, MNIST network, an epoch, that is 938 steps (s)": [
                938 * reference for _, _, reference in times
            ],
            "plain Python, at this rate an epoch of ResNet-50 on ImageNet (years)": [
                RESNET50_EPOCH / work * plain / (365.25 * 24 * 3600)
                for plain in plain_step
            ],
        }
    )


def shown(values):
    median, low, high = (
        f"{value:.2g}" if value < 10 else f"{value:,.0f}"
        for value in (statistics.median(values), min(values), max(values))
    )
    return f"{median} ({low} – {high})"


def table(rows):
    """Width and batch in rows, ways in columns; then what was measured once."""
    lines = ["| width | batch | plain Python | NumPy engine |", "|--:|--:|--:|--:|"]
    for width in WIDTHS:
        for batch in BATCHES:
            place = f"width {width}, batch {batch} (times PyTorch)"
            cells = [
                shown(rows[f"{what}, {place}"])
                for what in ("plain Python", "NumPy engine")
            ]
            lines.append(f"| {width} | {batch:,} | {' | '.join(cells)} |")
    lines += ["", "| the network of MNIST, batches of 64 | |", "|---|--:|"]
    names = [label for label in rows if "width" not in label]
    return lines + [
        f"| {label.replace(', MNIST network', '').replace(', batch 64', '')} "
        f"| {shown(rows[label])} |"
        for label in names
    ]


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, statistics.median(values), values)
