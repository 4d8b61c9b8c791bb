"""Waiting in tests, for as long as a busy machine may take.

A wait ends as soon as its condition holds; the limit only detects a hang.
"""

import time
from collections.abc import Callable

PATIENCE = 180.0


def wait_for(is_so: Callable[[], object], *, step: float = 0.05) -> None:
    """Return as soon as ``is_so()``; fail after the limit."""
    give_up_at = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < give_up_at, f"not within {PATIENCE:g} seconds"
        time.sleep(step)
