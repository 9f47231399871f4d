"""A Hugging Face model is an nn.Module with configuration, tokenizer and folder."""

# --8<-- [start:tokenizer]
import os

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
import transformers
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from tokenizers import processors, trainers
from transformers import PreTrainedTokenizerFast

transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")

texts = [
    "my card was charged twice",
    "the invoice shows the wrong amount",
    "please refund my last payment",
    "why was my card charged again",
    "the app crashes when I log in",
    "the login page shows an error",
    "the app does not start",
    "an error appears when I log in again",
]
special = {
    "pad_token": "[PAD]",
    "unk_token": "[UNK]",
    "cls_token": "[CLS]",
    "sep_token": "[SEP]",
}

trained = Tokenizer(models.BPE(unk_token="[UNK]"))
trained.normalizer = normalizers.Lowercase()
trained.pre_tokenizer = pre_tokenizers.Whitespace()
trainer = trainers.BpeTrainer(
    vocab_size=80,
    special_tokens=list(special.values()),
    show_progress=False,
)
trained.train_from_iterator(texts, trainer)
trained.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=trained, **special)

print(tokenizer.tokenize("My card crashes!"))
print(tokenizer("My card crashes!").input_ids)
# --8<-- [end:tokenizer]

# --8<-- [start:batch]
labels = torch.tensor([0, 0, 0, 0, 1, 1, 1, 1], device=device)
batch = tokenizer(texts, padding=True, return_tensors="pt").to(device)
for name, tensor in batch.items():
    print(name, tuple(tensor.shape), tensor.dtype)
print(batch.attention_mask.sum(dim=1))
# --8<-- [end:batch]

# --8<-- [start:model]
from transformers import BertConfig, BertForSequenceClassification

torch.manual_seed(0)
config = BertConfig(
    vocab_size=len(tokenizer),
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
    max_position_embeddings=64,
    id2label={0: "billing", 1: "technical"},
    label2id={"billing": 0, "technical": 1},
)
model = BertForSequenceClassification(config).to(device)
print(isinstance(model, torch.nn.Module), model.training)
print([name for name, _ in model.named_children()])
print(f"{sum(p.numel() for p in model.parameters()):,} parameters")

output = model(**batch, labels=labels)
print(list(output.keys()), tuple(output.logits.shape))
loss = torch.nn.functional.cross_entropy(output.logits, labels)
print(torch.equal(output.loss, loss))
# --8<-- [end:model]


# --8<-- [start:loop]
def fit(model: torch.nn.Module, labels: torch.Tensor, lr: float, steps: int) -> None:
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=lr)
    for step in range(steps):
        optimizer.zero_grad()
        output = model(**batch, labels=labels)
        loss = output.loss
        loss.backward()
        optimizer.step()


model.train()
fit(model, labels, lr=3e-3, steps=30)

model.eval()
with torch.inference_mode():
    answers = model(**batch).logits.argmax(dim=1)
print("right:", (answers == labels).sum().item(), "of", len(texts))
print([model.config.id2label[answer] for answer in answers.tolist()][3:5])
# --8<-- [end:loop]

# --8<-- [start:too-long]
long = " ".join(texts * 2)
for options in ({}, {"truncation": True}):
    inputs = tokenizer(long, return_tensors="pt", **options).to(device)
    try:
        model(**inputs)
    except RuntimeError as error:
        print(options, str(error).split(". ")[0])

tokenizer.model_max_length = model.config.max_position_embeddings
inputs = tokenizer(long, truncation=True, return_tensors="pt").to(device)
print(tuple(inputs.input_ids.shape), tuple(model(**inputs).logits.shape))
print("ends in", tokenizer.decode(inputs.input_ids[0, -3:]))
# --8<-- [end:too-long]

# --8<-- [start:save]
import json
from pathlib import Path

from safetensors import safe_open

model.save_pretrained("router")
tokenizer.save_pretrained("router")
for file in sorted(Path("router").iterdir()):
    print(file.name)

saved = json.loads(Path("router/config.json").read_text(encoding="utf-8"))
for key in ("model_type", "architectures", "hidden_size", "vocab_size", "id2label"):
    print(f"{key}: {saved[key]}")
with safe_open("router/model.safetensors", framework="pt") as weights:
    stored, held = len(weights.keys()), len(model.state_dict())
print(stored, "tensors, as many as in state_dict():", held)
# --8<-- [end:save]

# --8<-- [start:load]
from transformers import AutoModelForSequenceClassification, AutoTokenizer

again = AutoModelForSequenceClassification.from_pretrained("router").to(device)
words = AutoTokenizer.from_pretrained("router")
print(type(again).__name__, again.training)
with torch.inference_mode():
    inputs = words(texts, padding=True, return_tensors="pt").to(device)
    logits, before = again(**inputs).logits, model(**batch).logits
