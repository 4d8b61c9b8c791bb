"""Tokens of links: signing them, and checking one that comes back."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from django.core.signing import BadSignature, Signer, b62_decode, b62_encode

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: A moment, or the clock that tells it.
Moment = datetime | Callable[[], datetime]


class Found(NamedTuple, Generic[T]):
    """
    What a token leads to; no longer current where a newer one or its owner revoked it.

    ``now`` is the time, where that was read along with it.
    """

    target: T
    is_current: bool
    now: datetime | None = None


@dataclass(frozen=True)
class Valid(Generic[T]):
    """The link is good as of ``now``; the mail with it was written at ``signed_at``."""

    target: T
    signed_at: datetime | None = field(default=None, compare=False)
    now: datetime | None = field(default=None, compare=False)


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
    """
    Nothing that opens anything; ``signed_at`` is when it was signed here, if it was.

    What it had led to is gone then, or somebody else's.
    """

    signed_at: datetime | None = field(default=None, compare=False)


#: What a token that comes back may be worth.
Link = Valid[T] | Expired[T] | Revoked[T] | Invalid


def sign_token(purpose: str, now: datetime, *bound: int | str) -> str:
    """Sign as TimestampSigner does, with a given time instead of the machine's."""
    stamp = b62_encode(int(now.timestamp()))
    return _signer(purpose).sign(":".join(map(str, (*bound, stamp))))


def parse_token(
    purpose: str,
    token: str,
    now: Moment,
    lifetime: timedelta,
    find: Callable[[int, list[str]], Found[T] | None],
) -> Link[T]:
    """Say what a token is worth; never raise, whatever it is."""
    try:
        pk, bound, signed_at = _unsign(purpose, token)
        found = find(pk, bound)
    except (BadSignature, ValueError) as error:
        return _invalid(purpose, type(error).__name__)
    if found is None:
        return _invalid(purpose, "its owner is gone, or somebody else", signed_at)
    if not found.is_current:
        logger.debug("%s link of %s refused: revoked", purpose, pk)
        return Revoked(found.target)
    if not isinstance(now, datetime):
        now = found.now or now()
    if now - signed_at > lifetime:
        logger.debug("%s link of %s refused: expired", purpose, pk)
        return Expired(found.target)
    return Valid(found.target, signed_at, now)


def _unsign(purpose: str, token: str) -> tuple[int, list[str], datetime]:
    """Return pk, what else was signed, and when; raise ValueError if it is no token."""
    pk, *bound, stamp = _signer(purpose).unsign(token).split(":")
    return int(pk), bound, datetime.fromtimestamp(b62_decode(stamp), UTC)


def _signer(purpose: str) -> Signer:
    return Signer(salt=f"{purpose} link")


def _invalid(purpose: str, reason: str, signed_at: datetime | None = None) -> Invalid:
    logger.debug("%s link refused: %s", purpose, reason)
    return Invalid(signed_at)
