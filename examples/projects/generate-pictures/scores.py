"""Score pictures that were made: against held-out ones, and those of the training."""

# --8<-- [start:scores]
import torch

from judges import frechet, judge, nearest
from small_pictures import read


class Scores:
    """Held-out pictures as a network sees them, and known ones to look for copies."""

    def __init__(self, source: str, count: int = 300) -> None:
        self.pictures, self.network = read(source), judge(source)
        generator = torch.Generator().manual_seed(7)
        held = self.pictures.held.nonzero().flatten()
        known = (~self.pictures.held).nonzero().flatten()
        held = held[torch.randperm(len(held), generator=generator)[:count]]
        some = known[torch.randperm(len(known), generator=generator)[:count]]
        pixels, labels = self.pictures.pixels, self.pictures.labels
        self.held, self.labels = pixels[held], labels[held]
        self.real, self.known = pixels[some], pixels[known]
        self.reference = self.features(self.held)

    @torch.inference_mode()
    def features(self, pixels: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.network.features(some) for some in pixels.split(100)])

    def distance(self, pixels: torch.Tensor) -> float:
        return frechet(self.features(pixels), self.reference)

    @torch.inference_mode()
    def recognised(self, pixels: torch.Tensor, labels: torch.Tensor) -> float:
        """The share of pictures that the network puts into the class asked for."""
        answers = self.network.head(self.features(pixels)).argmax(1)
        return (answers == labels).double().mean().item()

    def nearest(self, pixels: torch.Tensor) -> float:
        """The median distance to the nearest picture of the training."""
        return nearest(pixels, self.known).median().item()

    def told(
        self, pixels: torch.Tensor, labels: torch.Tensor
    ) -> tuple[float, float, float]:
        recognised = self.recognised(pixels, labels)
        return self.distance(pixels), recognised, self.nearest(pixels)


# --8<-- [end:scores]
