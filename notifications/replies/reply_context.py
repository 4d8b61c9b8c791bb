"""The context of a line of a reply, and its result."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Seat, Status
from notifications.replies.answered_mail import AnsweredMail
from notifications.replies.results import LineResult
from stoneage_core.events.service import ReplyReceived


@dataclass(frozen=True)
class ReplyContext:
    """
    A line's circumstances: whose it is, and which mail is answered.

    ``version`` is the one that an earlier line of the same mail led to, if any;
    ``reply`` is what the game's log tells of the mail;
    ``writer`` is how the player calls themselves in their mails, '' if unknown.
    """

    seat: Seat
    answered: AnsweredMail | None
    version: int | None
    reply: ReplyReceived
    now: datetime
    writer: str = ""

    @property
    def is_inviting(self) -> bool:
        """Whether the game waits for answers to its invitations."""
        return self.seat.game.status == Status.INVITING

    @property
    def is_vote_wanted(self) -> bool:
        """Whether the mail that is answered asked for a vote."""
        return self.answered is not None and self.answered.proposal is not None

    @property
    def question(self) -> LineResult | None:
        """The line of which that mail asked whether one command was meant, if any."""
        return None if self.answered is None else self.answered.question

    @property
    def expected_version(self) -> int:
        """The version on which a command was decided, or may be taken to be."""
        if self.version is not None:
            return self.version
        return (
            self.seat.game.version if self.answered is None else self.answered.version
        )


@dataclass(frozen=True)
class Handled:
    """What was done, in words, and the version to go on with if it changed."""

    words: str = ""
    version: int | None = None
