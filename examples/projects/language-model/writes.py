"""Let the trained GPT write: choices, a cache, headwords, and what it learned."""

# --8<-- [start:load]
import json
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file

from gpt import GPT
from pieces import Pieces

SHIPPED = Path(__file__).resolve().parents[2] / "data/jargon-gpt/jargon-gpt.safetensors"
SIZES = ("size", "context", "width", "heads", "blocks", "dropout", "rotary")


def load(file: Path = SHIPPED) -> tuple[GPT, Pieces]:
    with safe_open(file, framework="pt") as opened:
        about = json.loads(opened.metadata()["about"])
    model = GPT(*(about["options"][name] for name in SIZES))
    model.load_state_dict(load_file(file))
    return model.eval(), Pieces(about["characters"], about["merges"])


model, pieces = load()
prompt = "\n\nfrobnicator\nn.\nA program that"
with torch.inference_mode():
    logits = model(pieces.encode(prompt)[None])[0, -1]
best = logits.softmax(dim=0).topk(6)
for share, token in zip(best.values.tolist(), best.indices.tolist()):
    print(f"{pieces.texts[token]!r:8} {share:.2f}")
# --8<-- [end:load]


# --8<-- [start:choices]
from collections.abc import Callable, Iterator

Choose = Callable[[torch.Tensor], torch.Tensor]


def top_k(logits: torch.Tensor, k: int) -> torch.Tensor:
    """Keep the k largest logits."""
    kept = logits.topk(k)
    return torch.full_like(logits, -torch.inf).scatter(0, kept.indices, kept.values)


def top_p(logits: torch.Tensor, p: float) -> torch.Tensor:
    """Keep the largest logits, as few as make a share of p together."""
    shares, order = logits.softmax(dim=0).sort(descending=True)
    before = shares.cumsum(dim=0) - shares
    return logits.scatter(0, order[before >= p], -torch.inf)


