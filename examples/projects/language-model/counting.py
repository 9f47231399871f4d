"""Count which character follows which, write with the counts, and judge them."""

# --8<-- [start:look]
from jargon import read, split

text = read()
parts = split(text)
characters = "".join(sorted({*text}))
print(f"{len(text):,} characters, {len(characters)} different ones")
for name, part in parts.items():
    entries = part.count("\n\n")
    print(f"{name:10} {entries:5} entries {len(part):9,} characters")
print(parts["test"][:420])
# --8<-- [end:look]

# --8<-- [start:pairs]
import torch

size = len(characters)
places = {character: place for place, character in enumerate(characters)}
training = torch.tensor([places[character] for character in parts["training"]])
codes = training[:-1] * size + training[1:]
pairs = codes.bincount(minlength=size * size).view(size, size)
for letter in "qz{":
    most = pairs[places[letter]].topk(3)
    followers = [characters[place] for place in most.indices.tolist()]
    print(letter, "is followed by", dict(zip(followers, most.values.tolist())))
# --8<-- [end:pairs]

# --8<-- [start:write]
generator = torch.Generator().manual_seed(0)
place, written = places["\n"], ""
for _ in range(160):
    ends = pairs[place].cumsum(dim=0)
    dart = torch.randint(int(ends[-1]), (1,), generator=generator)
    place = int(torch.searchsorted(ends, dart, right=True))
    written += characters[place]
print(written)
# --8<-- [end:write]

# --8<-- [start:bits]
import math

shares = pairs.double() / pairs.sum(dim=1, keepdim=True)
for first, second in ("th", "qu", "zq"):
    share = shares[places[first], places[second]].item()
    told = f"{-math.log2(share):.2f} bits" if share else "infinitely many bits"
    print(f"{second} after {first}: share {share:.3f}, {told}")
# --8<-- [end:bits]

# --8<-- [start:longer]
from ngrams import bits_of_counts

test = torch.tensor([places[character] for character in parts["test"]])
counted = bits_of_counts(training, test, size, longest=7)
for length, value in enumerate(counted, 1):
    print(f"{length} at a time: {value:.2f} bits per character")
# --8<-- [end:longer]

# --8<-- [start:packed]
import gzip
import lzma

before, whole = parts["training"].encode(), (parts["training"] + parts["test"]).encode()
for name, pack in {"gzip": gzip.compress, "xz": lzma.compress}.items():
    added = 8 * (len(pack(whole)) - len(pack(before))) / len(parts["test"])
    print(f"{name}: {added:.1f} bits per character")
# --8<-- [end:packed]

# --8<-- [start:figure-pairs]
import matplotlib.pyplot as plt

figure, sides = plt.subplots(1, 2, figsize=(5.8, 2), sharey=True, layout="constrained")
for number, (axes, first) in enumerate(zip(sides, "qn")):
    most = shares[places[first]].topk(8)
    axes.bar(range(8), most.values, color=f"C{number}")
    signs = [characters[n].replace(" ", "␣") for n in most.indices.tolist()]
    axes.set_xticks(range(8), signs)
    axes.set_xlabel(f"after {first}")
figure.savefig("pairs.svg")
# --8<-- [end:figure-pairs]
