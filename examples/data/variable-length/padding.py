"""Pad sequences to batches with a mask, waste less padding, and do without it."""

# --8<-- [start:first]
import torch
from torch.nn.utils.rnn import pad_sequence

sequences = [torch.tensor([5, 6]), torch.tensor([7, 8, 9, 10]), torch.tensor([11])]
tokens = pad_sequence(sequences, batch_first=True, padding_value=0)
lengths = torch.tensor([len(sequence) for sequence in sequences])
mask = torch.arange(tokens.shape[1]) < lengths.unsqueeze(1)
print(tokens)
print(mask)
# --8<-- [end:first]

# --8<-- [start:collate]
from torch.utils.data import DataLoader


def pad_collate(
    samples: list[tuple[torch.Tensor, int]], limit: int = 512
) -> dict[str, torch.Tensor]:
    sequences = [sequence[:limit] for sequence, _ in samples]
    tokens = pad_sequence(sequences, batch_first=True, padding_value=0)
    lengths = torch.tensor([len(sequence) for sequence in sequences])
    return {
        "tokens": tokens,
        "mask": torch.arange(tokens.shape[1]) < lengths.unsqueeze(1),
        "labels": torch.tensor([label for _, label in samples]),
    }


samples = [(sequence, label) for label, sequence in enumerate(sequences)]
for batch in DataLoader(samples, batch_size=2, collate_fn=pad_collate):
    for key, value in batch.items():
        print(f"{key:6}", value.tolist())
# --8<-- [end:collate]

# --8<-- [start:pickle]
import pickle
from functools import partial

short = partial(pad_collate, limit=3)
print(next(iter(DataLoader(samples, batch_size=3, collate_fn=short)))["tokens"])
functions = {"partial": short, "lambda": lambda samples: pad_collate(samples, limit=3)}
for name, function in functions.items():
    try:
        pickle.dumps(function)
        print(name, "can be pickled")
    except pickle.PicklingError as error:
        print(name, type(error).__name__)
# --8<-- [end:pickle]

# --8<-- [start:mean]
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
embedding = nn.Embedding(20, 4, padding_idx=0).to(device)
print(embedding.weight[0].tolist())


