"""
What is in a seat's bank.

A bank is held in whole seconds; it is None at a table whose clock gives each move its
own time. Where a table's clock has banks but a seat has none yet, it is a full one.
"""

from stoneage_core.clock import Bank, Clock


def opening(clock: Clock) -> int | None:
    """Return what is in each bank when the game begins."""
    return clock.time.start if isinstance(clock.time, Bank) else None


def after_decision(clock: Clock, bank: int | None, spent: int) -> int | None:
    """
    Return what is in a bank once its player decided.

    The increment fills it up to the cap. A bank above the cap, as a high start or a
    change of the clock may leave one, loses what was spent and nothing else.
    """
    held = _held(clock, bank)
    if held is None or not isinstance(clock.time, Bank):
        return None
    left = max(0, held - spent)
    return max(left, min(clock.time.cap, left + clock.time.increment))


def after_time_out(clock: Clock, bank: int | None) -> int | None:
    """Return what is in a bank once it was used up: the increment, up to the cap."""
    return after_decision(clock, bank, spent=_held(clock, bank) or 0)


def on_clock_change(old: Clock | None, new: Clock, bank: int | None) -> int | None:
    """
    Return what is in a bank when its table changes to another clock.

    Where there were no banks all open with the new start. Otherwise each keeps what was
    left, up to the new cap: nobody gains by a change, and quick players stay ahead.
    """
    if bank is None or old is None or not isinstance(old.time, Bank):
        return opening(new)
    return min(bank, new.time.cap) if isinstance(new.time, Bank) else None


def on_return(clock: Clock, bank: int | None) -> int | None:
    """Return the bank of who comes back: an empty one would drive them out again."""
    start = opening(clock)
    return bank if bank is None or start is None else max(bank, start)


def _held(clock: Clock, bank: int | None) -> int | None:
    return opening(clock) if bank is None else bank
