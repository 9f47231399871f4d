"""Draw what each of two processes holds during one step."""

# --8<-- [start:figure]
import matplotlib.pyplot as plt

rows = [
    ("weights", "old", "old"),
    ("batch", "part 0", "part 1"),
    ("gradient of its part", "gradient 0", "gradient 1"),
    ("after all-reduce", "mean of both", "mean of both"),
    ("weights after step", "new", "new"),
]
colors = {"old": "C0", "mean of both": "C2", "new": "C4"}
figure, axes = plt.subplots(figsize=(6, 3.4))
for row, (name, *cells) in enumerate(rows):
    axes.text(-0.05, -row, name, ha="right", va="center")
    for column, text in enumerate(cells):
        color = colors.get(text, ("C1", "C3")[column])
        corner = (column * 1.2, -row - 0.35)
        axes.add_patch(plt.Rectangle(corner, 1, 0.7, color=color, alpha=0.25))
        axes.text(column * 1.2 + 0.5, -row, text, ha="center", va="center")
for column in (0, 1):
    axes.text(column * 1.2 + 0.5, 0.65, f"process {column}", ha="center", weight="bold")
arrow = {"arrowstyle": "<->", "color": "C2"}
axes.annotate("", (1.2, -2.5), (1, -2.5), arrowprops=arrow)
axes.set(xlim=(-1.1, 2.25), ylim=(-4.5, 0.95))
axes.axis("off")
figure.savefig("who-holds-what.svg")
# --8<-- [end:figure]
