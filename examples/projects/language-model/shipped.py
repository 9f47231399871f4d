"""The GPT that lies in the handbook, with its pieces."""

# --8<-- [start:load]
import json
from pathlib import Path

from safetensors import safe_open
from safetensors.torch import load_file

from gpt import GPT
from pieces import Pieces
from train_gpt import Options, build

WEIGHTS = Path(__file__).resolve().parents[2] / "data/jargon-gpt/jargon-gpt.safetensors"


def load_pieces() -> tuple[Pieces, Options]:
    with safe_open(WEIGHTS, framework="pt") as opened:
        about = json.loads(opened.metadata()["about"])
    return Pieces(about["characters"], about["merges"]), Options(**about["options"])


def load_model() -> GPT:
    model = build(load_pieces()[1])
    model.load_state_dict(load_file(WEIGHTS))
    return model.eval()


# --8<-- [end:load]
