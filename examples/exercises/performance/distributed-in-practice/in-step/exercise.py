"""Yield batches as long as every process has one."""

from collections.abc import Iterable, Iterator
from typing import Any


def in_step(batches: Iterable[Any]) -> Iterator[Any]:
    """Yield the batches of this process as long as every process has one more.

    All processes call this. Between two batches, each takes a step with DDP.

    Args:
        batches: A stream, which may be empty or without an end. Its length differs
            between processes.
    """
