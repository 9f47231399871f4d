"""Find pictures that belong together, and split a folder without parting them."""

# --8<-- [start:twins]
import torch
from torch.nn import functional as F


def twins(pixels: torch.Tensor, limit: float = 0.05) -> list[tuple[int, int]]:
    """Pairs whose thumbnails of 16 by 16 pixels differ by less than limit of 1."""
    small = F.adaptive_avg_pool2d(pixels / 255, 16).flatten(1).double()
    distance = torch.cdist(small, small) / small.shape[1] ** 0.5
    near = (distance < limit).triu(diagonal=1)
    return [(one, other) for one, other in near.nonzero().tolist()]


# --8<-- [end:twins]


# --8<-- [start:families]
def families(names: list[str], labels: torch.Tensor, pixels: torch.Tensor) -> list[int]:
    """A number for each picture: twins and pictures of one name have the same."""
    above = list(range(len(names)))

    def top(index: int) -> int:
        while above[index] != index:
            index = above[index]
        return index

    first: dict[tuple[int, str], int] = {}
    for index, key in enumerate(zip(labels.tolist(), names)):
        above[top(index)] = top(first.setdefault(key, index))
    for label in labels.unique():
        own = (labels == label).nonzero().flatten()
        for one, other in twins(pixels[own]):
            above[top(own[one].item())] = top(own[other].item())
    return [top(index) for index in range(len(names))]


# --8<-- [end:families]


# --8<-- [start:split]
def split(
    labels: torch.Tensor, groups: list[int], share: float = 0.2, seed: int = 0
) -> dict[str, list[int]]:
    """Indices of training, validation and test; a group lies in one of them."""
    generator = torch.Generator().manual_seed(seed)
    parts: dict[str, list[int]] = {"training": [], "validation": [], "test": []}
    for label in labels.unique().tolist():
        members: dict[int, list[int]] = {}
        for index in (labels == label).nonzero().flatten().tolist():
            members.setdefault(groups[index], []).append(index)
        if len(members) < 3:
            raise ValueError(
                f"Class {label} has too few pictures that differ: three parts need 3."
            )
        order = torch.randperm(len(members), generator=generator).tolist()
        queue = [list(members.values())[place] for place in order]
        wanted = max(1, round(share * sum(map(len, queue))))
        for part in ("test", "validation"):
            taken = queue.pop(0)
            for group in [*queue]:
                if len(taken) + len(group) <= wanted:
                    taken = taken + group
                    queue.remove(group)
            parts[part] += taken
        parts["training"] += [index for group in queue for index in group]
    return {part: sorted(indices) for part, indices in parts.items()}


# --8<-- [end:split]
