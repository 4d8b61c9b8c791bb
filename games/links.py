"""Signed links: who holds one may do what its purpose says, for its seat, in its time.

A token is signed for one purpose and bound to a seat and its ``link_epoch`` (or a user
and their ``sign_in_epoch``); raising the epoch revokes it. Opening a link never uses it
up, so a mail scanner may follow it as often as it likes.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Generic, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, Signer, b62_decode, b62_encode

from games import rows
from games.models import Game, Seat, User

logger = logging.getLogger(__name__)

T = TypeVar("T", Seat, User)


class Purpose(Enum):
    """What a link is for: its path, and how long it is good for."""

    PLAY = ("play", timedelta(days=60))
    INVITATION = ("invitation", timedelta(days=30))
    SIGN_IN = ("sign-in", timedelta(hours=1))

    def __init__(self, path: str, lifetime: timedelta) -> None:
        self.path = path
        self.lifetime = lifetime


@dataclass(frozen=True)
class Valid(Generic[T]):
    """The link is good."""

    target: T


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


def play_token(seat: Seat, *, now: datetime) -> str:
    """Return the token that lets its holder play this seat."""
    return _sign(Purpose.PLAY, seat.pk, seat.link_epoch, now)


def play_url(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the seat is played."""
    return _url(Purpose.PLAY, play_token(seat, now=now))


def invitation_url(seat: Seat, *, now: datetime) -> str:
    """Return the address at which the seat's invitation is answered."""
    return _url(
        Purpose.INVITATION, _sign(Purpose.INVITATION, seat.pk, seat.link_epoch, now)
    )


def sign_in_url(user: User, *, now: datetime, next: str = "") -> str:
    """Return the address at which a user signs in, to go on to ``next``."""
    token = _sign(Purpose.SIGN_IN, user.pk, user.sign_in_epoch, now)
    query = f"?{urlencode({'next': next})}" if next else ""
    return _url(Purpose.SIGN_IN, token) + query


def game_url(game: Game) -> str:
    """Return the public address of a game's board."""
    return f"{settings.SITE_URL}/games/{game.slug}/"


def result_url(game: Game) -> str:
    """Return the public address of a finished game's scoring."""
    return f"{game_url(game)}result/"


def parse_play(token: str, *, now: datetime) -> SeatLink:
    """Read the token of a play link."""
    return _parse(Purpose.PLAY, token, now, _seat)


def parse_invitation(token: str, *, now: datetime) -> SeatLink:
    """Read the token of an invitation."""
    return _parse(Purpose.INVITATION, token, now, _seat)


def parse_sign_in(token: str, *, now: datetime) -> UserLink:
    """Read the token of a sign-in link."""
    return _parse(Purpose.SIGN_IN, token, now, _user)


def _url(purpose: Purpose, token: str) -> str:
    return f"{settings.SITE_URL}/{purpose.path}/{token}/"


def _signer(purpose: Purpose) -> Signer:
    return Signer(salt=f"games.links.{purpose.path}")


def _sign(purpose: Purpose, pk: int, epoch: int, now: datetime) -> str:
    """Sign as TimestampSigner does, with a given time instead of the machine's."""
    stamp = b62_encode(int(now.timestamp()))
    return _signer(purpose).sign(f"{pk}:{epoch}:{stamp}")


def _unsign(purpose: Purpose, token: str) -> tuple[int, int, datetime]:
    """Return pk, epoch and moment of signing; raise ValueError if it is no token."""
    pk, epoch, stamp = _signer(purpose).unsign(token).split(":")
    return int(pk), int(epoch), datetime.fromtimestamp(b62_decode(stamp), UTC)


def _parse(
    purpose: Purpose,
    token: str,
    now: datetime,
    find: Callable[[int], tuple[T, int] | None],
) -> Valid[T] | Expired[T] | Revoked[T] | Invalid:
    """Say what a token is worth; never raise, whatever it is."""
    try:
        pk, epoch, signed_at = _unsign(purpose, token)
    except (BadSignature, ValueError) as error:
        return _invalid(purpose, type(error).__name__)
    found = find(pk)
    if found is None:
        return _invalid(purpose, "its owner is gone or blocked")
    target, present_epoch = found
    if epoch != present_epoch:
        logger.debug("%s link of %s refused: revoked", purpose.path, pk)
        return Revoked(target)
    if now - signed_at > purpose.lifetime:
        logger.debug("%s link of %s refused: expired", purpose.path, pk)
        return Expired(target)
    return Valid(target)


def _invalid(purpose: Purpose, reason: str) -> Invalid:
    logger.debug("%s link refused: %s", purpose.path, reason)
    return Invalid()


def _seat(pk: int) -> tuple[Seat, int] | None:
    seat = rows.find_seat(pk)
    if seat is None or (seat.user is not None and not seat.user.is_active):
        return None
    return seat, seat.link_epoch


def _user(pk: int) -> tuple[User, int] | None:
    user = User.objects.filter(pk=pk, is_active=True).first()
    return None if user is None else (user, user.sign_in_epoch)
