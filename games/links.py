"""Signed links: who holds one may do what its purpose says, for its seat, in its time.

A token is signed for one purpose and bound to a seat and its ``link_epoch`` (or a user
and their ``sign_in_epoch``); raising the epoch revokes it. An invitation is bound to
the user invited too; the links to keep a guest's games, to come back to a seat, to use
another address and to choose mails, to the address they were mailed to. Opening a link
never uses it up, so a mail scanner may follow it as often as it likes.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Generic, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, Signer, b62_decode, b62_encode

from games import link_targets
from games.link_targets import Keep as Keep
from games.link_targets import Move as Move
from games.link_targets import Return as Return
from games.link_targets import StandIn as StandIn
from games.models import Game, Seat, SubstituteOffer, User

logger = logging.getLogger(__name__)


T = TypeVar("T", Seat, User, Keep, Return, StandIn, Move)


class Purpose(Enum):
    """What a link is for: its path, and how long it is good for."""

    PLAY = ("play", timedelta(days=60))
    INVITATION = ("invitation", timedelta(days=30))
    SIGN_IN = ("sign-in", timedelta(hours=1))
    KEEP = ("keep", timedelta(days=7))
    RETURN = ("return", timedelta(days=60))
    STAND_IN = ("stand-in", timedelta(days=60))
    ADDRESS = ("address", timedelta(days=1))
    #: What somebody wants of our mails they can say as long as they have one.
    MAIL = ("mail", timedelta(days=5 * 365))

    def __init__(self, path: str, lifetime: timedelta) -> None:
        self.path = path
        self.lifetime = lifetime


@dataclass(frozen=True)
class Valid(Generic[T]):
    """The link is good; the mail with it was written at ``signed_at``."""

    target: T
    signed_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Expired(Generic[T]):
    """The link was good and is too old."""

    target: T


@dataclass(frozen=True)
class Revoked(Generic[T]):
    """The link was made useless by a newer one, or by its owner."""

    target: T


@dataclass(frozen=True)
class Invalid:
    """Nothing that was ever signed here for this purpose."""


SeatLink = Valid[Seat] | Expired[Seat] | Revoked[Seat] | Invalid
UserLink = Valid[User] | Expired[User] | Revoked[User] | Invalid
KeepLink = Valid[Keep] | Expired[Keep] | Revoked[Keep] | Invalid
StandInLink = Valid[StandIn] | Expired[StandIn] | Revoked[StandIn] | Invalid
MoveLink = Valid[Move] | Expired[Move] | Revoked[Move] | Invalid
ReturnLink = Valid[Return] | Expired[Return] | Revoked[Return] | Invalid


def play_token(seat: Seat, *, now: datetime) -> str:
    """Return the token that lets its holder play this seat."""
    return _signed(Purpose.PLAY, now, seat.pk, seat.link_epoch)


def play_url(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the seat is played."""
    return _url(Purpose.PLAY, play_token(seat, now=now))


def choices_url(seat: Seat, version: int, *, now: datetime) -> str:
    """Return the address below which each choice at ``version`` has its page."""
    return f"{play_url(seat, now=now)}{version}/"


def invitation_token(seat: Seat, *, now: datetime) -> str:
    """Return the token that lets its holder answer the seat's invitation."""
    invited = seat.user_id or 0
    return _signed(Purpose.INVITATION, now, seat.pk, seat.link_epoch, invited)


