"""Byte-pair encoding: the commonest neighbours become one piece, again and again."""

# --8<-- [start:merge]
import numpy as np
import torch

Merges = list[tuple[int, int]]


def merge(tokens: np.ndarray, pair: tuple[int, int], new: int) -> np.ndarray:
    """Put a new piece where the two stand beside each other, from left to right."""
    (places,) = np.nonzero((tokens[:-1] == pair[0]) & (tokens[1:] == pair[1]))
    if pair[0] == pair[1]:
        kept: list[int] = []
        for place in places.tolist():
            if not kept or place > kept[-1] + 1:
                kept.append(place)
        places = np.array(kept, dtype=int)
    tokens = tokens.copy()
    tokens[places] = new
    return np.delete(tokens, places + 1)


# --8<-- [end:merge]


# --8<-- [start:learn]
def learn(text: str, characters: str, size: int) -> Merges:
    """Merge the commonest pair until there are `size` pieces; none crosses a word."""
    places = {character: place for place, character in enumerate(characters)}
    tokens = np.array([places[character] for character in text], dtype=int)
    starts = [character in " \n" for character in characters]
    merges: Merges = []
    for new in range(len(characters), size):
        first, second = tokens[:-1], tokens[1:]
        inside = ~np.array(starts)[second] & (first != places.get("\n", -1))
        counts = np.bincount(first[inside] * new + second[inside])
        if not len(counts) or counts.max() < 2:
            break
        pair = divmod(int(counts.argmax()), new)
        merges.append(pair)
        starts.append(starts[pair[0]])
        tokens = merge(tokens, pair, new)
    return merges


# --8<-- [end:learn]


# --8<-- [start:pieces]
class Pieces:
    """A text as numbers of pieces, and back; without merges a piece is a character."""

    def __init__(self, characters: str, merges: Merges) -> None:
        self.characters, self.merges = characters, merges
        self.texts = [*characters]
        for first, second in merges:
            self.texts.append(self.texts[first] + self.texts[second])

    def encode(self, text: str) -> torch.Tensor:
        if unknown := sorted({*text} - {*self.characters}):
            raise ValueError(f"The model does not know {''.join(unknown[:20])!r}.")
        places = {character: place for place, character in enumerate(self.characters)}
        tokens = np.array([places[character] for character in text], dtype=int)
        for new, pair in enumerate(self.merges, len(self.characters)):
            tokens = merge(tokens, pair, new)
        return torch.from_numpy(tokens)

    def decode(self, tokens: torch.Tensor) -> str:
        return "".join(self.texts[token] for token in tokens.tolist())


# --8<-- [end:pieces]
