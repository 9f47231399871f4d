"""Turn photos into batches with transforms v2, and move boxes and masks with them."""

# --8<-- [start:first]
import torch
from PIL import Image
from sklearn.datasets import load_sample_image
from torchvision.transforms import v2

photo = Image.fromarray(load_sample_image("china.jpg"))
image = v2.ToImage()(photo)
print("PIL:   ", photo.size, photo.mode)
print("tensor:", tuple(image.shape), image.dtype, type(image).__name__)
# --8<-- [end:first]

# --8<-- [start:compose]
prepare = v2.Compose(
    [
        v2.ToImage(),
        v2.Resize((96, 144)),
        v2.ToDtype(torch.float32, scale=True),
    ]
)
inputs = prepare(photo)
print(tuple(inputs.shape), inputs.dtype)
print(f"smallest {inputs.min().item():.2f}, largest {inputs.max().item():.2f}")
# --8<-- [end:compose]

# --8<-- [start:scale]
scaled = v2.ToDtype(torch.float32, scale=True)(image)
for name, by_hand in {"/ 255": image / 255, "* (1 / 255)": image * (1 / 255)}.items():
    difference = (scaled - by_hand).abs().max().item()
    print(f"largest difference from image {name:11} {difference:.0e}")
unscaled = v2.ToDtype(torch.float32)(image)
print("largest value without scale:", unscaled.max().item())
# --8<-- [end:scale]

# --8<-- [start:resize]
both = v2.Compose([v2.Resize(32), v2.CenterCrop(32)])
for transform in (v2.Resize(32), v2.Resize((32, 32)), both):
    print(tuple(transform(image).shape))
# --8<-- [end:resize]

# --8<-- [start:normalize]
mean, std = scaled.mean(dim=(1, 2)), scaled.std(dim=(1, 2))
normalized = v2.Normalize(mean.tolist(), std.tolist())(scaled)
by_hand = (scaled - mean[:, None, None]) / std[:, None, None]
torch.testing.assert_close(normalized, by_hand)
new_mean, new_std = normalized.mean(dim=(1, 2)), normalized.std(dim=(1, 2))
print("mean before", [f"{value:.2f}" for value in mean.tolist()])
print("mean after ", [f"{abs(value):.2f}" for value in new_mean.tolist()])
print("std after  ", [f"{value:.2f}" for value in new_std.tolist()])
# --8<-- [end:normalize]

# --8<-- [start:datasets]
from pathlib import Path

from torch.utils.data import DataLoader, Dataset

for name in ("china", "flower"):
    Image.fromarray(load_sample_image(f"{name}.jpg")).save(f"{name}.png")


class Photos(Dataset[torch.Tensor]):
    def __init__(self, files: list[Path], transform: v2.Transform) -> None:
        self.files = files
        self.transform = transform

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int) -> torch.Tensor:
        with Image.open(self.files[index]) as file:
            return self.transform(file.convert("RGB"))


to_float = [
    v2.ToDtype(torch.float32, scale=True),
    v2.Normalize(mean.tolist(), std.tolist()),
]
augment = [v2.RandomResizedCrop(64, scale=(0.3, 1.0)), v2.RandomHorizontalFlip()]
files = [Path("china.png"), Path("flower.png")]
train = Photos(files, v2.Compose([v2.ToImage(), *augment, *to_float]))
middle = [v2.Resize(72), v2.CenterCrop(64)]
validation = Photos(files, v2.Compose([v2.ToImage(), *middle, *to_float]))
print(tuple(next(iter(DataLoader(train, batch_size=2))).shape))
# --8<-- [end:datasets]


# --8<-- [start:draws]
def different(dataset: Photos) -> int:
    images = torch.stack([dataset[0] for _ in range(5)])
    return len(images.unique(dim=0))


torch.manual_seed(0)
print("different images of 5, training:  ", different(train))
print("different images of 5, validation:", different(validation))
torch.manual_seed(0)
first = train[0]
torch.manual_seed(0)
difference = (first - train[0]).abs().max().item()
print("same seed, largest difference:", difference)
# --8<-- [end:draws]

# --8<-- [start:batch]
flip = v2.RandomHorizontalFlip()
ramps = torch.arange(4.0).expand(8, 1, 4, 4)
torch.manual_seed(0)
for _ in range(3):
    print("one call for 8:", [int(ramp[0, 0, 0] != 0) for ramp in flip(ramps)])
print("a call for each:", [int(flip(ramp)[0, 0, 0] != 0) for ramp in ramps])
# --8<-- [end:batch]

# --8<-- [start:boxes]
from torchvision import tv_tensors

height, width = image.shape[-2:]
tower = [50, 15, 295, 340]
layout = {"format": "XYXY", "canvas_size": (height, width)}
boxes = tv_tensors.BoundingBoxes(torch.tensor([tower]), **layout)
inside = torch.zeros(height, width, dtype=torch.uint8)
inside[15:340, 50:295] = 2
sample = {
    "image": image,
    "boxes": boxes,
    "mask": tv_tensors.Mask(inside),
    "labels": torch.tensor([2]),
}

mirrored = v2.RandomHorizontalFlip(p=1)(sample)
columns = torch.nonzero(mirrored["mask"].any(dim=0)).flatten()
print("before:", sample["boxes"].tolist(), sample["labels"].tolist())
print("after: ", mirrored["boxes"].tolist(), mirrored["labels"].tolist())
print("mask, columns", columns.min().item(), "to", columns.max().item())
# --8<-- [end:boxes]

# --8<-- [start:crop]
cropped = v2.CenterCrop(40)(sample)
left_over = cropped["boxes"]
print("box after the crop:", left_over.tolist(), "in", left_over.canvas_size)
kept = v2.SanitizeBoundingBoxes()(cropped)
print("kept:", len(kept["boxes"]), "boxes,", len(kept["labels"]), "labels")
# --8<-- [end:crop]

