"""How long decisions may take at a table. What it means in dates is not known here.

All lengths of time are whole seconds, all times of day minutes since midnight in the
time zone of the seat whose clock it is.
"""

from typing import Annotated

from msgspec import Meta, Struct

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
SHORTEST, LONGEST = MINUTE, 60 * DAY
MINUTES_OF_A_DAY = 24 * 60
LONGEST_VACATION = 60

#: For so many days may the staff pause a game in all.
PAUSE_DAYS = 30

#: A decision, or a bank, has from one minute to sixty days; an extra may be nothing.
Allowance = Annotated[int, Meta(ge=SHORTEST, le=LONGEST)]
Extra = Annotated[int, Meta(ge=0, le=LONGEST)]
MinuteOfDay = Annotated[int, Meta(ge=0, lt=MINUTES_OF_A_DAY)]


class PerMove(
    Struct, frozen=True, forbid_unknown_fields=True, tag="per_move", tag_field="kind"
):
    """Every decision has the same time, however quick the one before was."""

    seconds: Allowance


class Bank(
    Struct, frozen=True, forbid_unknown_fields=True, tag="bank", tag_field="kind"
):
    """
    A store of time for the whole game, named after Fischer.

    It opens with ``start``; each decision adds ``increment`` once it is made, up to
    ``cap``; what a decision takes beyond the clock's grace is taken from it.
    """

    start: Allowance
    increment: Extra
    cap: Allowance


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of each day in which a clock runs; over midnight if it closes first."""

    opens: MinuteOfDay
    closes: MinuteOfDay


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """
    The clock of a table and what happens to those who let it run out.

    ``grace`` is time on top for each decision: it is never charged to a bank, and comes
    after the time per move. ``window`` is None for a clock that runs day and night,
    ``weekends`` stops it on Saturdays and Sundays. A seat may be away for ``vacation``
    days in any year. When ``misses`` decisions in a row had to be played for somebody,
    the steward keeps the seat; with 0 the first one does it.
    """

    time: PerMove | Bank
    grace: Extra = 0
    window: Window | None = None
    weekends: bool = False
    vacation: Annotated[int, Meta(ge=0, le=LONGEST_VACATION)] = 0
    misses: Annotated[int, Meta(ge=0, le=20)] = 2
