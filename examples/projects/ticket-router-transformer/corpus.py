"""The tickets, their three parts, and a tokenizer trained on one of them."""

# --8<-- [start:corpus]
import csv
from pathlib import Path

import torch
from sklearn.model_selection import train_test_split
from tokenizers import (
    Tokenizer,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import PreTrainedTokenizerFast

TICKETS = Path(__file__).resolve().parents[2] / "data/tickets/tickets.csv"
LABELS = ["account", "billing", "technical"]


def load() -> tuple[list[str], torch.Tensor, dict[str, list[int]]]:
    """Return texts, labels, and the indices of the parts of the page before."""
    with TICKETS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    labels = torch.tensor([LABELS.index(row["label"]) for row in rows])
    rest, test = train_test_split(
        range(len(rows)), test_size=0.15, stratify=labels, random_state=0
    )
    training, validation = train_test_split(
        rest, test_size=len(test), stratify=labels[rest], random_state=0
    )
    return (
        [row["text"] for row in rows],
        labels,
        {"training": training, "validation": validation, "test": test},
    )


# --8<-- [end:corpus]


# --8<-- [start:tokenizer]
def train_tokenizer(texts: list[str], size: int = 1500) -> PreTrainedTokenizerFast:
    """Return a tokenizer that merges up to `size` pieces; four are those of BERT."""
    special = {
        "pad_token": "[PAD]",
        "unk_token": "[UNK]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
    }
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(), pre_tokenizers.Punctuation()]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(special.values()),
        limit_alphabet=100,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    ends = [(token, tokenizer.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=ends
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=128, **special
    )


# --8<-- [end:tokenizer]
