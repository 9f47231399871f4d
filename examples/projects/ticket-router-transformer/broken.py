"""Three ways in which a tokenizer and its transformer go wrong."""

# --8<-- [start:trainer]
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from corpus import load, train_tokenizer

texts, labels, parts = load()
training = [texts[index] for index in parts["training"]]


def train_word_piece() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=1500, show_progress=False)
    tokenizer.train_from_iterator(training, trainer)
    return tokenizer


word_pieces = {str(sorted(train_word_piece().get_vocab().items())) for _ in range(3)}
pairs = {str(sorted(train_tokenizer(training).get_vocab().items())) for _ in range(3)}
different = f"WordPiece {len(word_pieces)} BPE {len(pairs)}"
print(f"three trainings, different vocabularies: {different}")
# --8<-- [end:trainer]

# --8<-- [start:too-long]
from train_transformer import build_pretrained, build_small

tokenizer, model = build_small(training, seed=0)
model.eval()
log = "connection refused, retrying. " * 60
for truncation in (True, False):
    batch = tokenizer(log, truncation=truncation, return_tensors="pt")
    print(f"truncation={truncation}: {batch['input_ids'].shape[1]} pieces")
    try:
        print(model(**batch).logits.shape)
    except Exception as error:
        print(type(error).__name__, error)
# --8<-- [end:too-long]

# --8<-- [start:offline]
try:
    build_pretrained(
        "distilbert-base-uncased", seed=0, cache_dir="empty", local_files_only=True
    )
except OSError as error:
    print(error)
# --8<-- [end:offline]
