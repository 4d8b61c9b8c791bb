"""Which announcement calls for which mails, and what each of them is about."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any
from uuid import uuid4

from django.conf import settings

from games.announcements import (
    Announcement,
    DecisionDue,
    GameAdvanced,
    GameCancelled,
    KeepRequested,
    LinkRequested,
    OrdersDisarmed,
    SeatDeclined,
    SeatInvited,
    SignInRequested,
    SubstituteOffered,
)
from games.models import DecidedHow, Invitation, Seat
from games.timekeeping import deadlines
from notifications.models import LONGEST_PAGE, Kind, OutgoingMail
from stoneage_core import Phase
from stoneage_core.state import Question

#: Who has just decided on the page sees there that they are to go on. The mail waits
#: this long, and is skipped if they do go on.
HOLD_BACK = timedelta(minutes=10)
#: How many seconds may lie between two mails with the same link at a reader's request.
REPEAT_SECONDS = 60

_CHOICES_FOR_ALL = (Question.DIE, Question.FEED)


def mails_for(announcement: Announcement) -> list[OutgoingMail]:
    """Return the mails, not yet saved, that an announcement calls for; no queries."""
    match announcement:
        case SeatInvited(seat, now):
            return [_about_seat(Kind.INVITATION, seat, now, f"{seat.link_epoch}")]
        case SeatDeclined(seat, now):
            return _to_host(seat, now)
        case GameCancelled(_, seats, now):
            told = filter(_is_told, seats)
            return [_about_seat(Kind.GAME_CANCELLED, seat, now) for seat in told]
        case GameAdvanced():
            return list(_advanced(announcement))
        case SignInRequested():
            return [_sign_in(announcement)]
        case LinkRequested(seat, now):
            about = f"{seat.link_epoch}:{_minute(now)}"
            return [_about_seat(Kind.FRESH_LINK, seat, now, about)]
        case DecisionDue() | OrdersDisarmed() | SubstituteOffered():
            return []
        case KeepRequested(seat, user, now):
            key = f"{seat.user_id}:{user.pk}:{_minute(now)}"
            # No game: its names and its thread are nothing to somebody only asked.
            return [_mail(Kind.KEEP, key, now, user_id=user.pk, seat_id=seat.pk)]


def _advanced(news: GameAdvanced) -> Iterator[OutgoingMail]:
    """The end to all; else its decision to each seat, and the start to the others."""
    began = news.before.phase is Phase.INVITATION is not news.state.phase
    for seat in filter(_reachable, news.seats):
        if news.state.phase is Phase.ENDED:
            yield _about_seat(Kind.GAME_OVER, seat, news.now)
        elif _newly_awaited(news, seat):
            yield _turn(news, seat)
        elif began:
            yield _about_seat(Kind.GAME_STARTED, seat, news.now)


def _newly_awaited(news: GameAdvanced, seat: Seat) -> bool:
    """Whether the seat's present decision came up just now."""
    since = seat.awaited_version
    return since is not None and since >= news.first_sequence


def _turn(news: GameAdvanced, seat: Seat) -> OutgoingMail:
    for_all = news.state.question in _CHOICES_FOR_ALL
    kind = Kind.CHOICE_WANTED if for_all else Kind.YOUR_TURN
    mail = _about_seat(kind, seat, news.now, f"{seat.awaited_version}")
    mail.about_version = seat.awaited_version
    if _is_looking(news, seat):
        move = deadlines.allowance(news.game.clock, None)
        mail.due_at = news.now + min(HOLD_BACK, move / 4)
    return mail


def _is_looking(news: GameAdvanced, seat: Seat) -> bool:
    """Whether this seat's player is on the page, in the middle of a visit."""
    decided = news.decided_by == seat.number and news.decided_how == DecidedHow.PAGE
    return decided and news.before.phase is not Phase.INVITATION


def _to_host(seat: Seat, now: datetime) -> list[OutgoingMail]:
    host_id = seat.game.host_id
    if host_id is None:
        return []
    about = f"{seat.user_id}:{seat.link_epoch}"
    mail = _about_seat(Kind.INVITATION_DECLINED, seat, now, about)
    mail.user_id = host_id
    return [mail]


def _sign_in(request: SignInRequested) -> OutgoingMail:
    user = request.user
    about = f"{user.sign_in_epoch}:{_minute(request.now)}"
    return _mail(
        Kind.SIGN_IN,
        f"{user.pk}:{about}",
        request.now,
        user_id=user.pk,
        next_page=_storable(request.next),
    )


def _storable(page: str) -> str:
    """Return an address as it is, or '' for one that no page of this site has."""
    return page if len(page) <= LONGEST_PAGE and page.isprintable() else ""


def _about_seat(kind: Kind, seat: Seat, now: datetime, about: str = "") -> OutgoingMail:
    key = f"{seat.pk}:{about}".rstrip(":")
    return _mail(
        kind, key, now, user_id=seat.user_id, seat_id=seat.pk, game_id=seat.game_id
    )


def _mail(kind: Kind, key: str, now: datetime, **fields: Any) -> OutgoingMail:
    return OutgoingMail(
        kind=kind,
        dedupe_key=f"{kind}:{key}",
        message_id=_message_id(kind),
        created_at=now,
        due_at=now,
        **fields,
    )


def _message_id(kind: Kind) -> str:
    """Name the mail once and for all: every attempt to send it carries this name."""
    _, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    domain = address.rpartition("@")[2] or "localhost"
    return f"<{kind}.{uuid4().hex}@{domain}>"


def _reachable(seat: Seat) -> bool:
    """Automatic players read no mails, guests have no address yet."""
    return seat.user is not None and not seat.user.is_guest


def _is_told(seat: Seat) -> bool:
    """Who takes part or was asked to, but for the host, who called the game off."""
    is_host = seat.user_id == seat.game.host_id
    declined = seat.invitation == Invitation.DECLINED
    return _reachable(seat) and not is_host and not declined


def _minute(now: datetime) -> int:
    return int(now.timestamp()) // REPEAT_SECONDS
