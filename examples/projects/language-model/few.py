"""What the network of eight characters writes."""

# --8<-- [start:few]
from pieces import Pieces
from small import FewCharacters
from small_form import characters, report

report("few", FewCharacters(len(characters)), Pieces(characters, []))
# --8<-- [end:few]
