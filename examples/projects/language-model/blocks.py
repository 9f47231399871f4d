"""What two blocks write, one character after the other."""

# --8<-- [start:blocks]
from pieces import Pieces
from small_form import characters, report
from train_gpt import Options, build

report("blocks", build(Options()), Pieces(characters, []))
# --8<-- [end:blocks]
