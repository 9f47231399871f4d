"""Texts that cannot be learned from, and a mask that is missing."""

# --8<-- [start:sentences]
import lzma
from pathlib import Path

from jargon import read, split

Path("empty.txt").touch()
Path("latin.txt").write_bytes("Café".encode("latin-1"))
Path("half.txt.xz").write_bytes(lzma.compress(b"jargon " * 1000)[:40])
Path("short.txt").write_text("foo\n\nbar\n", encoding="utf-8")
for name in ("gone.txt", "empty.txt", "latin.txt", "half.txt.xz", "short.txt"):
    try:
        split(read(Path(name)))
    except (FileNotFoundError, ValueError) as error:
        print(error)
# --8<-- [end:sentences]

# --8<-- [start:peeking]
import torch
import torch.nn.functional as F

torch.manual_seed(0)
q, k, v = torch.randn(3, 1, 1, 6, 8)
changed = v.clone()
changed[..., 5, :] = 100.0
for causal in (False, True):
    before = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    after = F.scaled_dot_product_attention(q, k, changed, is_causal=causal)
    same = [torch.equal(before[0, 0, n], after[0, 0, n]) for n in range(6)]
    print(f"is_causal={causal}: as before at {sum(same)} of 6 positions")
# --8<-- [end:peeking]