print("the same logits:", torch.equal(logits, before))
# --8<-- [end:load]

# --8<-- [start:attention]
answers = {}
for name in ("sdpa", "eager"):
    copy = AutoModelForSequenceClassification.from_pretrained(
        "router",
        attn_implementation=name,
    ).to(device)
    with torch.inference_mode():
        answers[name] = copy(**batch, output_attentions=True)
    print(name, [tuple(weights.shape) for weights in answers[name].attentions])
worst = (answers["sdpa"].logits - answers["eager"].logits).abs().max()
print(f"largest difference of a logit: {worst:.4f}")
# --8<-- [end:attention]

# --8<-- [start:dtype]
short = AutoModelForSequenceClassification.from_pretrained("router")
short.to(torch.bfloat16).save_pretrained("short")
for dtype in ("auto", torch.float32):
    copy = AutoModelForSequenceClassification.from_pretrained("short", dtype=dtype)
    copy = copy.to(device)
    before = torch.nn.utils.parameters_to_vector(copy.parameters()).detach()
    fit(copy, labels, lr=2e-5, steps=10)
    after = torch.nn.utils.parameters_to_vector(copy.parameters())
    same = (after == before).float().mean()
    print(f"{dtype}: loaded as {copy.dtype}, unmoved: {same:.1f} of all")
# --8<-- [end:dtype]

# --8<-- [start:body]
from transformers import AutoModel

body, report = AutoModel.from_pretrained("router", output_loading_info=True)
print(type(body).__name__, "leaves out", sorted(report["unexpected_keys"]))

body.save_pretrained("body")
new, report = AutoModelForSequenceClassification.from_pretrained(
    "body",
    output_loading_info=True,
)
print(type(new).__name__, "draws at random", sorted(report["missing_keys"]))
# --8<-- [end:body]

# --8<-- [start:trainer]
import inspect

from transformers import Trainer, TrainingArguments

settings = inspect.signature(TrainingArguments).parameters
for name in ("eval_strategy", "evaluation_strategy", "use_cpu", "no_cuda"):
    print(f"TrainingArguments({name}=...)", name in settings)

arguments = inspect.signature(Trainer.__init__).parameters
for name in ("processing_class", "tokenizer"):
    print(f"Trainer({name}=...)", name in arguments)

for name in (
    "learning_rate",
    "num_train_epochs",
    "per_device_train_batch_size",
    "lr_scheduler_type",
    "max_grad_norm",
    "weight_decay",
):
    print(f"{name} = {settings[name].default}")

decay = inspect.signature(torch.optim.AdamW).parameters["weight_decay"].default
print(f"torch.optim.AdamW: weight_decay = {decay}")
# --8<-- [end:trainer]


# --8<-- [start:freeze]
def trainable(module: torch.nn.Module) -> str:
    total = sum(p.numel() for p in module.parameters())
    trainable = sum(p.numel() for p in module.parameters() if p.requires_grad)
    return f"{trainable:,} trainable of {total:,}"


again.base_model.requires_grad_(False)
before = {name: tensor.clone() for name, tensor in again.state_dict().items()}
again.train()
fit(again, labels, lr=3e-3, steps=3)
print(trainable(again))
after = again.state_dict()
print("moved:", [name for name in after if not torch.equal(after[name], before[name])])
# --8<-- [end:freeze]


# --8<-- [start:lora]
from copy import deepcopy


class LoRALinear(torch.nn.Module):
    """A frozen Linear plus a low-rank product that starts at 0."""

    def __init__(self, linear: torch.nn.Linear, rank: int = 4, alpha: float = 8.0):
        super().__init__()
        self.linear, self.scale = linear.requires_grad_(False), alpha / rank
        like = {"dtype": linear.weight.dtype, "device": linear.weight.device}
        a = 0.1 * torch.randn(rank, linear.in_features)
        self.a = torch.nn.Parameter(a.to(**like))
        self.b = torch.nn.Parameter(torch.zeros(linear.out_features, rank, **like))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) + self.scale * (x @ self.a.T @ self.b.T)

    @torch.no_grad()
    def merged(self) -> torch.nn.Linear:
        linear = deepcopy(self.linear)
        linear.weight += self.scale * (self.b @ self.a)
        return linear


# --8<-- [end:lora]

# --8<-- [start:inject]
tuned = AutoModelForSequenceClassification.from_pretrained("router")
tuned.base_model.requires_grad_(False)
for layer in tuned.base_model.encoder.layer:
    layer.attention.self.query = LoRALinear(layer.attention.self.query)
    layer.attention.self.value = LoRALinear(layer.attention.self.value)
tuned = tuned.to(device).eval()
print(trainable(tuned))
with torch.inference_mode():
    start = model(**batch).logits
    print("zero effect at the start:", torch.equal(tuned(**batch).logits, start))
# --8<-- [end:inject]

