"""An autoencoder and a variational autoencoder for pictures of 16 by 16 pixels."""

# --8<-- [start:autoencoder]
import torch
from torch import nn
from torch.nn import functional as F


class Autoencoder(nn.Module):
    """Pictures (N, channels, 16, 16) to codes (N, size), and back."""

    def __init__(self, channels: int, size: int = 32, answers: int = 1) -> None:
        super().__init__()
        self.size, self.answers = size, answers
        self.encoder = nn.Sequential(
            nn.Conv2d(channels, 32, 4, stride=2, padding=1),
            nn.SiLU(),
            nn.Conv2d(32, 64, 4, stride=2, padding=1),
            nn.SiLU(),
            nn.Flatten(),
            nn.Linear(64 * 4 * 4, answers * size),
        )
        self.decoder = nn.Sequential(
            nn.Linear(size, 64 * 4 * 4),
            nn.SiLU(),
            nn.Unflatten(1, (64, 4, 4)),
            nn.ConvTranspose2d(64, 32, 4, stride=2, padding=1),
            nn.SiLU(),
            nn.ConvTranspose2d(32, channels, 4, stride=2, padding=1),
        )

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        return self.encoder(x)

    def loss(self, x: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return F.mse_loss(self.decoder(self.encode(x)), x)


# --8<-- [end:autoencoder]


# --8<-- [start:vae]
class VAE(Autoencoder):
    """The encoder answers with a cloud for each picture: its middle and its width."""

    def __init__(self, channels: int, size: int = 32, beta: float = 1.0) -> None:
        super().__init__(channels, size, answers=2)
        self.beta = beta

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        return self.encoder(x).chunk(2, dim=1)[0]

    def terms(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What the picture costs and what the cloud costs, in nats a picture."""
        mean, log_std = self.encoder(x).chunk(2, dim=1)
        drawn = torch.randn(mean.shape).to(x.device)
        back = self.decoder(mean + log_std.exp() * drawn)
        picture = (back - x).square().sum((1, 2, 3)) / (2 * 0.3**2)
        cloud = (mean.square() + (2 * log_std).exp() - 1) / 2 - log_std
        return picture.mean(), cloud.sum(1).mean()

    def loss(self, x: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        picture, cloud = self.terms(x)
        return picture + self.beta * cloud


# --8<-- [end:vae]
