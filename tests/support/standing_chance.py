"""Deterministic chance: a test draws the same random values in each run."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest


@contextmanager
def drawn_for(name: str, attempt: int = 1) -> Iterator[None]:
    """
    Draw this process's seeds, nonces, slugs and tokens from a test's name.

    Each ``attempt`` has its own values. They all come from the system's random bytes
    through ``secrets`` and ``uuid``. OpenSSL and other processes stay random.
    """
    numbers = Random(name if attempt == 1 else f"{name}, attempt {attempt}")
    with pytest.MonkeyPatch.context() as patch:
        for source in ("os.urandom", "random._urandom"):
            patch.setattr(source, numbers.randbytes)
        yield
