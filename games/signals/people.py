"""Signals about users' requests and addresses."""

from collections.abc import Iterable
from typing import Any

from games.models import ModerationAction, Seat, User
from games.signals.bus import GameSignal, Survey


class SignInRequested(GameSignal, frozen=True):
    """
    Somebody asked to sign in by an address of the user.

    ``next`` is the page to go on to, or ''. ``code`` is what the browser that asked
    waits for, or '' if only the link signs in. ``is_known`` says whether the user has
    signed in with that browser before.
    """

    user: User
    email: str
    next: str = ""
    code: str = ""
    is_known: bool = False


class LinkRequested(GameSignal, frozen=True):
    """A fresh link to a seat was requested. It is emailed to the seat's owner only."""

    seat: Seat


class KeepRequested(GameSignal, frozen=True):
    """
    A guest gave an address to keep their games.

    ``user`` has that address and gets an email, without having asked for anything.
    ``seat`` is one of the guest's.
    """

    seat: Seat
    user: User


class UserUnreachable(GameSignal, frozen=True):
    """
    Emails do not reach a user any more.

    ``seats`` are theirs in running and waiting games, ``others`` those of all other
    people at these tables.
    """

    user: User
    seats: tuple[Seat, ...]
    others: tuple[Seat, ...]


class AddressTried(GameSignal, frozen=True):
    """A user says that emails reach them again, and wants a test email."""

    user: User


class AddressAdditionRequested(GameSignal, frozen=True):
    """``user`` also wants the address of ``wanted``, who is asked by email."""

    user: User
    wanted: User


class AddressChanged(GameSignal, frozen=True):
    """
    ``user`` has another primary address instead of ``former``. ``act`` is the staff's
    act, if they did it.
    """

    user: User
    former: str
    act: ModerationAction | None = None


class AccountSecured(GameSignal, frozen=True):
    """
    Something has changed that lets others in, or keeps the user from noticing.
    ``change`` is the name of allauth's email about it, such as ``webauthn_added``, or
    of ours.
    """

    user: User
    change: str


class UserForgotten(GameSignal, frozen=True):
    """
    A user's data is being erased. Receivers erase what they store about them.

    ``user`` still has the name, and ``addresses`` are the current and former ones, none
    of which may be stored afterwards.
    """

    user: User
    addresses: tuple[str, ...]


class CollectOwnData(Survey[dict[str, Any]], frozen=True):
    """Asks for further data about a user, for the export of their data."""

    user: User


class CollectFormerUsers(Survey[Iterable[User]], frozen=True):
    """Asks for users that are only addresses that a user had or wanted."""

    user: User
