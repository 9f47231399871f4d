"""Each bug raises nothing: what it gives, and what is right."""

# --8<-- [start:imports]
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset, DistributedSampler, TensorDataset
from torchvision import tv_tensors
from torchvision.transforms import v2

# --8<-- [end:imports]

# --8<-- [start:column]
targets = torch.tensor([1.0, 2.0, 3.0, 4.0])
predictions = targets.unsqueeze(1)
print("wrong:", (predictions - targets).square().mean())
print("right:", (predictions.squeeze(1) - targets).square().mean())
# --8<-- [end:column]

# --8<-- [start:channels]
image = torch.tensor([0, 1, 2]).expand(4, 4, 3)
print("wrong:", image.reshape(3, 4, 4)[0].unique())
print("right:", image.permute(2, 0, 1)[0].unique())
# --8<-- [end:channels]

# --8<-- [start:axis]
logits = torch.tensor([[4.0, 1.0], [3.0, 2.0], [0.0, 2.0], [5.0, 4.0]])
classes = torch.tensor([0, 0, 1, 0])
for word, axis in (("wrong:", 0), ("right:", 1)):
    chosen = logits.softmax(dim=axis).argmax(dim=1)
    print(word, (chosen == classes).float().mean())
# --8<-- [end:axis]

# --8<-- [start:batch-first]
torch.manual_seed(0)
texts = torch.randn(2, 5, 8)
for word, batch_first in (("wrong:", False), ("right:", True)):
    layer = nn.TransformerEncoderLayer(8, nhead=2, batch_first=batch_first).eval()
    with torch.inference_mode():
        alone, beside = layer(texts[:1])[0], layer(texts)[0]
    print(f"{word} {(alone - beside).abs().max().item():.4f}")
# --8<-- [end:batch-first]

# --8<-- [start:padding]
scores = torch.tensor([[2.0, 4.0, 0.0, 0.0], [1.0, 2.0, 3.0, 6.0]])
real = torch.tensor([[True, True, False, False], [True, True, True, True]])
print("wrong:", scores.mean(dim=1))
print("right:", (scores * real).sum(dim=1) / real.sum(dim=1))
# --8<-- [end:padding]

# --8<-- [start:twice]
sure, answer = torch.tensor([[9.0, 0.0, 0.0]]), torch.tensor([0])
print(f"wrong: {F.cross_entropy(sure.softmax(dim=1), answer):.3f}")
print(f"right: {F.cross_entropy(sure, answer):.3f}")
no, label = torch.tensor([-9.0]), torch.tensor([0.0])
print(f"wrong: {F.binary_cross_entropy_with_logits(no.sigmoid(), label):.3f}")
print(f"right: {F.binary_cross_entropy_with_logits(no, label):.3f}")
# --8<-- [end:twice]

# --8<-- [start:batch-means]
losses = torch.tensor([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0, 6.0])
batches = losses.split(4)
print("wrong:", sum(batch.mean() for batch in batches) / len(batches))
print("right:", sum(batch.sum() for batch in batches) / len(losses))
# --8<-- [end:batch-means]


# --8<-- [start:zero-grad]
for word, reset in (("wrong:", False), ("right:", True)):
    weight = nn.Parameter(torch.zeros(()))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    for _ in range(30):
        if reset:
            optimizer.zero_grad()
        loss = (weight - 1).square()
        loss.backward()
        optimizer.step()
    print(f"{word} {weight.item():.2f}")
# --8<-- [end:zero-grad]


# --8<-- [start:kept-graph]
def graph_size(value: torch.Tensor) -> int:
    seen, pending = set(), [value.grad_fn]
    while pending:
        node = pending.pop()
        if node is not None and node not in seen:
            seen.add(node)
            pending += [above for above, _ in node.next_functions]
    return len(seen)


model = nn.Linear(2, 1)
wrong, right = torch.zeros(()), torch.zeros(())
for _ in range(100):
    loss = model(torch.ones(8, 2)).square().mean()
    wrong = wrong + loss
    right = right + loss.detach()
print("wrong:", graph_size(wrong))
print("right:", graph_size(right))
# --8<-- [end:kept-graph]


# --8<-- [start:plain-list]
class Stack(nn.Module):
    def __init__(self, blocks: list[nn.Linear] | nn.ModuleList) -> None:
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.blocks = blocks


blocks = [nn.Linear(4, 4) for _ in range(3)]
print("wrong:", sum(p.numel() for p in Stack(blocks).parameters()))
print("right:", sum(p.numel() for p in Stack(nn.ModuleList(blocks)).parameters()))
# --8<-- [end:plain-list]


# --8<-- [start:new-head]
def trained(model: nn.Module, optimizer: torch.optim.Optimizer) -> int:
    held = {id(p) for group in optimizer.param_groups for p in group["params"]}
    return sum(p.numel() for p in model.parameters() if id(p) in held)


model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model[1] = nn.Linear(4, 2)
print("wrong:", trained(model, optimizer))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print("right:", trained(model, optimizer))
# --8<-- [end:new-head]

# --8<-- [start:data]
weight = torch.tensor(3.0, requires_grad=True)
loss = weight.square()
weight.data.add_(1)
loss.backward()
print("wrong:", weight.grad)
weight = torch.tensor(3.0, requires_grad=True)
loss = weight.square()
loss.backward()
with torch.no_grad():
    weight.add_(1)
