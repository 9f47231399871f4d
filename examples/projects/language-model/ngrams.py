"""Counting models: how often which character followed the last few."""

# --8<-- [start:ngrams]
import torch

Counts = tuple[torch.Tensor, torch.Tensor]


def count(codes: torch.Tensor) -> Counts:
    return torch.unique(codes, return_counts=True)


def look_up(counts: Counts, codes: torch.Tensor) -> torch.Tensor:
    """How often each code was counted: 0 for one that never came."""
    known, numbers = counts
    places = torch.searchsorted(known, codes).clamp(max=len(known) - 1)
    return torch.where(known[places] == codes, numbers[places], 0)


def bits_of_counts(
    training: torch.Tensor, held_out: torch.Tensor, size: int, longest: int
) -> list[float]:
    """Bits per held-out character, counting single ones, pairs, up to `longest`."""
    shares = torch.full((len(held_out) - 1,), 1 / size, dtype=torch.float64)
    result = []
    for length in range(1, longest + 1):
        powers = size ** torch.arange(length - 1, -1, -1)
        codes = (training.unfold(0, length, 1) * powers).sum(dim=1)
        asked = (held_out.unfold(0, length, 1) * powers).sum(dim=1)
        asked = asked[1:] if length == 1 else asked
        whole = count(codes)
        seen = look_up(count(codes // size), asked // size)
        followers = look_up(count(whole[0] // size), asked // size)
        here = shares[len(shares) - len(asked) :]
        counted = look_up(whole, asked) + followers * here
        here.copy_(
            torch.where(seen > 0, counted / (seen + followers).clamp(min=1), here)
        )
        result.append(-shares.log2().mean().item())
    return result


# --8<-- [end:ngrams]
