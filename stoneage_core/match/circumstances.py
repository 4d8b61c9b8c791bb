"""What the rules around the board ask for, and no event tells."""

from collections.abc import Sequence
from typing import Protocol
from zoneinfo import ZoneInfo

from stoneage_core.clock import Clock
from stoneage_core.match.calendar import Span


class Circumstances(Protocol):
    """
    What depends on the players and on the service.

    Whoever serves a game knows it; who only has its record goes by what is recorded,
    within the bounds of what can be known.
    """

    @property
    def outages(self) -> Sequence[Span]:
        """When the service was away."""

    @property
    def knows_deadlines(self) -> bool:
        """Whether all that decides about a deadline is known."""

    def zone_of(self, player: int) -> ZoneInfo | None:
        """Return in whose time of day a clock runs; None where it is not known."""

    def is_untimed(self, player: int) -> bool:
        """Whether nobody waits for a player: a guest, among automatic players."""

    def takeback_window(self, clock: Clock) -> float:
        """Return for how many seconds a move can be taken back alone."""

    def stands(self, offer: int, *, motion: int, sequence: int) -> bool:
        """Whether an offer stands that is voted on, told by the event to come."""

    def seconds_taken(self, most: int, sequence: int) -> int:
        """Return what a decision takes out of a bank, told by the event to come."""
