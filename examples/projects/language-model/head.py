"""What one head of attention writes."""

# --8<-- [start:head]
from pieces import Pieces
from small import OneHead
from small_form import characters, report

report("head", OneHead(len(characters)), Pieces(characters, []))
# --8<-- [end:head]