# --8<-- [start:figure]
import matplotlib.pyplot as plt

boxes = [
    (0, 0, 32, 32, "C0", "W\nfrozen"),
    (46, 0, 4, 32, "C1", "B"),
    (56, 28, 32, 4, "C1", "A"),
]
figure, axes = plt.subplots(figsize=(6, 2.4))
for x, y, width, height, color, text in boxes:
    axes.add_patch(plt.Rectangle((x, y), width, height, color=color, alpha=0.3))
    middle = (x + width / 2, y + height / 2)
    axes.text(*middle, text, ha="center", va="center", color=color)
axes.text(39, 16, "+", ha="center", va="center", fontsize=16)
axes.text(16, -4, "32 × 32", ha="center")
axes.text(48, -4, "32 × 4", ha="center")
axes.text(72, 22, "4 × 32", ha="center")
axes.set(xlim=(-1, 89), ylim=(-6, 33), aspect="equal")
axes.axis("off")
figure.savefig("lora.svg")
# --8<-- [end:figure]

# --8<-- [start:merge]
fit(tuned, 1 - labels, lr=3e-3, steps=5)
with torch.no_grad():
    learned = tuned(**batch).logits
    change = (learned - start).abs().max()
    print(f"largest change of a logit by training: {change:.1f}")
    for layer in tuned.base_model.encoder.layer:
        layer.attention.self.query = layer.attention.self.query.merged()
        layer.attention.self.value = layer.attention.self.value.merged()
    change = (tuned(**batch).logits - learned).abs().max()
    print(f"largest change of a logit by merging: {change:.4f}")
names = tuned.state_dict().keys()
print("merged, it has the tensors of the model:", names == model.state_dict().keys())
# --8<-- [end:merge]

# --8<-- [start:merge-16]
weight = torch.linspace(0.01, 0.1, 1000).bfloat16()
for share in (0.01, 0.003, 0.001):
    merged = (weight.float() * (1 + share)).bfloat16()
    same = (merged == weight).float().mean()
    print(f"{share:.1%} added to each: {same:.1f} of them stay as they were")
# --8<-- [end:merge-16]

# --8<-- [start:causal]
from transformers import GPT2Config, GPT2LMHeadModel

torch.manual_seed(0)
writer_config = GPT2Config(
    vocab_size=len(tokenizer),
    n_positions=64,
    n_embd=32,
    n_layer=2,
    n_head=2,
    bos_token_id=tokenizer.cls_token_id,
    eos_token_id=tokenizer.sep_token_id,
)
writer = GPT2LMHeadModel(writer_config).to(device)
targets = batch.input_ids.masked_fill(batch.attention_mask == 0, -100)
fit(writer, targets, lr=1e-2, steps=50)
# --8<-- [end:causal]


# --8<-- [start:generate]
def write(prompts: list[str], side: str) -> list[str]:
    how = {"padding_side": side, "add_special_tokens": False}
    inputs = tokenizer(prompts, padding=True, return_tensors="pt", **how).to(device)
    limits = {"max_new_tokens": 12, "pad_token_id": tokenizer.pad_token_id}
    output = writer.generate(**inputs, do_sample=False, **limits)
    new = output[:, inputs.input_ids.shape[1] :]
    return tokenizer.batch_decode(new, skip_special_tokens=True)


writer.eval()
prompts = ["[CLS] my", "[CLS] why was my card"]
alone = [write([prompt], "left")[0] for prompt in prompts]
print("alone:", alone)
for side in ("left", "right"):
    print(f"padded at the {side}:", write(prompts, side))
# --8<-- [end:generate]

# --8<-- [start:offline]
try:
    AutoModel.from_pretrained("nobody/no-such-model")
except OSError as error:
    print(str(error).splitlines()[0])
# --8<-- [end:offline]

# --8<-- [start:mask]
torch.manual_seed(0)
config.initializer_range = 0.2
fresh = BertForSequenceClassification(config).to(device).eval()
alone = tokenizer(texts[0], return_tensors="pt").to(device)
with torch.inference_mode():
    print("alone:               ", fresh(**alone).logits[0])
    print("in a batch:          ", fresh(**batch).logits[0])
    print("in a batch, no mask: ", fresh(batch.input_ids).logits[0])
# --8<-- [end:mask]

# --8<-- [start:misspelt]
with torch.inference_mode():
    output = fresh(batch.input_ids, attention_masks=batch.attention_mask, label=labels)
print("attention_masks=: ", output.logits[0])
print("label=:            loss", output.loss)
# --8<-- [end:misspelt]

# --8<-- [start:repair-names]
inputs = {"input_ids": batch.input_ids, "attention_masks": batch.attention_mask}
accepted = inspect.signature(fresh.forward).parameters
print("unknown:", inputs.keys() - accepted.keys())
# --8<-- [end:repair-names]
