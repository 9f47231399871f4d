"""Run something in a process of its own, with a limit, and leave nothing of it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

CAN_FORK = sys.platform == "linux"  # macOS forks too, but Accelerate and Metal do not survive it


class Child:
    """A process that calls work(send, *args), and whose parent receives what it sends."""

    def __init__(self, work: Callable[..., None], *args: Any, fresh: bool = not CAN_FORK):
        context = multiprocessing.get_context("spawn" if fresh else "fork")
        self.pipe, writer = context.Pipe(duplex=False)
        self.process = context.Process(target=start, args=(work, writer, args))
        self.process.start()
        writer.close()

    def receive(self, limit: float) -> Any:
        """What it sends next. Raises TimeoutError if nothing comes within so many seconds, EOFError if it has died."""
        if not self.pipe.poll(limit):
            raise TimeoutError
        try:
            return self.pipe.recv()
        except EOFError:
            self.process.join(5)
            raise

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):
            os.killpg(self.process.pid or 0, signal.SIGKILL)  # what hangs, and workers left behind
        self.process.kill()
        self.process.join()


def start(work: Callable[..., None], pipe: Any, args: tuple) -> None:
    if hasattr(os, "setsid"):
        os.setsid()
    work(pipe.send, *args)
