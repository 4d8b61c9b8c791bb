"""A deadline for reading a mail: what computes for longer is broken off (SIGVTALRM).

Only the seconds count in which this process computes: a busy machine is no fault of the
mail. Signals reach the main thread alone, in which workers do their tasks; elsewhere
nothing is broken off.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class TookTooLong(BaseException):
    """No Exception: parsers catch those, and would go on."""


@contextmanager
def broken_off_after(seconds: float) -> Iterator[None]:
    """Raise TookTooLong in the midst of what goes on computing for longer."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _break_off(number: int, frame: FrameType | None) -> None:
    raise TookTooLong
