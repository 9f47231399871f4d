"""See augmentation, and a run that is stopped and goes on."""

# --8<-- [start:figure-augment]
from pathlib import Path

import matplotlib.pyplot as plt
import torch
from torchvision.transforms import v2
from torchvision.utils import make_grid

from emoji_sheet import unpack
from picture_folder import read_folder
from picture_training import augment

folder = read_folder(unpack(Path("groups")))

torch.manual_seed(3)
strip = []
for stem in ("snail", "flag-south-korea", "hamburger"):
    (place,) = [n for n, file in enumerate(folder.files) if Path(file).stem == stem]
    same = folder.pixels[place].repeat(8, 1, 1, 1).float()
    strip += [folder.pixels[place].float().unsqueeze(0), augment(same)]
changed = make_grid(torch.cat(strip).byte(), nrow=9, padding=3, pad_value=255)
plt.imsave("augment.webp", changed.permute(1, 2, 0).numpy(), pil_kwargs={"quality": 85})
# --8<-- [end:figure-augment]


# --8<-- [start:one-draw]
def different(batch: torch.Tensor) -> int:
    return len({picture.numpy().tobytes() for picture in batch})


torch.manual_seed(0)
same = folder.pixels[:1].repeat(4, 1, 1, 1)
print("RandomAffine: ", different(v2.RandomAffine(30, fill=255)(same)), "of 4 differ")
print("augment:      ", different(augment(same.float())), "of 4 differ")
# --8<-- [end:one-draw]

# --8<-- [start:stopped]
from picture_networks import SmallCNN
from picture_training import fit


class Stopped(Exception):
    pass


def trained(name: str, stop: int | None = None) -> dict[str, torch.Tensor]:
    def report(epoch: int, loss: float) -> None:
        if epoch == stop:
            raise Stopped

    torch.manual_seed(0)
    pixels, labels = folder.pixels[::12], folder.labels[::12]
    model = SmallCNN(len(folder.classes), pixels)
    fit(model, pixels, labels, epochs=3, checkpoint=Path(name), report=report)
    return model.state_dict()


whole = trained("whole.pt")
try:
    trained("stopped.pt", stop=2)
except Stopped:
    print("stopped in epoch 2")
resumed = trained("stopped.pt")
print("bit for bit:", all(torch.equal(whole[name], resumed[name]) for name in whole))
# --8<-- [end:stopped]
