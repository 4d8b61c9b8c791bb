"""Mails after a decision: each player gets at most one, the most important one."""

from collections.abc import Iterator
from typing import ClassVar

from games.models import Seat
from games.signals import GameAdvanced
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
    """A kind of mail after a decision; the lowest ``rank`` that applies is sent."""

    rank: ClassVar[int]

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        """Return this kind's mail to a seat's player after a decision, or None."""
        raise NotImplementedError


class EventNotice(AfterMove, Notice):
    """
    A notice about an event: to the player concerned if ``is_own``, otherwise to all.

    The player who caused it gets none. If the staff caused it, nobody does, because the
    mail about the staff's action reports it.
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
    Yield the mails after a decision: at most one to each player, then all others.

    Runs in the move's transaction. Takes one query if a round begins, two if a game
    ends, and otherwise none.
    """
    called_for = kinds_on(frozenset({GameAdvanced, *map(type, news.events)}))
    ranked = [kind for kind in called_for if isinstance(kind, AfterMove)]
    ranked.sort(key=lambda kind: kind.rank)
    reason = news.state.end_reason
    # otherwise the mail about the staff's action reports it
    if reason is None or not reason.is_by_staff:
        for seat in filter(is_reachable, news.seats):
            mails = (kind.mail_after(news, seat) for kind in ranked)
            if mail := next(filter(None, mails), None):
                yield mail
    for kind in called_for:
        yield from kind.mails(news)


def numbered_events(news: GameAdvanced) -> Iterator[tuple[int, Event]]:
    return enumerate(news.events, news.first_sequence)
