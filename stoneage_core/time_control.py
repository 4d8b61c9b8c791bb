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

#: The seconds that there are for any decision, at least.
LEAST = MINUTE

#: A decision can be taken back alone within this share of the time that it has, and
#: within so many seconds, wherever a game is played.
LARGEST_SHARE = 20
LONGEST_TAKEBACK = 10 * MINUTE

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


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """
    The clock of a table and what happens to those who let it run out.

    ``grace`` is time on top for each decision: it is never charged to a bank, and comes
    after the time per move. ``window`` is None for a clock that runs day and night,
    ``weekends`` stops it on Saturdays and Sundays. A seat may be away for ``vacation``
    days in any year. When ``misses`` decisions in a row had to be played for somebody,
    autopilot keeps the seat. A decision can be taken back alone for ``takeback``
    seconds, and no longer than a share of the time that it has.

    Banks are held in whole seconds; None is a bank at a table that has none, or where
    nothing is known of one yet, which is then full.
    """

    time: PerMove | Bank
    grace: Extra = 0
    window: Window | None = None
    weekends: bool = False
    vacation: Annotated[int, Meta(ge=0, le=LONGEST_VACATION)] = 0
    misses: Annotated[int, Meta(ge=1, le=20)] = 2
    takeback: Annotated[int, Meta(ge=0, le=LONGEST_TAKEBACK)] = 2 * MINUTE

    @property
    def opening(self) -> int | None:
        """What is in each bank when the game begins."""
        return self.time.start if isinstance(self.time, Bank) else None

    @property
    def has_hours(self) -> bool:
        """Whether it depends on the time of day, or of the week, where players are."""
        return self.window is not None or self.weekends

    @property
    def longest_decision(self) -> int:
        """
        How many seconds the longest decision may take, as time passes on the wall.

        A clock that runs for a part of the day, or on five days a week, takes longer by
        as much; a bank is full.
        """
        own = (
            max(self.time.start, self.time.cap)
            if isinstance(self.time, Bank)
            else self.time.seconds
        )
        seconds = own + self.grace
        if self.window is not None and self.window.opens != self.window.closes:
            open_minutes = (self.window.closes - self.window.opens) % MINUTES_OF_A_DAY
            seconds = seconds * MINUTES_OF_A_DAY // open_minutes
        return seconds * 7 // 5 if self.weekends else seconds

    @property
    def voting_term(self) -> int:
        """
        How many seconds a proposal stays open at this table.

        Seven times the longest decision, at least a day and at most seven days; and
        twice the longest decision if that is more.
        """
        longest = self.longest_decision
        return max(DAY, min(7 * longest, 7 * DAY), 2 * longest)

    @property
    def takeback_window(self) -> float:
        """For how many seconds a decision can be taken back alone."""
        own = self.time.start if isinstance(self.time, Bank) else self.time.seconds
        share = max(LEAST, own + self.grace) / LARGEST_SHARE
        return min(self.takeback, share)

    def allowance(self, bank: int | None) -> int:
        """
        Return the seconds for a decision, with what is in a bank: a minute at least.

        So who comes to it with an empty bank, and no grace, still can make it.
        """
        if isinstance(self.time, PerMove):
            own = self.time.seconds
        else:
            own = self.time.start if bank is None else bank
        return max(LEAST, self.grace + own)

    def charge(self, bank: int | None, ran: int) -> int:
        """
        Return what a decision takes out of a bank when the clock ran for so long.

        That is what goes beyond the grace, and no more than there is.
        """
        return min(bank or 0, max(0, ran - self.grace))

    def bank_after(self, bank: int | None, spent: int) -> int | None:
        """
        Return what is in a bank once its player decided.

        The increment fills it up to the cap. A bank above the cap, as a high start or a
        change of the clock may leave one, loses what was spent and nothing else.
        """
        if not isinstance(self.time, Bank):
            return None
        left = max(0, (self.time.start if bank is None else bank) - spent)
        return max(left, min(self.time.cap, left + self.time.increment))

    def bank_after_time_out(self, bank: int | None) -> int | None:
        """Return what is in a bank once it was used up: the increment."""
        return self.bank_after(bank, spent=self.allowance(bank))

    def bank_after_return(self, bank: int | None) -> int | None:
        """Return the bank of whoever comes back: an empty one would drive them out."""
        start = self.opening
        return bank if bank is None or start is None else max(bank, start)

    def bank_after_change(self, old: "TimeControl", bank: int | None) -> int | None:
        """
        Return what is in a bank when its table changes from an old clock to this one.

        Where there were no banks all open with the new start. Otherwise each keeps what
        was left, up to the new cap: nobody gains by a change, and quick players stay
        ahead.
        """
        if bank is None or not isinstance(old.time, Bank):
            return self.opening
        return min(bank, self.time.cap) if isinstance(self.time, Bank) else None

    def loses_seat(self, misses: int) -> bool:
        """Whether autopilot keeps the seat after so many misses in a row."""
        return misses >= self.misses

    def misses_left(self, misses: int) -> int:
        """Return after how many more misses autopilot keeps a seat: one at least."""
        return max(1, self.misses - misses)


#: Where nobody chose: a few moves a week.
DEFAULT = TimeControl(time=PerMove(3 * DAY), vacation=21)
