"""The one mail that a decision brings each player: about what concerns them most."""

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from games.models import Seat
from games.signals.games import GameAdvanced
from notifications.mails.base import (
    Checks,
    MailKind,
    Notice,
    kinds_on,
    why_not_playing,
)
from notifications.models import OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source


class AfterMove(MailKind):
    """A kind that a decision may call for; of several the lowest ``rank`` is sent."""

    rank: ClassVar[int]

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
    is_own: ClassVar[bool] = False

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        by_reader = news.decided_by == seat.number and news.source.is_by_hand
        if by_reader or news.source == Source.STAFF:
            return None
        if not self.is_own and seat.is_on_autopilot:
            return None
        for sequence, event in numbered_events(news):
            is_meant = not self.is_own or getattr(event, "player", None) == seat.number
            if type(event) in self.on and is_meant:
                return self.to_seat(seat, news.now, sequence, about_version=sequence)
        return None


def mails_after(news: GameAdvanced) -> Iterator[OutgoingMail]:
    """
    Yield one mail to each player at most, and those to whoever has no seat any more.

    One query where a round begins, two where a game ends, else none: this is part of
    the move.
    """
    called_for = kinds_on(frozenset({GameAdvanced, *map(type, news.events)}))
    ranked = [kind for kind in called_for if isinstance(kind, AfterMove)]
    ranked.sort(key=lambda kind: kind.rank)
    reason = news.state.end_reason
    is_told_by_staff = reason is not None and reason.is_by_staff
    for seat in () if is_told_by_staff else filter(is_reachable, news.seats):
        mails = (kind.mail_after(news, seat) for kind in ranked)
        yield from islice(filter(None, mails), 1)
    for kind in called_for:
        yield from kind.mails(news)


def numbered_events(news: GameAdvanced) -> Iterator[tuple[int, Event]]:
    """Return the events of a decision with their sequences."""
    return enumerate(news.events, news.first_sequence)
