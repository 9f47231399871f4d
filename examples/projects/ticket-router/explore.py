"""Look at the tickets, their parts, and the router that looks at nothing."""

# --8<-- [start:look]
import textwrap

from tickets import LABELS, TICKETS, read

texts, labels = read(TICKETS)
print(len(texts), "tickets:", dict(zip(LABELS, labels.bincount().tolist())))
for index in (79, 171, 169, 180):
    print(f"\n[{LABELS[labels[index]]}]")
    print(textwrap.fill(texts[index], 80))
# --8<-- [end:look]

# --8<-- [start:parts]
from tickets import split

parts = split(labels)
for name, indices in parts.items():
    counts = labels[indices].bincount().tolist()
    print(f"{name:11} {len(indices):4} tickets, per class {counts}")
# --8<-- [end:parts]

# --8<-- [start:majority]
from sklearn.metrics import accuracy_score, f1_score

wanted = labels[parts["test"]]
answers = wanted.new_full(wanted.shape, LABELS.index("technical"))
print(f"accuracy {accuracy_score(wanted, answers):.3f}")
scores = f1_score(wanted, answers, average=None)
print("F1 per class", *(f"{score:.3f}" for score in scores))
print(f"macro-F1 {f1_score(wanted, answers, average='macro'):.3f}")
# --8<-- [end:majority]
