"""Draw digits, a stroke for each run of dark pixels."""

# --8<-- [start:draw]
import torch
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Strokes


def draw_digit(axes: Axes, image: torch.Tensor, left: float, color: str) -> None:
    """Draw the pixels above 0.4 of an image (28, 28) from (left, 0), 2 points each."""
    dark = torch.nn.functional.pad((image > 0.4).int(), (1, 1))
    borders = dark.diff(dim=1).nonzero().tolist()
    ends = [(left + column, -row - 0.5) for row, column in borders]
    strokes = Strokes(ends, [Strokes.MOVETO, Strokes.LINETO] * (len(ends) // 2))
    look = {"fill": False, "edgecolor": color, "linewidth": 2, "capstyle": "butt"}
    axes.add_patch(PathPatch(strokes, **look))


# --8<-- [end:draw]
