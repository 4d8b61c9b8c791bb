"""The purposes of signed links: for each its page, its lifetime and what binds it."""

from datetime import datetime, timedelta

from games.links import targets
from games.links.targets import address_mark_of, addressee, last_login_mark_of
from games.links.tokens import LinkPurpose, absolute_url
from games.log.heads import mark_of
from games.models import Game, ModerationAction, Seat, SeatOffer, User
from games.people.recipients import hashes_of

Bound = tuple[int | str, ...]


def _bind_seat(seat: Seat) -> Bound:
    """Bind to the slug, too, because a restore may give a lost seat's id to another."""
    return seat.pk, seat.game.slug, seat.link_epoch


def _bind_invitation(seat: Seat) -> Bound:
    return *_bind_seat(seat), seat.user_id or 0


def _bind_sign_in(user: User, email: str) -> Bound:
    mark, last_login = address_mark_of(email), last_login_mark_of(user)
    return user.pk, mark, user.access_epoch, last_login


def _bind_seat_and_user(seat: Seat, user: User) -> Bound:
    return *_bind_seat(seat), *addressee(user)


def _bind_seat_claim(seat: Seat, user: User, offer: SeatOffer | None) -> Bound:
    return *_bind_seat_and_user(seat, user), 0 if offer is None else offer.pk


def _bind_act(act: ModerationAction, user: User) -> Bound:
    return act.pk, *addressee(user)


def _bind_recipient(user: User) -> Bound:
    return user.pk, hashes_of(user.email or "")[0]


_MONTH, _TWO_MONTHS = timedelta(days=30), timedelta(days=60)
#: Emails can be unsubscribed from for as long as people are likely to keep them.
_FIVE_YEARS = timedelta(days=5 * 365)

#: To play a seat.
PLAY_LINK = LinkPurpose(
    "play", "games:play_link", _TWO_MONTHS, _bind_seat, targets.find_linked_seat
)
#: To answer an invitation. Also bound to the invited user.
INVITATION_LINK = LinkPurpose(
    "invitation", "games:invitation", _MONTH, _bind_invitation, targets.find_invitation
)
SIGN_IN_LINK = LinkPurpose(
    "sign-in",
    "games:sign_in_link",
    timedelta(minutes=30),
    _bind_sign_in,
    targets.find_sign_in,
)
#: For a user to take over all seats of a seat's guest.
KEEP_LINK = LinkPurpose(
    "keep",
    "games:keep",
    timedelta(days=7),
    _bind_seat_and_user,
    targets.find_guest_claim,
)
#: To take a seat: for its absent player to return, or for the user of an offer.
TAKE_SEAT_LINK = LinkPurpose(
    "take-seat",
    "games:take_seat_link",
    _TWO_MONTHS,
    _bind_seat_claim,
    targets.find_seat_claim,
)
#: For a user, even a banned one, to manage their data.
DATA_LINK = LinkPurpose(
    "data", "games:data_link", _TWO_MONTHS, addressee, targets.find_owner
)
#: For a user, even a banned one, to appeal against an act of the staff.
APPEAL_LINK = LinkPurpose(
    "appeal", "games:appeal_link", _TWO_MONTHS, _bind_act, targets.find_appeal_right
)
#: To change one's email preferences.
MAIL_LINK = LinkPurpose(
    "mail", "mail_preferences_link", _FIVE_YEARS, addressee, targets.find_addressee
)
#: To read all one's deadlines in a calendar.
CALENDAR_LINK = LinkPurpose(
    "calendar", "calendar", _FIVE_YEARS, addressee, targets.find_addressee
)
#: For the recipient of an email to forbid emails that others request.
NO_MAIL_LINK = LinkPurpose(
    "no-mail", "no_mail", _FIVE_YEARS, _bind_recipient, targets.find_linked_recipient
)


def choices_url(seat: Seat, *, now: datetime) -> str:
    """
    Return the URL below which each choice in the current position has a page. It is
    valid only for the position with this version and hash.
    """
    game, token = seat.game, PLAY_LINK.token(seat, now=now)
    mark = mark_of(game.head)
    return absolute_url("games:choices_link", token, game.version, mark)


def rematch_url(seat: Seat, *, now: datetime) -> str:
    """Return the URL at which the player of a seat asks for a rematch."""
    return absolute_url("games:rematch_link", PLAY_LINK.token(seat, now=now))


def game_url(game: Game) -> str:
    return absolute_url("games:game", game.slug)


def result_url(game: Game) -> str:
    return absolute_url("games:result", game.slug)
