"""Tokens: what a link is signed for, and what one that comes back is worth."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Generic, TypeVar

from django.core.signing import BadSignature, Signer, b62_decode, b62_encode

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Purpose(Enum):
    """What a link is for: its path, and how long it is good for."""

    PLAY = ("play", timedelta(days=60))
    INVITATION = ("invitation", timedelta(days=30))
    SIGN_IN = ("sign-in", timedelta(hours=1))
    KEEP = ("keep", timedelta(days=7))
    RETURN = ("return", timedelta(days=60))
    STAND_IN = ("stand-in", timedelta(days=60))
    ADDRESS = ("address", timedelta(days=1))
    DATA = ("data", timedelta(days=60))
    #: What somebody wants of our mails they can say as long as they have one.
    MAIL = ("mail", timedelta(days=5 * 365))
    NO_MAIL = ("no-mail", timedelta(days=5 * 365))

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


def signed(purpose: Purpose, now: datetime, *bound: int | str) -> str:
    """Sign as TimestampSigner does, with a given time instead of the machine's."""
    stamp = b62_encode(int(now.timestamp()))
    return _signer(purpose).sign(":".join(map(str, (*bound, stamp))))


def parse(
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


def _unsign(purpose: Purpose, token: str) -> tuple[int, list[str], datetime]:
    """Return pk, what else was signed, and when; raise ValueError if it is no token."""
    pk, *bound, stamp = _signer(purpose).unsign(token).split(":")
    return int(pk), bound, datetime.fromtimestamp(b62_decode(stamp), UTC)


def _signer(purpose: Purpose) -> Signer:
    return Signer(salt=f"games.links.{purpose.path}")


def _invalid(purpose: Purpose, reason: str) -> Invalid:
    logger.debug("%s link refused: %s", purpose.path, reason)
    return Invalid()
