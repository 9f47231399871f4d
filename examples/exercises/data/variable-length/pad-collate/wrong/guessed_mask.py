"""Takes every value that looks like padding for padding."""

# hint: make the mask from the lengths
import torch


def pad_collate(
    samples: list[tuple[torch.Tensor, int]], padding: int, multiple: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    lengths = torch.tensor([len(sequence) for sequence, _ in samples])
    width = -(-int(lengths.max()) // multiple) * multiple
    tokens = torch.full((len(samples), width), padding)
    for row, (sequence, _) in zip(tokens, samples):
        row[: len(sequence)] = sequence
    mask = tokens != padding
    return tokens, mask, torch.tensor([label for _, label in samples])
