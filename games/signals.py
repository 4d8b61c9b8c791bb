"""How other apps plug into this one, which does not know them.

A signal tells what has happened, inside the transaction that it speaks of: a receiver
writes rows of its own, and both are kept or neither is. A survey asks what others know.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from django.dispatch import Signal

from games.models import (
    Game,
    ModerationAction,
    Season,
    Seat,
    SubstituteOffer,
    TalkMessage,
    User,
)
from stoneage_core import GameState
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source

T = TypeVar("T")
R = TypeVar("R")
P = TypeVar("P")

#: Carries each signal and survey as its ``payload``; the sender is that one's class.
bus = Signal()


class GameSignal:
    """Something that has happened; published in its own transaction."""

    now: datetime


class Survey(Generic[T]):
    """A question to which each receiver returns a part of the answer."""


def publish(signal: GameSignal) -> None:
    """Call the receivers; one that fails makes the whole transaction fail."""
    bus.send(sender=type(signal), payload=signal)


def collect(survey: Survey[T]) -> list[T]:
    """Return the answers that say something, in the order of connecting."""
    answers = bus.send(sender=type(survey), payload=survey)
    return [cast(T, answer) for _receiver, answer in answers if answer]


def receives(kind: type[P]) -> Callable[[Callable[[P], R]], Callable[[P], R]]:
    """Connect a function to a class of signals or surveys. Idempotent."""

    def connect(receiver: Callable[[P], R]) -> Callable[[P], R]:
        def call(sender: type[P], payload: P, **_: Any) -> R:
            return receiver(payload)

        uid = f"{receiver.__module__}.{receiver.__qualname__}"
        bus.connect(call, sender=kind, weak=False, dispatch_uid=uid)
        return receiver

    return connect


@dataclass(frozen=True)
class SeatInvited(GameSignal):
    """A seat waits for its user's answer."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class SeatDeclined(GameSignal):
    """An invitation was declined; the host may fill the seat otherwise."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class GameAdvanced(GameSignal):
    """
    Events were added to a game's stream: a joining, the start, moves, the end.

    ``seats`` are all of the game's in order of number, already projected: a seat is to
    decide where ``awaited_version`` is set. ``decided_by`` is the player whose decision
    began it; until ``open_until`` they may take it back, if they may at all.
    """

    game: Game
    seats: tuple[Seat, ...]
    before: GameState
    state: GameState
    events: tuple[Event, ...]
    first_sequence: int
    decided_by: int | None
    source: Source
    open_until: datetime | None
    now: datetime


@dataclass(frozen=True)
class GameWasRestored(GameSignal):
    """
    The log of a game tells of a restore; whoever had moved since is asked again.

    ``seats`` are all of the game's, as they are now; what was decided besides begins
    with the event ``first_sequence``.
    """

    seats: tuple[Seat, ...]
    first_sequence: int
    now: datetime


@dataclass(frozen=True)
class ServiceRestored(GameSignal):
    """The database is a back-up's: what it knows of ends at ``back_to``."""

    back_to: datetime
    now: datetime


@dataclass(frozen=True)
class ClockSetBack(GameSignal):
    """The database's clock was ahead, and is right: nothing is due by what it said."""

    now: datetime


@dataclass(frozen=True)
class OrdersDisarmed(GameSignal):
    """A seat's standing orders fit no more; they tell why."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class DecisionDue(GameSignal):
    """A seat's player is to be reminded of a decision before time runs out."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class TalkSaid(GameSignal):
    """Somebody said something at a table; ``seats`` are those of the others there."""

    message: TalkMessage
    seats: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class SubstituteOfferMade(GameSignal):
    """Somebody would play on for a seat that autopilot plays; others vote on it."""

    seat: Seat
    seats: tuple[Seat, ...]
    number: int
    now: datetime


@dataclass(frozen=True)
class SubstituteRelieved(GameSignal):
    """The absent player is back, and ``user`` got up from the seat."""

    seat: Seat
    user: User
    now: datetime


@dataclass(frozen=True)
class ActionLogged(GameSignal):
    """A moderator did something; ``seats`` are those of the game it was about."""

    act: ModerationAction
    seats: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class ReplacementInvited(GameSignal):
    """The staff invited somebody to a seat that another player has."""

    offer: SubstituteOffer
    now: datetime


@dataclass(frozen=True)
class ReplacementSeated(GameSignal):
    """Somebody whom the staff had invited sat down; ``before`` had the seat, if any."""

    offer: SubstituteOffer
    before: User | None
    seats: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class SeasonEnded(GameSignal):
    """A season of a league is over: all its players have their ranks."""

    season: Season
    now: datetime


@dataclass(frozen=True)
class SignInRequested(GameSignal):
    """Somebody asked for a sign-in link; ``next`` is the page to go on to, or ''."""

    user: User
    next: str
    now: datetime


@dataclass(frozen=True)
class LinkRequested(GameSignal):
    """A fresh link to a seat is wanted, to be mailed to its owner and nobody else."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class KeepRequested(GameSignal):
    """
    A guest gave an address to keep their games.

    ``user`` has that address, did not ask for anything, and is to be asked by mail.
    ``seat`` is one of the guest's.
    """

    seat: Seat
    user: User
    now: datetime


@dataclass(frozen=True)
class UserUnreachable(GameSignal):
    """
    Mails do not reach a user any more.

    ``seats`` are theirs in games that are played or about to begin, ``others`` those of
    all other people at these tables.
    """

    user: User
    seats: tuple[Seat, ...]
    others: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class AddressTried(GameSignal):
    """Somebody says that mails reach them again, and wants one to try it."""

    user: User
    now: datetime


@dataclass(frozen=True)
class AddressChangeRequested(GameSignal):
    """``user`` wants the address of ``wanted``, who is to be asked by mail."""

    user: User
    wanted: User
    now: datetime


@dataclass(frozen=True)
class AddressAdditionRequested(GameSignal):
    """``user`` wants the address of ``wanted`` besides, who is to be asked by mail."""

    user: User
    wanted: User
    now: datetime


@dataclass(frozen=True)
class AddressChanged(GameSignal):
    """
    ``user`` has another address; ``former`` has the one that they gave up.

    ``act`` is that of the staff, where it was their doing.
    """

    user: User
    former: User
    now: datetime
    act: ModerationAction | None = None


@dataclass(frozen=True)
class PasskeysChanged(GameSignal):
    """A passkey of a user was added or removed; ``key`` is its SHA-256."""

    user: User
    key: str
    is_added: bool
    now: datetime


@dataclass(frozen=True)
class UserForgotten(GameSignal):
    """
    Somebody is being forgotten: whoever knows anything about them erases it now.

    ``user`` still has the name that nothing may hold afterwards, nor any of their
    ``addresses``, of now and before.
    """

    user: User
    addresses: tuple[str, ...]
    now: datetime


@dataclass(frozen=True)
class CollectOwnData(Survey[dict[str, Any]]):
    """What else is stored about a user, for them to take home."""

    user: User


@dataclass(frozen=True)
class CollectFormerUsers(Survey[Iterable[User]]):
    """Users who are nothing but addresses that a user had, or would have had."""

    user: User


@dataclass(frozen=True)
class CollectSeatNotes(Survey[str]):
    """What a seat's player is to know of the mails they get; '' is left out."""

    user: User
    game: Game
