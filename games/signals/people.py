"""Signals about what people ask for, and about their addresses."""

from collections.abc import Iterable
from typing import Any

from games.models import ModerationAction, Seat, User
from games.signals.bus import GameSignal, Survey


class SignInRequested(GameSignal, frozen=True):
    """Somebody asked for a sign-in link; ``next`` is the page to go on to, or ''."""

    user: User
    next: str


class LinkRequested(GameSignal, frozen=True):
    """A fresh link to a seat is wanted, to be mailed to its owner and nobody else."""

    seat: Seat


class KeepRequested(GameSignal, frozen=True):
    """
    A guest gave an address to keep their games.

    ``user`` has that address, did not ask for anything, and is to be asked by mail.
    ``seat`` is one of the guest's.
    """

    seat: Seat
    user: User


class UserUnreachable(GameSignal, frozen=True):
    """
    Mails do not reach a user any more.

    ``seats`` are theirs in games that are played or about to begin, ``others`` those of
    all other people at these tables.
    """

    user: User
    seats: tuple[Seat, ...]
    others: tuple[Seat, ...]


class AddressTried(GameSignal, frozen=True):
    """Somebody says that mails reach them again, and wants one to try it."""

    user: User


class AddressChangeRequested(GameSignal, frozen=True):
    """``user`` wants the address of ``wanted``, who is to be asked by mail."""

    user: User
    wanted: User


class AddressAdditionRequested(GameSignal, frozen=True):
    """``user`` wants the address of ``wanted`` besides, who is to be asked by mail."""

    user: User
    wanted: User


class AddressChanged(GameSignal, frozen=True):
    """
    ``user`` has another address; ``former`` has the one that they gave up.

    ``act`` is that of the staff, where it was their doing.
    """

    user: User
    former: User
    act: ModerationAction | None = None


class UserForgotten(GameSignal, frozen=True):
    """
    Somebody is being forgotten: whoever knows anything about them erases it now.

    ``user`` still has the name that nothing may hold afterwards, nor any of their
    ``addresses``, of now and before.
    """

    user: User
    addresses: tuple[str, ...]


class CollectOwnData(Survey[dict[str, Any]], frozen=True):
    """What else is stored about a user, for them to take home."""

    user: User


class CollectFormerUsers(Survey[Iterable[User]], frozen=True):
    """Users who are nothing but addresses that a user had, or would have had."""

    user: User