def plain_mean(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return embedding(tokens).mean(dim=1)


def masked_mean(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    vectors = embedding(tokens) * mask.unsqueeze(-1)
    return vectors.sum(dim=1) / mask.sum(dim=1, keepdim=True).clamp(min=1)


tokens, mask = tokens.to(device), mask.to(device)
alone = tokens[:1, :2], mask[:1, :2]
for function in (plain_mean, masked_mean):
    print(function.__name__)
    print("  alone  ", function(*alone)[0].detach())
    print("  batched", function(tokens, mask)[0].detach())
# --8<-- [end:mean]

# --8<-- [start:attention]
from torch.nn import functional as F

queries = embedding(tokens)
may_attend = mask.unsqueeze(1)
attend = F.scaled_dot_product_attention
attended = attend(queries, queries, queries, attn_mask=may_attend)
on_its_own = attend(queries[:1, :2], queries[:1, :2], queries[:1, :2])
difference = (attended[0, :2] - on_its_own[0]).abs().max().item()
print(f"attn_mask=mask:         {difference:.2f}")

layer = nn.MultiheadAttention(4, num_heads=1, batch_first=True).to(device)
right, _ = layer(queries, queries, queries, key_padding_mask=~mask)
wrong, _ = layer(queries, queries, queries, key_padding_mask=mask)
own, _ = layer(queries[:1, :2], queries[:1, :2], queries[:1, :2])
for name, output in (("~mask", right), ("mask", wrong)):
    difference = (output[0, :2] - own[0]).abs().max().item()
    print(f"key_padding_mask={name:5}: {difference:.2f}")
print("key_padding_mask=mask, second text:", wrong[1, 0].tolist())
# --8<-- [end:attention]

# --8<-- [start:waste]
generator = torch.Generator().manual_seed(0)
lengths = torch.randint(1, 15, (2, 1024), generator=generator).prod(dim=0)
texts = [
    (torch.randint(1, 1000, (length,), generator=generator), 0)
    for length in lengths.tolist()
]


def padding_share(loader: DataLoader) -> float:
    masks = [batch["mask"] for batch in loader]
    real = sum(int(mask.sum()) for mask in masks)
    return 1 - real / sum(mask.numel() for mask in masks)


loader = DataLoader(
    texts, batch_size=16, shuffle=True, collate_fn=pad_collate, generator=generator
)
shortest, median, longest = lengths.min(), lengths.median(), lengths.max()
print(f"shortest {shortest}  median {median}  longest {longest}")
print(f"padding in shuffled batches: {padding_share(loader):.0%}")
filled = lengths.sum() / (longest * len(lengths))
print(f"padding up to the longest of all: {1 - filled:.0%}")
# --8<-- [end:waste]

# --8<-- [start:buckets]
from collections.abc import Iterator

from torch.utils.data import Sampler


class BucketSampler(Sampler[list[int]]):
    def __init__(
        self, lengths: torch.Tensor, batch_size: int, pool: int, seed: int
    ) -> None:
        self.lengths, self.batch_size, self.pool = lengths, batch_size, pool
        self.generator = torch.Generator().manual_seed(seed)

    def __len__(self) -> int:
        return -(-len(self.lengths) // self.batch_size)

    def __iter__(self) -> Iterator[list[int]]:
        order = torch.randperm(len(self.lengths), generator=self.generator)
        batches = []
        for chunk in order.split(self.pool):
            chunk = chunk[self.lengths[chunk].argsort(stable=True)]
            batches += [batch.tolist() for batch in chunk.split(self.batch_size)]
        for number in torch.randperm(len(batches), generator=self.generator).tolist():
            yield batches[number]


for pool in (16, 64, 256, 1024):
    sampler = BucketSampler(lengths, batch_size=16, pool=pool, seed=0)
    loader = DataLoader(texts, batch_sampler=sampler, collate_fn=pad_collate)
    share = padding_share(loader)
    print(f"pool of {pool:4}: {share:3.0%} padding in {len(loader)} batches")
every = [index for batch in sampler for index in batch]
print(len(every), "texts,", len(set(every)), "different ones")
# --8<-- [end:buckets]

# --8<-- [start:figure-waste]
import matplotlib.pyplot as plt

generator = torch.Generator().manual_seed(2)
shuffled = torch.randperm(len(lengths), generator=generator).split(16)
bucketed = list(BucketSampler(lengths, batch_size=16, pool=256, seed=2))
orders = {"shuffled": shuffled, "pool of 256": bucketed}
figure, axes = plt.subplots(1, 2, figsize=(5.6, 4.2), sharex=True, sharey=True)
for plot, (title, batches) in zip(axes, orders.items()):
    for number in range(4):
        inside = lengths[batches[number]]
        middle = 19 * number + 7.5
        padding, tokens = ("padding", "tokens") if number == 0 else (None, None)
        rows = torch.arange(16) + 19 * number
        plot.barh(middle, inside.max(), 16, color="C1", alpha=0.5, label=padding)
        plot.barh(rows, inside, height=1, color="C0", label=tokens)
    plot.set(title=title, xlabel="length", yticks=[])
axes[0].invert_yaxis()
axes[0].set_ylabel("texts, 16 to a batch")
figure.legend(*axes[0].get_legend_handles_labels(), ncols=2, loc="upper center")
figure.tight_layout(rect=(0, 0, 1, 0.93))
figure.savefig("waste.svg")
# --8<-- [end:figure-waste]

# --8<-- [start:packed]
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

tokens, lengths = pad_sequence(sequences, batch_first=True), torch.tensor([2, 4, 1])
packed = pack_padded_sequence(tokens, lengths, batch_first=True, enforce_sorted=False)
print(packed.data)
print(packed.batch_sizes)
unpacked, restored = pad_packed_sequence(packed, batch_first=True)
print(unpacked.tolist(), restored.tolist())
# --8<-- [end:packed]

# --8<-- [start:last-state]
table, rnn = nn.Embedding(20, 4), nn.GRU(4, 1, batch_first=True)
with torch.no_grad():
    truth = torch.cat([rnn(table(one).unsqueeze(0))[1].flatten() for one in sequences])
    outputs, _ = rnn(table(tokens))
    vectors = pack_padded_sequence(
        table(tokens), lengths, batch_first=True, enforce_sorted=False
    )
    _, state = rnn(vectors)
print("one by one    ", truth)
print("outputs[:, -1]", outputs[:, -1].flatten())
print("packed        ", state.flatten())
# --8<-- [end:last-state]

# --8<-- [start:nested]
nested = torch.nested.nested_tensor(sequences, layout=torch.jagged)
print(nested.values())
print(nested.offsets())
one_by_one = torch.stack([table(sequence).mean(dim=0) for sequence in sequences])
means = table(nested).mean(dim=1)
difference = (means - one_by_one).abs().max().item()
print(f"means, largest difference from one by one: {difference:.4f}")
# --8<-- [end:nested]

# --8<-- [start:memory-map]
import numpy as np
from torch.utils.data import Dataset

texts_only = [text for text, _ in texts]
np.concatenate(texts_only).astype(np.uint16).tofile("tokens.bin")
np.save("ends.npy", np.cumsum([len(text) for text in texts_only]))


class MappedTexts(Dataset[torch.Tensor]):
    def __init__(self) -> None:
        self.tokens = np.memmap("tokens.bin", dtype=np.uint16, mode="r")
        self.ends = np.load("ends.npy")

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, index: int) -> torch.Tensor:
        start = self.ends[index - 1] if index else 0
        return torch.from_numpy(self.tokens[start : self.ends[index]].astype(np.int64))


mapped = MappedTexts()
print(len(mapped), "texts,", mapped.tokens.nbytes, "bytes in the file")
equal = sum(torch.equal(mapped[index], text) for index, text in enumerate(texts_only))
print(equal, "texts equal to those in memory")
# --8<-- [end:memory-map]

# --8<-- [start:float-tokens]
padded = torch.zeros(2, 4)
for row, sequence in enumerate(sequences[:2]):
    padded[row, : len(sequence)] = sequence
try:
    nn.Embedding(20, 4)(padded)
except RuntimeError as error:
    print(error)
# --8<-- [end:float-tokens]

# --8<-- [start:unsorted]
try:
    pack_padded_sequence(tokens, lengths, batch_first=True)
except RuntimeError as error:
    print(error)
# --8<-- [end:unsorted]

# --8<-- [start:zero-is-a-token]
sequence = torch.tensor([3, 0, 4])
tokens = pad_sequence([sequence, torch.tensor([1, 2, 3, 4])], batch_first=True)
guessed, known = tokens != 0, torch.arange(4) < torch.tensor([[3], [4]])
print(guessed[0])
print(known[0])
# --8<-- [end:zero-is-a-token]
