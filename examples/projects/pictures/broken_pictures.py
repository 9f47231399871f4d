"""Meet what goes wrong with pictures that a network is given."""

# --8<-- [start:sentences]
from pathlib import Path


from emoji_sheet import unpack
from picture_folder import open_picture, read_folder

groups = unpack(Path("groups"))
bear = (groups / "animals-nature/bear.png").read_bytes()
for name in ("none", "one/bears", "two/bears", "two/cats", "bad/bears", "bad/cats"):
    Path(name).mkdir(parents=True)
Path("one/bears/bear.png").write_bytes(bear)
Path("two/bears/bear.png").write_bytes(bear)
Path("bad/bears/bear.png").write_text("a list of bears", encoding="utf-8")
Path("bad/cats/cat.png").write_bytes(bear)
Path("half.png").write_bytes(bear[:300])
Path("empty.png").touch()
for folder in ("gone", "none", "one", "two", "bad"):
    try:
        read_folder(Path(folder))
    except (FileNotFoundError, ValueError) as error:
        print(error)
for file in ("gone.png", "empty.png", "half.png"):
    try:
        open_picture(Path(file))
    except (FileNotFoundError, ValueError) as error:
        print(error)
# --8<-- [end:sentences]

# --8<-- [start:scale]
from picture_networks import SmallCNN
from picture_training import ask
from safetensors.torch import load_file

folder = read_folder(groups)
model = SmallCNN(len(folder.classes))
shipped = Path(__file__).resolve().parent / "emoji_groups.safetensors"
model.load_state_dict(load_file(shipped))
scaled = ask(model, folder.pixels / 255).argmax(dim=1)
answers = [folder.classes[label] for label in scaled.unique().tolist()]
print(
    "pixels from 0 to 1:  ",
    f"{(scaled == folder.labels).float().mean():.0%} right",
    answers,
)
# --8<-- [end:scale]

# --8<-- [start:repair-scale]
right = ask(model, folder.pixels).argmax(dim=1)
print("pixels from 0 to 255:", f"{(right == folder.labels).float().mean():.0%} right")
# --8<-- [end:repair-scale]
