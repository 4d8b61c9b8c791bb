"""Mails about what happens around the play: at most one for each player at a time."""

from collections.abc import Iterator
from datetime import datetime

from games.models import DecidedHow, Seat, User
from games.signals import GameAdvanced
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import about_event, about_seat, draft, is_reachable
from stoneage_core.conduct import (
    MotionMade,
    MotionSettled,
    PlayerReturned,
    StewardSeated,
    SubstituteSeated,
    TurnTimedOut,
)
from stoneage_core.events import Event

#: A table that hears of offers to stand in hears no more of them for so many seconds.
OFFERS_APART = 60 * 60

#: What a player is told of their own seat, the most important first.
_OWN: dict[type[Event], Kind] = {
    StewardSeated: Kind.STEWARD_SEATED,
    SubstituteSeated: Kind.SUBSTITUTE_SEATED,
    TurnTimedOut: Kind.TIME_RAN_OUT,
}
#: What those who play are told of the others. Somebody's missing a decision once, or
#: being away, is for the page and for the next mail.
_OTHERS: dict[type[Event], Kind] = {
    StewardSeated: Kind.SEAT_LEFT,
    PlayerReturned: Kind.PLAYER_RETURNED,
    MotionSettled: Kind.MOTION_SETTLED,
    MotionMade: Kind.MOTION_MADE,
}


def told(news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
    """Return the mail to a seat's player, unless they did it themselves."""
    if news.decided_by == seat.number and news.decided_how.is_by_hand:
        return None
    if news.decided_how == DecidedHow.STAFF:
        return None  # another mail says what they did, and why
    found = _first(news, _OWN, seat.number)
    if found is None and not seat.is_stewarded:
        found = _first(news, _OTHERS)
    return about_event(found[0], seat, news.now, found[1]) if found else None


def replaced(news: GameAdvanced) -> Iterator[OutgoingMail]:
    """Tell absent players who plays on for them, and how to come back."""
    for sequence, event in _numbered(news):
        if isinstance(event, SubstituteSeated):
            mail = about_event(
                Kind.REPLACED, news.seats[event.player], news.now, sequence
            )
            mail.user_id = news.seats[event.player].absent_user_id
            yield mail


def offered(seats: tuple[Seat, ...], now: datetime) -> list[OutgoingMail]:
    """Tell those who play that somebody would stand in."""
    about = f"{int(now.timestamp()) // OFFERS_APART}"
    return [
        about_seat(Kind.SUBSTITUTE_OFFERED, seat, now, about)
        for seat in seats
        if is_reachable(seat) and not seat.is_stewarded
    ]


def relieved(seat: Seat, user: User, now: datetime) -> OutgoingMail:
    """Thank a substitute, who has no seat any more."""
    return draft(
        Kind.SUBSTITUTE_RELIEVED,
        f"{seat.pk}:{seat.link_epoch}",
        now,
        user_id=user.pk,
        seat_id=seat.pk,
        game_id=seat.game_id,
    )


def _first(
    news: GameAdvanced, kinds: dict[type[Event], Kind], player: int | None = None
) -> tuple[Kind, int] | None:
    """Return the first of some kinds that is called for, and the event that does it."""
    for cause, kind in kinds.items():
        for sequence, event in _numbered(news):
            if isinstance(event, cause) and player in (None, _player(event)):
                return kind, sequence
    return None


def _player(event: Event) -> int | None:
    return getattr(event, "player", None)


def _numbered(news: GameAdvanced) -> Iterator[tuple[int, Event]]:
    return enumerate(news.events, news.first_sequence)
