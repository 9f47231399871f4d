"""Learn pieces, and let two blocks write with them."""

# --8<-- [start:learn]
from pieces import Pieces, learn
from small_form import characters, parts, report
from train_gpt import Options, build

pieces = Pieces(characters, learn(parts["training"], characters, 512))
tokens = pieces.encode("of the canonical hacker")
print([pieces.texts[token] for token in tokens.tolist()])
print(pieces.decode(tokens))
length = len(parts["test"]) / len(pieces.encode(parts["test"]))
print(f"{length:.2f} characters a piece")
# --8<-- [end:learn]

# --8<-- [start:pieces]
report("pieces", build(Options(size=512)), pieces)
# --8<-- [end:pieces]
