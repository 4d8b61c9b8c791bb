"""Which announcement calls for which mails, and what each of them is about."""

from collections.abc import Iterator
from datetime import datetime

from games.announcements import (
    AddressChanged,
    AddressChangeRequested,
    AddressTried,
    Announcement,
    DecisionDue,
    GameAdvanced,
    GameCancelled,
    KeepRequested,
    LinkRequested,
    OrdersDisarmed,
    ReplacementInvited,
    ReplacementSeated,
    SeatDeclined,
    SeatInvited,
    SignInRequested,
    StaffActed,
    SubstituteOffered,
    SubstituteRelieved,
    UserForgotten,
    UserUnreachable,
)
from games.models import Invitation, Seat
from notifications.models import LONGEST_PAGE, Kind, OutgoingMail
from notifications.occasions import addresses, ladder, reach, staff, successors, turns
from notifications.outbox.drafts import about_seat, draft, is_reachable
from stoneage_core import Phase

#: How many seconds may lie between two mails with the same link at a reader's request.
REPEAT_SECONDS = 60

OfPerson = (
    SignInRequested
    | UserUnreachable
    | AddressTried
    | AddressChangeRequested
    | AddressChanged
    | UserForgotten
)
InPlay = (
    GameAdvanced | DecisionDue | OrdersDisarmed | SubstituteOffered | SubstituteRelieved
)


def mails_for(announcement: Announcement) -> list[OutgoingMail]:
    """Return the mails, not yet saved, that an announcement calls for; no queries."""
    match announcement:
        case SeatInvited(seat, now):
            return [about_seat(Kind.INVITATION, seat, now, f"{seat.link_epoch}")]
        case SeatDeclined(seat, now):
            return _to_host(seat, now)
        case GameCancelled(_, seats, now):
            told = filter(_is_told, seats)
            return [about_seat(Kind.GAME_CANCELLED, seat, now) for seat in told]
        case LinkRequested(seat, now):
            about = f"{seat.link_epoch}:{_minute(now)}"
            return [about_seat(Kind.FRESH_LINK, seat, now, about)]
        case KeepRequested(seat, user, now):
            key = f"{seat.user_id}:{user.pk}:{_minute(now)}"
            # No game: its names and its thread are nothing to somebody only asked.
            return [draft(Kind.KEEP, key, now, user_id=user.pk, seat_id=seat.pk)]
        case StaffActed():
            return staff.acted(announcement)
        case ReplacementInvited(offer, now):
            return [successors.invited(offer, now)]
        case ReplacementSeated():
            return successors.seated(announcement)
        case _ if isinstance(announcement, OfPerson):
            return _of_person(announcement)
        case _:
            return _in_play(announcement)


def _of_person(announcement: OfPerson) -> list[OutgoingMail]:
    """Return the mails about somebody, whatever they play."""
    match announcement:
        case SignInRequested():
            return [_sign_in(announcement)]
        case UserUnreachable():
            return list(reach.told(announcement))
        case AddressTried():
            return [reach.tried(announcement)]
        case AddressChangeRequested():
            return [addresses.asked(announcement)]
        case AddressChanged():
            return [addresses.told(announcement)]
        case UserForgotten():
            return []


def _in_play(announcement: InPlay) -> list[OutgoingMail]:
    """Return the mails about a game that is being played."""
    match announcement:
        case GameAdvanced():
            return list(_advanced(announcement))
        case DecisionDue(seat, now):
            return turns.reminder(seat, now)
        case OrdersDisarmed(seat, now):
            return turns.orders_disarmed(seat, now)
        case SubstituteOffered(_, seats, _, now):
            return ladder.offered(seats, now)
        case SubstituteRelieved(seat, user, now):
            return [ladder.relieved(seat, user, now)]


def _advanced(news: GameAdvanced) -> Iterator[OutgoingMail]:
    """One mail to each player at most: of what concerns them most."""
    for seat in filter(is_reachable, news.seats):
        mail = _most_important(news, seat)
        if mail is not None:
            yield mail
    yield from ladder.replaced(news)


def _most_important(news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
    """The end to all; else its decision to a seat, or what happened around the play."""
    began = news.before.phase is Phase.INVITATION is not news.state.phase
    if staff.tells_of_the_end(news):
        return None
    if news.state.phase is Phase.ENDED:
        return about_seat(Kind.GAME_OVER, seat, news.now)
    if turns.is_newly_asked(news, seat):
        return turns.turn(news, seat)
    if began:
        return about_seat(Kind.GAME_STARTED, seat, news.now)
    if _has_to_reveal(news, seat):
        return about_seat(Kind.SALT_WANTED, seat, news.now)
    return ladder.told(news, seat)


def _has_to_reveal(news: GameAdvanced, seat: Seat) -> bool:
    """Whether all have joined just now, and the salt of a seat is its player's only."""
    is_full = news.state.is_full and not news.before.is_full
    waits = is_full and news.state.phase is Phase.INVITATION
    return waits and seat.number in news.state.own_seals


def _to_host(seat: Seat, now: datetime) -> list[OutgoingMail]:
    host_id = seat.game.host_id
    if host_id is None:
        return []
    about = f"{seat.user_id}:{seat.link_epoch}"
    mail = about_seat(Kind.INVITATION_DECLINED, seat, now, about)
    mail.user_id = host_id
    return [mail]


def _sign_in(request: SignInRequested) -> OutgoingMail:
    user = request.user
    about = f"{user.sign_in_epoch}:{_minute(request.now)}"
    return draft(
        Kind.SIGN_IN,
        f"{user.pk}:{about}",
        request.now,
        user_id=user.pk,
        next_page=_storable(request.next),
    )


def _storable(page: str) -> str:
    """Return an address as it is, or '' for one that no page of this site has."""
    return page if len(page) <= LONGEST_PAGE and page.isprintable() else ""


def _is_told(seat: Seat) -> bool:
    """Who takes part or was asked to, but for the host, who called the game off."""
    is_host = seat.user_id == seat.game.host_id
    declined = seat.invitation == Invitation.DECLINED
    return is_reachable(seat) and not is_host and not declined


def _minute(now: datetime) -> int:
    return int(now.timestamp()) // REPEAT_SECONDS
