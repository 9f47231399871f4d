"""Teach the trained GPT another form with LoRA, merge it, and keep it in a file."""

# --8<-- [start:layer]
import torch
from torch import nn

torch.manual_seed(0)
linear, x = nn.Linear(128, 128).requires_grad_(False), torch.randn(5, 128)
a = torch.randn(8, 128, requires_grad=True)
b = torch.zeros(128, 8, requires_grad=True)
print("as before:", torch.equal(linear(x) + 2 * (x @ a.T @ b.T), linear(x)))
print(f"trained: {a.numel() + b.numel():,}, frozen: {linear.weight.numel():,}")
# --8<-- [end:layer]

# --8<-- [start:questions]
from headwords import bits_of_answers, encode, lay_out, questions, teach
from jargon import read, split
from shipped import load_model, load_pieces

base, (pieces, _) = load_model(), load_pieces()
pairs = {name: questions(part) for name, part in split(read()).items()}
print({name: len(part) for name, part in pairs.items()})
for definition, headword in pairs["test"][2:4]:
    print(f"{headword}: {definition[:70]}")
# --8<-- [end:questions]

# --8<-- [start:batch]
items = [encode(pieces, *pair) for pair in pairs["test"][:30]]
tokens, targets = lay_out(items[2:3])
counted = tokens[0, 1:][targets[0, :-1] != -100]
print([pieces.texts[token] for token in tokens[0, -8:].tolist()])
print([pieces.texts[token] for token in counted.tolist()], targets[0, -1].item())
# --8<-- [end:batch]

# --8<-- [start:add]
from adapter import add_lora

torch.manual_seed(0)
model = add_lora(base, rank=8, alpha=16)
print("the same logits:", torch.equal(model(tokens), base(tokens)))
weights = [weight for weight in model.parameters() if weight.requires_grad]
trained = sum(weight.numel() for weight in weights)
whole = sum(weight.numel() for weight in base.parameters())
print(f"{trained:,} weights are trained, beside {whole:,}")
# --8<-- [end:add]

# --8<-- [start:teach]
from adapter import digest

before, name = sum(bits_of_answers(model, items)), digest(base)
learned = [encode(pieces, *pair) for pair in pairs["training"][::6]]
teach(model, learned, steps=20, rate=3e-3, seed=0)
after = sum(bits_of_answers(model, items))
characters = sum(len(headword) + 1 for _, headword in pairs["test"][:30])
for told, bits in {"before": before, "after 20 steps": after}.items():
    print(f"{told}: {bits / characters:.1f} bits per character")
print("base as it was:", digest(base) == name == digest(load_model()))
# --8<-- [end:teach]

# --8<-- [start:merge]
from adapter import merge

merged = merge(model)
with torch.inference_mode():
    far = (merged(tokens) - model(tokens)).abs().max().item()
    moved = (merged(tokens) - base(tokens)).abs().max().item()
print(f"merged, from the model with the addition: {far:.1f}")
print(f"merged, from the model without it:        {moved:.1f}")
print("the tensors of the base:", [*merged.state_dict()] == [*base.state_dict()])
# --8<-- [end:merge]

# --8<-- [start:file]
from pathlib import Path

from adapter import load_adapter, save_adapter

file = Path("headwords.safetensors")
save_adapter(file, model, base, rank=8, alpha=16)
again = load_adapter(file, base)
print("the same logits:", torch.equal(again(tokens), model(tokens)))
size = file.stat().st_size
print(f"file: {size / 1e6:.1f} MB, weights of the base: {4 * whole / 1e6:.1f} MB")
# --8<-- [end:file]

# --8<-- [start:answers]
DATA = Path(__file__).resolve().parents[2] / "data/jargon-lora"
Dice = torch.Generator | None
full = load_adapter(DATA / "headwords.safetensors", base)


@torch.inference_mode()
def answer(model: nn.Module, question: torch.Tensor, dice: Dice = None) -> str:
    """The likeliest piece or a drawn one, up to the end of a line or 12 pieces."""
    tokens = question
    while len(tokens) < len(question) + 12:
        shares = model(tokens[None])[0, -1].double().softmax(dim=0)
        token = shares.argmax(keepdim=True)
        if dice:
            dart = torch.rand(1, generator=dice, dtype=torch.float64)
            token = torch.searchsorted(shares.cumsum(dim=0), dart)
        tokens = torch.cat((tokens, token.clamp(max=len(shares) - 1)))
        if pieces.texts[tokens[-1]] == "\n":
            break
    return pieces.decode(tokens[len(question) :])


dice = torch.Generator().manual_seed(0)
for (question, _), (_, headword) in zip(items[:5], pairs["test"]):
    told = [
        answer(base, question),
        answer(full, question),
        answer(full, question, dice),
    ]
    print(f"{headword}: before {told[0]!r}, after {told[1]!r}, drawn {told[2]!r}")
# --8<-- [end:answers]

# --8<-- [start:ends]
for name, some in {"before": base, "after": full}.items():
    ends = [answer(some, question).endswith("\n") for question, _ in items]
    print(f"{name}: {sum(ends)} of {len(ends)} answers are one line and end")
# --8<-- [end:ends]

# --8<-- [start:other]
try:
    load_adapter(file, merged)
except ValueError as error:
    print(error)
# --8<-- [end:other]

# --8<-- [start:twice]
from safetensors.torch import load_file

twice = add_lora(merged, rank=8, alpha=16)
twice.load_state_dict(load_file(file), strict=False)
with torch.inference_mode():
    far = (twice(tokens) - model(tokens)).abs().max().item()
print(f"merged, and added once more, from the trained model: {far:.1f}")
# --8<-- [end:twice]

# --8<-- [start:repair-twice]
once = load_adapter(file, base)
with torch.inference_mode():
    far = (once(tokens) - model(tokens)).abs().max().item()
print(f"added to the base, from the trained model: {far:.1f}")
# --8<-- [end:repair-twice]
