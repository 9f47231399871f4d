"""Split pictures class by class, and keep families together."""

# --8<-- [start:split]
import torch


def split(
    labels: list[int], families: list[str], share: float = 0.25, seed: int = 0
) -> tuple[list[int], list[int]]:
    """Return the indices of the training and of the validation part."""
    generator = torch.Generator().manual_seed(seed)
    validation: list[int] = []
    for label in sorted(set(labels)):
        members: dict[str, list[int]] = {}
        for index, family in enumerate(families):
            if labels[index] == label:
                members.setdefault(family, []).append(index)
        groups = list(members.values())
        wanted, taken = round(share * labels.count(label)), []
        for place in torch.randperm(len(groups), generator=generator).tolist():
            if len(taken) + len(groups[place]) <= wanted:
                taken += groups[place]
        validation += taken
    held_out = set(validation)
    training = [index for index in range(len(labels)) if index not in held_out]
    return training, sorted(validation)


# --8<-- [end:split]
