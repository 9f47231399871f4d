"""Split eleven examples into parts whose sizes were cut off."""
# handbook: raises=ValueError

# --8<-- [start:error]
from torch.utils.data import random_split

examples = range(11)
sizes = [int(0.8 * len(examples)), int(0.2 * len(examples))]
print(sizes, len(examples))
random_split(examples, sizes)
# --8<-- [end:error]
