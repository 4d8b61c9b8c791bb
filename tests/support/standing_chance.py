"""Chance that stands still: what a test draws at random, it draws alike in each run."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest


@contextmanager
def drawn_for(name: str, attempt: int = 1) -> Iterator[None]:
    """
    Let this process draw seeds, nonces, slugs and tokens of a name's own numbers.

    Each ``attempt`` has others.

    They all come from the random bytes of the system, by ``secrets`` and ``uuid``. What
    OpenSSL draws, and other processes do, stays as it is in service.
    """
    numbers = Random(name if attempt == 1 else f"{name}, attempt {attempt}")
    with pytest.MonkeyPatch.context() as patch:
        for source in ("os.urandom", "random._urandom"):
            patch.setattr(source, numbers.randbytes)
        yield