def draw(logits: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Throw a dart at a line on which each token is as long as its share."""
    ends = logits.double().softmax(dim=0).cumsum(dim=0)
    dart = torch.rand(1, generator=generator, dtype=torch.float64)
    return torch.searchsorted(ends, dart).clamp(max=len(logits) - 1)


def sampler(temperature: float, p: float, seed: int) -> Choose:
    generator = torch.Generator().manual_seed(seed)
    return lambda logits: draw(top_p(logits / temperature, p), generator)


# --8<-- [end:choices]

# --8<-- [start:compare]
changed = {
    "as it is": logits,
    "temperature 0.5": logits / 0.5,
    "temperature 2": logits / 2,
    "top-k, k = 4": top_k(logits, 4),
    "top-p, p = 0.8": top_p(logits, 0.8),
}
order = logits.argsort(descending=True)
for name, some in changed.items():
    shares = some.softmax(dim=0)
    first = " ".join(f"{share:.2f}" for share in shares[order[:6]].tolist())
    print(f"{name:16} {first}  possible: {(shares > 0).sum().item()}")
# --8<-- [end:compare]

# --8<-- [start:figure-choices]
import matplotlib.pyplot as plt

figure, rows = plt.subplots(5, 1, figsize=(5.8, 6), sharex=True, layout="constrained")
for number, (axes, (name, some)) in enumerate(zip(rows, changed.items())):
    axes.bar(range(20), some.softmax(dim=0)[order[:20]], color=f"C{number}")
    axes.set_title(name, loc="left")
    axes.set(ylim=(0, 0.6), yticks=(0, 0.3, 0.6))
rows[-1].set_xticks(range(20), [pieces.texts[n] for n in order[:20]], rotation=90)
figure.savefig("choices.svg")
# --8<-- [end:figure-choices]

# --8<-- [start:generate]
from gpt import Cache


@torch.inference_mode()
def generate(model: GPT, tokens: torch.Tensor, choose: Choose) -> Iterator[int]:
    """One token after the other; only what is new goes through the model."""
    cache = model.empty_cache()
    new = tokens[-model.context // 2 :]
    kept = new
    while True:
        token = choose(model(new[None], cache)[0, -1])
        yield int(token)
        kept, new = torch.cat((kept, token)), token
        if len(kept) > model.context:
            kept = new = kept[-model.context // 2 :]
            cache = model.empty_cache()


def write(prompt: str, choose: Choose, count: int) -> str:
    source = generate(model, pieces.encode(prompt), choose)
    return prompt + "".join(pieces.texts[next(source)] for _ in range(count))


# --8<-- [end:generate]

# --8<-- [start:greedy]
greedy = write(prompt, lambda logits: logits.argmax(keepdim=True), 90)
print(greedy.strip())
# --8<-- [end:greedy]

# --8<-- [start:sampled]
import textwrap

for temperature in (0.5, 0.8, 1.2):
    told = write(prompt, sampler(temperature, 0.95, seed=0), 90)
    print(f"temperature {temperature}:")
    print(textwrap.fill(told.strip().replace("\n", " / "), 80))
# --8<-- [end:sampled]

# --8<-- [start:cache]
text = pieces.encode(prompt)
with torch.inference_mode():
    whole = model(text[None])
    cache = model.empty_cache()
    one_by_one = [model(token[None, None], cache) for token in text]
    parts = model.empty_cache()
    in_two = [model(some[None], parts) for some in (text[:7], text[7:])]
print(f"largest logit: {whole.abs().max():.1f}")
for name, some in {"one by one": one_by_one, "in two parts": in_two}.items():
    far = (torch.cat(some, dim=1) - whole).abs().max().item()
    print(f"{name}: largest difference {far:.4f}")
keys, values = cache[0]
print(f"keys of a block: {tuple(keys.shape)}")
held = sum(tensor.nbytes for pair in cache for tensor in pair)
print(f"{held // len(text):,} bytes a token")
# --8<-- [end:cache]

# --8<-- [start:cost]
count = 60
without = sum(len(text) + n for n in range(count))
print(f"positions computed for {count} tokens: {without:,} without a cache")
print(f"and {len(text) + count - 1} with it")
# --8<-- [end:cost]

# --8<-- [start:machine-seconds]
import time


@torch.inference_mode()
def seconds(cached: bool) -> float:
    start, tokens = time.perf_counter(), text
    if cached:
        source = generate(model, text, lambda logits: logits.argmax(keepdim=True))
        for _ in range(count):
            next(source)
    else:
        for _ in range(count):
            token = model(tokens[None])[0, -1].argmax(keepdim=True)
            tokens = torch.cat((tokens, token))
    return time.perf_counter() - start


for name, cached in {"without": False, "with": True}.items():
    fastest = min(seconds(cached) for _ in range(3))
    print(f"{name} a cache: {count / fastest:,.0f} tokens a second")
# --8<-- [end:machine-seconds]

# --8<-- [start:headwords]
from jargon import read, split

entries = read().split("\n\n")
known = {entry.partition("\n")[0].lower() for entry in entries}
choose = sampler(0.8, 0.9, seed=0)
for begin in ("bit", "code ", "hack", "net", "soft", "super"):
    found = [write(f"\n\n{begin}", choose, 14) for _ in range(4)]
    found = [told.strip().partition("\n")[0] for told in found]
    print(", ".join(f"{w} (known)" if w.lower() in known else w for w in found))
# --8<-- [end:headwords]

# --8<-- [start:entries]
from gpt import bits

test = split(read())["test"]
judged = []
for entry in test.strip().split("\n\n")[:60]:
    if len(entry) > 300:
        tokens = pieces.encode(f"\n\n{entry}")
        mean = bits(model, tokens, model.context) / (len(tokens) - 1)
        judged.append((2**mean, entry.partition("\n")[0]))
judged.sort()
for perplexity, headword in [*judged[:3], *judged[-3:]]:
    print(f"{perplexity:5.0f}  {headword}")
# --8<-- [end:entries]

# --8<-- [start:context]
some = test[:20_000]
for context in (2, 8, 32, 128):
    told = bits(model, pieces.encode(some), context) / (len(some) - 1)
    least = context // 2 + 1
    print(f"{least:2} to {context:3} pieces: {told:.2f} bits per character")
# --8<-- [end:context]

# --8<-- [start:learned]
import re

sample = write("\n\n", sampler(1.0, 1.0, seed=1), 600)
training = split(read())["training"]
words = re.findall(r"[a-z]+", sample.lower())
spelled = {*re.findall(r"[a-z]+", training.lower())}
print(f"words that the training part has: {sum(w in spelled for w in words)} ", end="")
print(f"of {len(words)}")
links = re.findall(r"\{([^{}\n]+)\}", sample)
print(
    f"links to an entry that exists: {sum(w.lower() in known for w in links)} ", end=""
)
print(f"of {len(links)}")
print(f"braces that open: {sample.count('{')}, and close: {sample.count('}')}")
longest, start = 0, 0
while start + longest < len(sample):
    if sample[start : start + longest + 1] in training:
        longest += 1
    else:
        start += 1
print(f"longest copy from the training part: {longest} characters")
# --8<-- [end:learned]

# --8<-- [start:unknown]
try:
    pieces.encode("naïve café")
except ValueError as error:
    print(error)
# --8<-- [end:unknown]


# --8<-- [start:stale]
@torch.inference_mode()
def after(text: str, cache: Cache) -> str:
    shares = model(pieces.encode(text)[None], cache)[0, -1].softmax(dim=0)
    best = int(shares.argmax())
    return f"{pieces.texts[best]!r} with a share of {shares[best]:.2f}"


cache = model.empty_cache()
after("\n\nfoo\nn.\nSee {bar", cache)
print("behind quux comes", after("quux", cache))
# --8<-- [end:stale]

# --8<-- [start:repair-stale]
print("behind quux comes", after("quux", model.empty_cache()))
# --8<-- [end:repair-stale]