# --8<-- [start:model]
from torch import nn
from torchvision import models


class Backbone(nn.Module):
    def __init__(self, classes: int) -> None:
        super().__init__()
        self.model = models.resnet18(weights=None)
        self.model.fc = nn.Linear(self.model.fc.in_features, classes)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.model(inputs)


torch.manual_seed(0)
model = Backbone(classes=3).eval()
with torch.no_grad():
    outputs = model(next(iter(DataLoader(validation, batch_size=2))))
print(tuple(outputs.shape))
print(models.ResNet18_Weights.DEFAULT.transforms())
# --8<-- [end:model]

# --8<-- [start:restore]
target = v2.functional.center_crop(scaled, [256, 256])
for size in (128, 64, 32):
    small = v2.functional.resize(target, [size, size])
    guess = v2.functional.resize(small, [256, 256])
    loss = nn.functional.l1_loss(guess, target).item()
    print(f"{size} to 256: pixel loss {loss:.3f}")
# --8<-- [end:restore]

# --8<-- [start:normalize-bytes]
normalize = v2.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
for wrong in (photo, image):
    try:
        normalize(wrong)
    except TypeError as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:normalize-bytes]

# --8<-- [start:sizes]
upright = v2.functional.rotate(image, 90, expand=True)
try:
    next(iter(DataLoader([v2.Resize(32)(image), v2.Resize(32)(upright)], batch_size=2)))
except RuntimeError as error:
    print(error)
print(tuple(torch.stack([both(image), both(upright)]).shape))
# --8<-- [end:sizes]

# --8<-- [start:plain-boxes]
from torchvision.ops import box_iou

truth = mirrored["boxes"]
plain = torch.tensor([tower])
kinds = {"tensor": plain, "BoundingBoxes": boxes, "boxes + 0": boxes + 0}
for name, given in kinds.items():
    got = v2.RandomHorizontalFlip(p=1)(image, given)[1]
    overlap = box_iou(got, truth).item()
    print(f"{name:13} {got.tolist()}  overlap {overlap:.2f}")
# --8<-- [end:plain-boxes]

# --8<-- [start:mask]
print("classes in the mask: ", inside.unique().tolist())
for kind in (tv_tensors.Mask, tv_tensors.Image):
    small = v2.Resize(32)(kind(inside))
    print(f"resized as {kind.__name__:9} ", small.unique().tolist())
# --8<-- [end:mask]

# --8<-- [start:no-scale]
for scale in (False, True):
    result = normalize(v2.ToDtype(torch.float32, scale=scale)(image))
    print(f"scale={scale}: mean {result.mean():.1f}, largest {result.max():.1f}")
# --8<-- [end:no-scale]

# --8<-- [start:channels-last]
pixels = torch.tensor(load_sample_image("china.jpg"))
small = v2.Resize((32, 32))
print("given:          ", tuple(pixels.shape))
print("ToImage, Resize:", tuple(small(v2.ToImage()(pixels)).shape))
print("permute, Resize:", tuple(small(pixels.permute(2, 0, 1)).shape))
# --8<-- [end:channels-last]

# --8<-- [start:device]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
finish = v2.Compose(to_float)
batch = torch.stack([v2.functional.center_crop(image, [64, 64])] * 4)
on_device = finish(batch.to(device))
difference = (on_device.cpu() - finish(batch)).abs().max().item()
print(tuple(on_device.shape), f"largest difference from the CPU {difference:.4f}")
print("bytes before ToDtype:", batch.nbytes)
print("bytes after ToDtype: ", on_device.nbytes)
# --8<-- [end:device]

# --8<-- [start:figure-transforms]
import matplotlib.pyplot as plt

transforms = [
    v2.RandomHorizontalFlip(p=1),
    v2.RandomResizedCrop((height, width), scale=(0.2, 0.5)),
    v2.RandomRotation(20),
    v2.ColorJitter(brightness=0.4, hue=0.3),
    v2.RandomErasing(p=1),
]
torch.manual_seed(4)
pictures = {"the photo": image}
pictures |= {type(transform).__name__: transform(image) for transform in transforms}
figure, panels = plt.subplots(3, 2, figsize=(5, 5.5), layout="constrained")
for axes, (name, picture) in zip(panels.flat, pictures.items()):
    axes.imshow(picture.permute(1, 2, 0))
    axes.set_title(name)
    axes.axis("off")
figure.savefig("transforms.webp", pil_kwargs={"quality": 45})
# --8<-- [end:figure-transforms]

# --8<-- [start:figure-boxes]
from matplotlib.patches import Rectangle

torch.manual_seed(2)
crop = v2.RandomResizedCrop((height, width), scale=(0.5, 0.6))
rotate = v2.functional.rotate
shown = {
    "the photo": (image, boxes),
    "flipped": v2.RandomHorizontalFlip(p=1)(image, boxes),
    "cropped": crop(image, boxes),
    "rotated": (rotate(image, 15), rotate(boxes, 15)),
}
figure, panels = plt.subplots(2, 2, figsize=(5, 3.8), layout="constrained")
for axes, (name, (picture, moved)) in zip(panels.flat, shown.items()):
    axes.imshow(picture.permute(1, 2, 0))
    left, top, right, bottom = moved[0].tolist()
    frame = {"fill": False, "edgecolor": "magenta", "linewidth": 2}
    axes.add_patch(Rectangle((left, top), right - left, bottom - top, **frame))
    axes.set_title(name)
    axes.axis("off")
figure.savefig("boxes.webp", pil_kwargs={"quality": 50})
# --8<-- [end:figure-boxes]
