"""Tokens of links: sign them for a purpose, and check those that come back.

A token is signed for one purpose and bound to what has to stay the same for it to hold:
a seat, its game and its ``link_epoch``; a user, their address and ``access_epoch``.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Generic, NamedTuple, TypeVar, TypeVarTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, Signer, b62_decode, b62_encode
from django.urls import reverse

from games.models import User

logger = logging.getLogger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

#: A time, or the clock that returns it.
Moment = datetime | Callable[[], datetime]


class Found(NamedTuple, Generic[T]):
    """
    What a token leads to. It is not current if it was revoked.

    ``former`` is the user for whom it was signed, if the target belongs to another one.
    """

    target: T
    is_current: bool
    former: User | None = None


@dataclass(frozen=True)
class Valid(Generic[T]):
    """The link is valid as of ``now``. Its email was written at ``signed_at``."""

    target: T
    signed_at: datetime | None = field(default=None, compare=False)
    now: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Expired(Generic[T]):
    target: T


@dataclass(frozen=True)
class Revoked(Generic[T]):
    target: T
    former: User | None = None


@dataclass(frozen=True)
class Invalid:
    """
    The link leads nowhere. ``signed_at`` is when it was signed here, if it was. In that
    case its target no longer exists or now belongs to someone else.
    """

    signed_at: datetime | None = field(default=None, compare=False)


#: The result of checking a token.
Link = Valid[T] | Expired[T] | Revoked[T] | Invalid


def absolute_url(page: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(page, args=args)}"


@dataclass(frozen=True)
class LinkPurpose(Generic[T, *Ts]):
    """The purpose of a link: its name, its page, its lifetime, what it is bound to."""

    name: str
    page: str
    lifetime: timedelta
    bind: Callable[[*Ts], Iterable[int | str]]
    find: Callable[[int, list[str]], Found[T] | None]

    def token(self, *target: *Ts, now: datetime) -> str:
        """
        Return the token that lets its holder do what the purpose says.

        It is signed like TimestampSigner does, but at the given time instead of the
        machine's.
        """
        stamp = b62_encode(int(now.timestamp()))
        bound = map(str, (*self.bind(*target), stamp))
        return _signer(self.name).sign(":".join(bound))

    def url(self, *target: *Ts, now: datetime, next: str = "") -> str:
        """Return the URL with a token, and a page to go on to."""
        query = f"?{urlencode({'next': next})}" if next else ""
        token = self.token(*target, now=now)
        return f"{absolute_url(self.page, token)}{query}"

    def parse(self, token: str, *, now: Moment) -> Link[T]:
        """
        Check a token. Never raises, whatever it is. ``now`` may be a clock, which is
        read only if the age of the token matters.
        """
        try:
            pk, bound, signed_at = _unsign(self.name, token)
            found = self.find(pk, bound)
        except (BadSignature, ValueError) as error:
            return _invalid(self.name, type(error).__name__)
        if found is None:
            return _invalid(
                self.name, "its target is gone or has a new owner", signed_at
            )
        if not found.is_current:
            logger.debug("%s link of %s refused: revoked", self.name, pk)
            return Revoked(found.target, found.former)
        if not isinstance(now, datetime):
            now = now()
        if now - signed_at > self.lifetime:
            logger.debug("%s link of %s refused: expired", self.name, pk)
            return Expired(found.target)
        return Valid(found.target, signed_at, now)


def _unsign(name: str, token: str) -> tuple[int, list[str], datetime]:
    """Return pk, what else was signed, and when. Raise ValueError or BadSignature."""
    pk, *bound, stamp = _signer(name).unsign(token).split(":")
    return int(pk), bound, datetime.fromtimestamp(b62_decode(stamp), UTC)


def _signer(name: str) -> Signer:
    return Signer(salt=f"{name} link")


def _invalid(name: str, reason: str, signed_at: datetime | None = None) -> Invalid:
    logger.debug("%s link refused: %s", name, reason)
    return Invalid(signed_at)
