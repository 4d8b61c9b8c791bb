"""The one mail that a decision brings each player: about what concerns them most."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import ClassVar

from games.models import Seat
from games.signals.games import GameAdvanced
from notifications.mails.base import (
    KINDS,
    Checks,
    MailKind,
    Notice,
    mails_for,
    why_not_playing,
)
from notifications.models import OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source


class AfterMove(MailKind):
    """A kind that a decision may call for; of several the lowest ``rank`` is sent."""

    rank: ClassVar[int]

    def may_follow(self, news: GameAdvanced) -> bool:
        """Whether a decision may call for it at all, whoever's the seat."""
        return True

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        """Return the mail to a seat's player that a decision calls for, if it does."""
        raise NotImplementedError


class EventNotice(AfterMove, Notice):
    """
    Tells of an event around the play: of the reader's own seat, or of all others'.

    Not to whoever did it by hand; nor when the staff did, who say so themselves.
    """

    topic = Topic.TABLE
    checks: ClassVar[Checks] = (why_not_playing,)
    event: ClassVar[type[Event]]
    is_own: ClassVar[bool] = False

    def may_follow(self, news: GameAdvanced) -> bool:
        return any(isinstance(event, self.event) for event in news.events)

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        by_reader = news.decided_by == seat.number and news.source.is_by_hand
        if by_reader or news.source == Source.STAFF:
            return None
        if not self.is_own and seat.is_on_autopilot:
            return None
        for sequence, event in numbered(news):
            is_meant = not self.is_own or getattr(event, "player", None) == seat.number
            if isinstance(event, self.event) and is_meant:
                return self.to_seat(seat, news.now, sequence, about_version=sequence)
        return None


def mails_after(news: GameAdvanced) -> Iterator[OutgoingMail]:
    """
    Yield one mail to each player at most, and those to whoever has no seat any more.

    No queries: this is part of the move.
    """
    kinds = [kind for kind in _kinds_by_rank() if kind.may_follow(news)]
    reason = news.state.end_reason
    is_told_by_staff = reason is not None and reason.is_by_staff
    for seat in () if is_told_by_staff else filter(is_reachable, news.seats):
        called_for = (kind.mail_after(news, seat) for kind in kinds)
        yield from islice(filter(None, called_for), 1)
    yield from mails_for(news)


@cache
def _kinds_by_rank() -> list[AfterMove]:
    kinds = [kind for kind in KINDS.values() if isinstance(kind, AfterMove)]
    return sorted(kinds, key=lambda kind: kind.rank)


def numbered(news: GameAdvanced) -> Iterator[tuple[int, Event]]:
    """Return the events of a decision with their sequences."""
    return enumerate(news.events, news.first_sequence)
