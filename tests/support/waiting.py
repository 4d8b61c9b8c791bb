"""How long tests wait for what has to happen: for as long as a busy machine may take.

A wait ends as soon as it is so; the limit only tells what hangs from what is slow.
"""

import time
from collections.abc import Callable

PATIENCE = 180.0


def wait_for(is_so: Callable[[], object], *, step: float = 0.05) -> None:
    """Return as soon as ``is_so()``; fail if that never comes."""
    give_up_at = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < give_up_at, f"not within {PATIENCE:g} seconds"
        time.sleep(step)