def invitation_url(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the seat's invitation is answered."""
    return _url(Purpose.INVITATION, invitation_token(seat, now=now))


def sign_in_url(user: User, *, now: datetime, next: str = "") -> str:
    """Return the address at which a user signs in, to go on to ``next``."""
    token = _signed(Purpose.SIGN_IN, now, user.pk, user.sign_in_epoch)
    query = f"?{urlencode({'next': next})}" if next else ""
    return _url(Purpose.SIGN_IN, token) + query


def keep_url(seat: Seat, user: User, *, now: datetime) -> str:
    """Return the address at which ``user`` takes over all seats of a seat's guest."""
    bound = link_targets.addressee(user)
    token = _signed(Purpose.KEEP, now, seat.pk, seat.link_epoch, *bound)
    return _url(Purpose.KEEP, token)


def return_url(seat: Seat, user: User, *, now: datetime) -> str:
    """Return the address at which an absent player takes a seat back."""
    bound = link_targets.addressee(user)
    token = _signed(Purpose.RETURN, now, seat.pk, seat.link_epoch, *bound)
    return _url(Purpose.RETURN, token)


def home_url() -> str:
    """Return the address of the first page."""
    return f"{settings.SITE_URL}/"


def stand_in_url(offer: SubstituteOffer, *, now: datetime) -> str:
    """Return the address at which somebody answers the staff's invitation to a seat."""
    bound = link_targets.addressee(offer.user)
    return _url(Purpose.STAND_IN, _signed(Purpose.STAND_IN, now, offer.pk, *bound))


def mail_url(user: User, *, now: datetime) -> str:
    """Return the address at which a user says which mails they want."""
    token = _signed(Purpose.MAIL, now, *link_targets.addressee(user))
    return _url(Purpose.MAIL, token)


def address_url(user: User, wanted: User, *, now: datetime) -> str:
    """Return the address at which ``user`` gets the e-mail address of ``wanted``."""
    bound = [*link_targets.addressee(user), *link_targets.addressee(wanted)]
    return _url(Purpose.ADDRESS, _signed(Purpose.ADDRESS, now, *bound))


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
    return _parse(Purpose.PLAY, token, now, link_targets.find_seat)


def parse_invitation(token: str, *, now: datetime) -> SeatLink:
    """Read the token of an invitation."""
    return _parse(Purpose.INVITATION, token, now, link_targets.find_invitation)


def parse_sign_in(token: str, *, now: datetime) -> UserLink:
    """Read the token of a sign-in link."""
    return _parse(Purpose.SIGN_IN, token, now, link_targets.find_user)


def parse_keep(token: str, *, now: datetime) -> KeepLink:
    """Read the token of a mail that asks whether to keep a guest's games."""
    return _parse(Purpose.KEEP, token, now, link_targets.find_keep)


def parse_return(token: str, *, now: datetime) -> ReturnLink:
    """Read the token of a mail that tells how to come back to a seat."""
    return _parse(Purpose.RETURN, token, now, link_targets.find_return)


def parse_stand_in(token: str, *, now: datetime) -> StandInLink:
    """Read the token of the staff's invitation to play on in somebody's place."""
    return _parse(Purpose.STAND_IN, token, now, link_targets.find_stand_in)


def parse_mail(token: str, *, now: datetime) -> UserLink:
    """Read the token of a page that says which mails somebody wants."""
    return _parse(Purpose.MAIL, token, now, link_targets.find_addressee)


def parse_address(token: str, *, now: datetime) -> MoveLink:
    """Read the token of a mail that asks whether to use its address."""
    return _parse(Purpose.ADDRESS, token, now, link_targets.find_move)


def _url(purpose: Purpose, token: str) -> str:
    return f"{settings.SITE_URL}/{purpose.path}/{token}/"


def _signer(purpose: Purpose) -> Signer:
    return Signer(salt=f"games.links.{purpose.path}")


def _signed(purpose: Purpose, now: datetime, *bound: int | str) -> str:
    """Sign as TimestampSigner does, with a given time instead of the machine's."""
    stamp = b62_encode(int(now.timestamp()))
    return _signer(purpose).sign(":".join(map(str, (*bound, stamp))))


def _unsign(purpose: Purpose, token: str) -> tuple[int, list[str], datetime]:
    """Return pk, what else was signed, and when; raise ValueError if it is no token."""
    pk, *bound, stamp = _signer(purpose).unsign(token).split(":")
    return int(pk), bound, datetime.fromtimestamp(b62_decode(stamp), UTC)


def _parse(
    purpose: Purpose,
    token: str,
    now: datetime,
    find: Callable[[int, list[str]], tuple[T, bool] | None],
) -> Valid[T] | Expired[T] | Revoked[T] | Invalid:
    """Say what a token is worth; never raise, whatever it is."""
    try:
        pk, bound, signed_at = _unsign(purpose, token)
        found = find(pk, bound)
    except (BadSignature, ValueError) as error:
        return _invalid(purpose, type(error).__name__)
    if found is None:
        return _invalid(purpose, "its owner is gone, blocked or somebody else")
    target, is_present = found
    if not is_present:
        logger.debug("%s link of %s refused: revoked", purpose.path, pk)
        return Revoked(target)
    if now - signed_at > purpose.lifetime:
        logger.debug("%s link of %s refused: expired", purpose.path, pk)
        return Expired(target)
    return Valid(target, signed_at)


def _invalid(purpose: Purpose, reason: str) -> Invalid:
    logger.debug("%s link refused: %s", purpose.path, reason)
    return Invalid()
