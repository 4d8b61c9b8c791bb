"""The context in which a line of a reply is carried out, and its outcome."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Seat, Status
from notifications.replies.answered_mail import AnsweredMail
from notifications.replies.results import LineResult
from stoneage_core.events.service import ReplyReceived


@dataclass(frozen=True)
class ReplyContext:
    """
    The seat that a line is about, the mail that it answers, and the time.

    ``version`` is the game's version after an earlier line of the same mail changed the
    game. ``reply`` is what the event log records about the mail. ``writer`` is the name
    in the player's From header, or ''.
    """

    seat: Seat
    answered: AnsweredMail | None
    version: int | None
    reply: ReplyReceived
    now: datetime
    writer: str = ""

    @property
    def is_inviting(self) -> bool:
        """Whether the game still waits for answers to its invitations."""
        return self.seat.game.status == Status.INVITING

    @property
    def is_vote_wanted(self) -> bool:
        """Whether the answered mail asked for a vote."""
        return self.answered is not None and self.answered.proposal is not None

    @property
    def question(self) -> LineResult | None:
        """The line about which that mail asked “did you mean …?”, or None."""
        return None if self.answered is None else self.answered.question

    @property
    def expected_version(self) -> int:
        """The version of the game that the player saw, as far as we know."""
        if self.version is not None:
            return self.version
        return (
            self.seat.game.version if self.answered is None else self.answered.version
        )


@dataclass(frozen=True)
class Handled:
    """A sentence about what was done, and the game's version if that changed."""

    words: str = ""
    version: int | None = None
