"""What the tokenizer makes of tickets, and what the attention mask is for."""

# --8<-- [start:pieces]
import torch

from corpus import load, train_tokenizer

texts, labels, parts = load()
tokenizer = train_tokenizer([texts[index] for index in parts["training"]])
print(len(tokenizer), "pieces")
for text in ("The invoice is wrong.", "Rückerstattung zzzz 😀"):
    print(tokenizer.tokenize(text))
# --8<-- [end:pieces]

# --8<-- [start:batch]
tickets = ["Refund pls", "Cancel my subscription."]
batch = tokenizer(tickets, padding=True, truncation=True, return_tensors="pt")
print(batch["input_ids"])
print(batch["attention_mask"])
print(*tokenizer.convert_ids_to_tokens(batch["input_ids"][0]))
print(*tokenizer.convert_ids_to_tokens(batch["input_ids"][1]))
# --8<-- [end:batch]

# --8<-- [start:model]
from transformers import AutoModelForSequenceClassification, DistilBertConfig

torch.manual_seed(0)
sizes: dict[str, int] = {
    "dim": 64,
    "n_layers": 2,
    "n_heads": 4,
    "hidden_dim": 128,
    "max_position_embeddings": 128,
    "num_labels": 3,
}
config = DistilBertConfig(vocab_size=len(tokenizer), **sizes)
model = AutoModelForSequenceClassification.from_config(config).eval()
number = sum(parameter.numel() for parameter in model.parameters())
print(type(model).__name__, number, "parameters")
with torch.inference_mode():
    output = model(**batch)
print(output.logits.shape, output.loss)
# --8<-- [end:model]

# --8<-- [start:mask]
alone = tokenizer("Refund pls", return_tensors="pt")
with torch.inference_mode():
    wanted = model(**alone).logits[0]
    ids, mask = batch["input_ids"], batch["attention_mask"]
    with_mask = model(input_ids=ids, attention_mask=mask).logits[0]
    without = model(input_ids=ids).logits[0]
print("alone       ", wanted)
print("with mask   ", with_mask)
print("without mask", without)
# --8<-- [end:mask]
