"""Time controls: how long decisions may take. Nothing here computes dates.

Durations are whole seconds. Times of day are minutes since midnight in the time zone of
the seat.
"""

from typing import Annotated

from msgspec import Meta, Struct

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
SHORTEST, LONGEST = MINUTE, 60 * DAY
MINUTES_OF_A_DAY = 24 * 60
LONGEST_VACATION = 60

#: The least number of seconds for any decision.
LEAST = MINUTE

#: Upper limits of the take-back window: a twentieth of the time for a decision, and a
#: number of seconds.
LARGEST_SHARE = 20
LONGEST_TAKEBACK = 10 * MINUTE

#: How many days all pauses of a game may last together.
PAUSE_DAYS = 30

#: A decision or a bank has from one minute to sixty days; extra time may be 0.
Allowance = Annotated[int, Meta(ge=SHORTEST, le=LONGEST)]
Extra = Annotated[int, Meta(ge=0, le=LONGEST)]
MinuteOfDay = Annotated[int, Meta(ge=0, lt=MINUTES_OF_A_DAY)]


class PerMove(
    Struct, frozen=True, forbid_unknown_fields=True, tag="per_move", tag_field="kind"
):
    """The same time for every decision."""

    seconds: Allowance


class Bank(
    Struct, frozen=True, forbid_unknown_fields=True, tag="bank", tag_field="kind"
):
    """
    A bank of time for the whole game (a Fischer clock).

    It begins with ``start``. A decision takes out its time beyond the grace, and then
    adds ``increment``, up to ``cap``.
    """

    start: Allowance
    increment: Extra
    cap: Allowance


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of each day in which clocks run; it may cross midnight."""

    opens: MinuteOfDay
    closes: MinuteOfDay


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """
    The time control of a table.

    The ``bank`` of a seat in the methods has whole seconds. It is None without banks,
    or if it is not known yet; then it counts as full.
    """

    time: PerMove | Bank
    #: Extra time for each decision, which is never charged to a bank.
    grace: Extra = 0
    #: The part of the day in which clocks run, or None for all day.
    window: Window | None = None
    #: Clocks stand still on Saturdays and Sundays.
    weekends: bool = False
    #: Days of vacation per seat in any 365 days.
    vacation: Annotated[int, Meta(ge=0, le=LONGEST_VACATION)] = 0
    #: After how many missed decisions in a row autopilot takes a seat.
    misses: Annotated[int, Meta(ge=1, le=20)] = 2
    #: The seconds to take back a move without a vote; see ``takeback_window``.
    takeback: Annotated[int, Meta(ge=0, le=LONGEST_TAKEBACK)] = 2 * MINUTE

    @property
    def opening(self) -> int | None:
        """The seconds in each bank when the game begins, or None without banks."""
        return self.time.start if isinstance(self.time, Bank) else None

    @property
    def has_hours(self) -> bool:
        """Whether clocks depend on the players' local time of day or weekday."""
        return self.window is not None or self.weekends

    @property
    def longest_decision(self) -> int:
        """How many seconds a decision may take, apart from windows and weekends."""
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
        How many seconds a proposal stays open.

        It is seven times the longest decision, but at least a day and at most seven
        days. It is always at least twice the longest decision.
        """
        longest = self.longest_decision
        return max(DAY, min(7 * longest, 7 * DAY), 2 * longest)

    @property
    def takeback_window(self) -> float:
        """How many seconds a decision can be taken back without a vote."""
        return min(self.takeback, self._largest_window)

    @property
    def takeback_window_by_reply(self) -> float:
        """
        How many seconds a reply to an email can take back a decision without a vote.

        It is longer, because only an email tells its player what was played.
        """
        return min(LONGEST_TAKEBACK, self._largest_window) if self.takeback else 0

    @property
    def _largest_window(self) -> float:
        own = self.time.start if isinstance(self.time, Bank) else self.time.seconds
        return max(LEAST, own + self.grace) / LARGEST_SHARE

    @property
    def portion(self) -> int:
        """How many seconds a player gives another one for a decision."""
        if isinstance(self.time, PerMove):
            return self.time.seconds
        return self.time.increment or self.time.start

    def allowance(self, bank: int | None) -> int:
        """Return the seconds for a decision, at least a minute."""
        if isinstance(self.time, PerMove):
            own = self.time.seconds
        else:
            own = self.time.start if bank is None else bank
        return max(LEAST, self.grace + own)

    def charge(self, bank: int | None, ran: int) -> int:
        """
        Return the seconds that a decision takes out of a bank.

        ``ran`` is the running time. Only time beyond the grace counts, and at most what
        the bank has.
        """
        return min(bank or 0, max(0, ran - self.grace))

    def bank_after(self, bank: int | None, spent: int) -> int | None:
        """
        Return the bank after a decision that took ``spent`` seconds.

        The increment fills it up to the cap. A bank that is above the cap, because of a
        high start or another time control, only loses what was spent.
        """
        if not isinstance(self.time, Bank):
            return None
        left = max(0, (self.time.start if bank is None else bank) - spent)
        return max(left, min(self.time.cap, left + self.time.increment))

    def bank_after_time_out(self, bank: int | None) -> int | None:
        """
        Return the bank after a time-out: the increment or half the start, if more.

        A time-out empties the bank. With the increment alone, the next deadline could
        pass before the player reads that they missed one.
        """
        left = self.bank_after(bank, spent=self.allowance(bank))
        if left is None or not isinstance(self.time, Bank):
            return None
        return max(left, min(self.time.cap, self.time.start // 2))

    def bank_after_return(self, bank: int | None) -> int | None:
        """Return the bank of a returning player: at least the start value."""
        # With an empty bank they would soon lose the seat again.
        start = self.opening
        return bank if bank is None or start is None else max(bank, start)

    def bank_after_change(self, old: "TimeControl", bank: int | None) -> int | None:
        """
        Return the bank after a change from the ``old`` time control to this one.

        Without banks before, it is the new start. Otherwise it stays the same up to the
        new cap, so that nobody gains time and quick players stay ahead.
        """
        if bank is None or not isinstance(old.time, Bank):
            return self.opening
        return min(bank, self.time.cap) if isinstance(self.time, Bank) else None

    def loses_seat(self, misses: int) -> bool:
        """Return whether autopilot takes a seat after ``misses`` in a row."""
        return misses >= self.misses

    def misses_left(self, misses: int) -> int:
        """Return how many more misses lead to autopilot, at least 1."""
        return max(1, self.misses - misses)


#: The default: a few moves a week.
DEFAULT = TimeControl(time=PerMove(3 * DAY), vacation=21)