print("right:", weight.grad)
# --8<-- [end:data]

# --8<-- [start:no-eval]
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
sample, others = torch.ones(1, 2), torch.randn(7, 2)
with torch.inference_mode():
    for word, mode in (("wrong:", True), ("right:", False)):
        model.train(mode)
        first = model(torch.cat([sample, others]))[0]
        second = model(torch.cat([sample, others + 3]))[0]
        print(f"{word} {(first - second).abs().item():.4f}")
# --8<-- [end:no-eval]

# --8<-- [start:is-causal]
torch.manual_seed(0)
layer = nn.MultiheadAttention(8, num_heads=2, batch_first=True).eval()
text, later = torch.randn(1, 4, 8), torch.randn(1, 4, 8)
changed = torch.cat([text[:, :3], later[:, 3:]], dim=1)
future = torch.ones(4, 4, dtype=torch.bool).triu(diagonal=1)
with torch.inference_mode():
    for word, mask in (("wrong:", None), ("right:", future)):
        first, _ = layer(text, text, text, attn_mask=mask, is_causal=True)
        second, _ = layer(changed, changed, changed, attn_mask=mask, is_causal=True)
        print(f"{word} {(first - second)[0, 0].abs().max().item():.4f}")
# --8<-- [end:is-causal]

# --8<-- [start:no-train]
for word, calls_train in (("wrong:", False), ("right:", True)):
    norm = nn.BatchNorm1d(3)
    for _ in range(3):
        if calls_train:
            norm.train()
        for _ in range(5):
            norm(torch.ones(8, 3))
        norm.eval()
        norm(torch.ones(8, 3))
    print(word, norm.num_batches_tracked)
# --8<-- [end:no-train]

# --8<-- [start:frozen]
for word, mode in (("wrong:", True), ("right:", False)):
    norm = nn.BatchNorm1d(3).requires_grad_(False)
    norm.train(mode)
    for _ in range(10):
        norm(torch.full((8, 3), 5.0))
    print(word, norm.running_mean)
# --8<-- [end:frozen]

# --8<-- [start:shuffled]
generator = torch.Generator().manual_seed(0)
features = torch.linspace(-1, 1, 200)
labels = features > 0
order = torch.randperm(200, generator=generator)
another = torch.randperm(200, generator=generator)
print("wrong:", ((features[order] > 0) == labels[another]).float().mean())
print("right:", ((features[order] > 0) == labels[order]).float().mean())
# --8<-- [end:shuffled]


# --8<-- [start:in-place]
class Doubled(Dataset[torch.Tensor]):
    def __init__(self, in_place: bool) -> None:
        self.images, self.in_place = torch.ones(2, 3), in_place

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int) -> torch.Tensor:
        image = self.images[index]
        return image.mul_(2) if self.in_place else image * 2


for word, in_place in (("wrong:", True), ("right:", False)):
    loader = DataLoader(Doubled(in_place), batch_size=2)
    epochs = [torch.cat(list(loader)) for _ in range(3)]
    print(word, epochs[-1][0])
# --8<-- [end:in-place]

# --8<-- [start:crops]
torch.manual_seed(0)
pixels = torch.arange(64).reshape(1, 8, 8)
image, mask = tv_tensors.Image(pixels), tv_tensors.Mask(pixels)
crop = v2.RandomCrop(4)
separate, together = (crop(image), crop(mask)), crop(image, mask)
for word, (image_part, mask_part) in (("wrong:", separate), ("right:", together)):
    print(word, (image_part == mask_part).float().mean())
# --8<-- [end:crops]

# --8<-- [start:preparation]
readings = torch.linspace(10, 90, 200)
labels = readings > 50
mean, deviation = readings.mean(), readings.std()
for word, inputs in (("wrong:", readings), ("right:", (readings - mean) / deviation)):
    print(word, ((inputs > 0) == labels).float().mean())
# --8<-- [end:preparation]

# --8<-- [start:leak]
readings = torch.cat([torch.linspace(-1, 1, 80), torch.full((20,), 4.0)])
train, test = readings[:80], readings[80:]
for word, reference in (("wrong:", readings), ("right:", train)):
    standardised = (test - reference.mean()) / reference.std()
    print(word, (standardised > 3).sum())
# --8<-- [end:leak]

# --8<-- [start:set-epoch]
for word, sets_epoch in (("wrong:", False), ("right:", True)):
    numbers = TensorDataset(torch.arange(64))
    sampler = DistributedSampler(numbers, num_replicas=2, rank=0)
    orders = set()
    for epoch in range(5):
        if sets_epoch:
            sampler.set_epoch(epoch)
        orders.add(tuple(sampler))
    print(word, len(orders))
# --8<-- [end:set-epoch]

# --8<-- [start:underflow]
for word, scale in (("wrong:", 1.0), ("right:", 65536.0)):
    weight = torch.ones((), dtype=torch.float16, requires_grad=True)
    loss = (weight * 2e-5).float() * 1e-3
    (loss * scale).backward()
    print(f"{word} {weight.grad.float().item() / scale:.1e}")
# --8<-- [end:underflow]
