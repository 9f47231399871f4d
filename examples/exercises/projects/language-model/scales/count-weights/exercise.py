"""Count the weights of a GPT before it is built."""


def count_weights(size: int, width: int, blocks: int) -> int:
    """Return how many numbers the GPT of the project learns.

    It has an embedding of `size` pieces, and a last layer norm and linear layer that
    answers with `size` logits. Each block has two layer norms, a linear layer from
    width to three times the width and one from width to width for its attention, and
    in its MLP one from width to four times the width and one back. Linear layers have
    biases; layer norms have a weight and a bias for each number of their input.
    """
