"""For each purpose an address, and what its token is worth when it comes back.

A token is signed for one purpose and bound to a seat and its ``link_epoch`` (or a user
and their ``sign_in_epoch``); raising the epoch revokes it. An invitation is bound to
the user invited too; the links to keep a guest's games, to come back to a seat, to use
another address, to choose mails and to one's data, to the address they were mailed to.
Opening a link never uses it up, so a mail scanner may follow it as often as it likes.
"""

from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings

from games.links import targets
from games.links.targets import AddressMove, Keep, Recipient, Return, StandIn
from games.links.tokens import Expired, Invalid, Purpose, Revoked, Valid, parse, signed
from games.models import Game, Seat, SubstituteOffer, User
from games.recipients import hashes_of

SeatLink = Valid[Seat] | Expired[Seat] | Revoked[Seat] | Invalid
UserLink = Valid[User] | Expired[User] | Revoked[User] | Invalid
KeepLink = Valid[Keep] | Expired[Keep] | Revoked[Keep] | Invalid
StandInLink = Valid[StandIn] | Expired[StandIn] | Revoked[StandIn] | Invalid
MoveLink = Valid[AddressMove] | Expired[AddressMove] | Revoked[AddressMove] | Invalid
RecipientLink = Valid[Recipient] | Expired[Recipient] | Revoked[Recipient] | Invalid
ReturnLink = Valid[Return] | Expired[Return] | Revoked[Return] | Invalid


def play_token(seat: Seat, *, now: datetime) -> str:
    """Return the token that lets its holder play this seat."""
    return signed(Purpose.PLAY, now, seat.pk, seat.link_epoch)


def play_url(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the seat is played."""
    return _url(Purpose.PLAY, play_token(seat, now=now))


def choices_url(seat: Seat, version: int, *, now: datetime) -> str:
    """Return the address below which each choice at ``version`` has its page."""
    return f"{play_url(seat, now=now)}{version}/"


def invitation_token(seat: Seat, *, now: datetime) -> str:
    """Return the token that lets its holder answer the seat's invitation."""
    invited = seat.user_id or 0
    return signed(Purpose.INVITATION, now, seat.pk, seat.link_epoch, invited)


def invitation_url(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the seat's invitation is answered."""
    return _url(Purpose.INVITATION, invitation_token(seat, now=now))


def sign_in_url(user: User, *, now: datetime, next: str = "") -> str:
    """Return the address at which a user signs in, to go on to ``next``."""
    token = signed(Purpose.SIGN_IN, now, user.pk, user.sign_in_epoch)
    query = f"?{urlencode({'next': next})}" if next else ""
    return _url(Purpose.SIGN_IN, token) + query


def keep_url(seat: Seat, user: User, *, now: datetime) -> str:
    """Return the address at which ``user`` takes over all seats of a seat's guest."""
    bound = targets.addressee(user)
    token = signed(Purpose.KEEP, now, seat.pk, seat.link_epoch, *bound)
    return _url(Purpose.KEEP, token)


def return_url(seat: Seat, user: User, *, now: datetime) -> str:
    """Return the address at which an absent player takes a seat back."""
    bound = targets.addressee(user)
    token = signed(Purpose.RETURN, now, seat.pk, seat.link_epoch, *bound)
    return _url(Purpose.RETURN, token)


def home_url() -> str:
    """Return the address of the first page."""
    return f"{settings.SITE_URL}/"


def stand_in_url(offer: SubstituteOffer, *, now: datetime) -> str:
    """Return the address at which somebody answers the staff's invitation to a seat."""
    bound = targets.addressee(offer.user)
    return _url(Purpose.STAND_IN, signed(Purpose.STAND_IN, now, offer.pk, *bound))


def mail_url(user: User, *, now: datetime) -> str:
    """Return the address at which a user says which mails they want."""
    token = signed(Purpose.MAIL, now, *targets.addressee(user))
    return _url(Purpose.MAIL, token)


def data_url(user: User, *, now: datetime) -> str:
    """Return the address at which a user, banned or not, disposes of their data."""
    token = signed(Purpose.DATA, now, *targets.addressee(user))
    return _url(Purpose.DATA, token)


def no_mail_url(user: User, *, now: datetime) -> str:
    """Return the address at which the recipient of a mail says: never again."""
    recipient = hashes_of(user.email or "")[0]
    return _url(Purpose.NO_MAIL, signed(Purpose.NO_MAIL, now, user.pk, recipient))


def address_url(user: User, wanted: User, *, now: datetime) -> str:
    """Return the address at which ``user`` gets the e-mail address of ``wanted``."""
    bound = [*targets.addressee(user), *targets.addressee(wanted)]
    token = signed(Purpose.ADDRESS, now, *bound, wanted.sign_in_epoch)
    return _url(Purpose.ADDRESS, token)


def game_url(game: Game) -> str:
    """Return the public address of a game's board."""
    return f"{settings.SITE_URL}/games/{game.slug}/"


def check_url() -> str:
    """Return the address of the page that checks the head quoted in a mail."""
    return f"{settings.SITE_URL}/check/"


def result_url(game: Game) -> str:
    """Return the public address of a finished game's scoring."""
    return f"{game_url(game)}result/"


def parse_play(token: str, *, now: datetime) -> SeatLink:
    """Read the token of a play link."""
    return parse(Purpose.PLAY, token, now, targets.find_seat)


def parse_invitation(token: str, *, now: datetime) -> SeatLink:
    """Read the token of an invitation."""
    return parse(Purpose.INVITATION, token, now, targets.find_invitation)


def parse_sign_in(token: str, *, now: datetime) -> UserLink:
    """Read the token of a sign-in link."""
    return parse(Purpose.SIGN_IN, token, now, targets.find_user)


def parse_keep(token: str, *, now: datetime) -> KeepLink:
    """Read the token of a mail that asks whether to keep a guest's games."""
    return parse(Purpose.KEEP, token, now, targets.find_keep)


def parse_return(token: str, *, now: datetime) -> ReturnLink:
    """Read the token of a mail that tells how to come back to a seat."""
    return parse(Purpose.RETURN, token, now, targets.find_return)


def parse_stand_in(token: str, *, now: datetime) -> StandInLink:
    """Read the token of the staff's invitation to play on in somebody's place."""
    return parse(Purpose.STAND_IN, token, now, targets.find_stand_in)


def parse_mail(token: str, *, now: datetime) -> UserLink:
    """Read the token of a page that says which mails somebody wants."""
    return parse(Purpose.MAIL, token, now, targets.find_addressee)


def parse_data(token: str, *, now: datetime) -> UserLink:
    """Read the token of a page at which somebody disposes of their data."""
    return parse(Purpose.DATA, token, now, targets.find_owner)


def parse_no_mail(token: str, *, now: datetime) -> RecipientLink:
    """Read the token of a page that says whether to write to somebody at all."""
    return parse(Purpose.NO_MAIL, token, now, targets.find_recipient)


def parse_address(token: str, *, now: datetime) -> MoveLink:
    """Read the token of a mail that asks whether to use its address."""
    return parse(Purpose.ADDRESS, token, now, targets.find_address_move)


def _url(purpose: Purpose, token: str) -> str:
    return f"{settings.SITE_URL}/{purpose.path}/{token}/"
