"""What ``games`` tells whoever listens; it does not know who does.

Every announcement is sent inside the transaction that it speaks of: a receiver writes
rows of its own, and both are kept or neither is.
"""

from dataclasses import dataclass
from datetime import datetime

from django.dispatch import Signal

from games.models import DecidedHow, Game, Seat, StaffAct, SubstituteOffer, User
from stoneage_core import GameState
from stoneage_core.events import Event

#: Sent with ``announcement``, one of the classes below; the sender is its class.
announced = Signal()


@dataclass(frozen=True)
class SeatInvited:
    """A seat waits for its user's answer."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class SeatDeclined:
    """An invitation was declined; the host may fill the seat otherwise."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class GameCancelled:
    """The host gave up a game before its start."""

    game: Game
    seats: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class GameAdvanced:
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
    decided_how: DecidedHow
    open_until: datetime | None
    now: datetime


@dataclass(frozen=True)
class OrdersDisarmed:
    """A seat's standing orders fit no more; they tell why."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class DecisionDue:
    """A seat's player is to be reminded of a decision before time runs out."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class SubstituteOffered:
    """Somebody would play on for a seat that the steward plays; others vote on it."""

    seat: Seat
    seats: tuple[Seat, ...]
    number: int
    now: datetime


@dataclass(frozen=True)
class SubstituteRelieved:
    """The absent player is back, and ``user`` got up from the seat."""

    seat: Seat
    user: User
    now: datetime


@dataclass(frozen=True)
class StaffActed:
    """A moderator did something; ``seats`` are those of the game it was about."""

    act: StaffAct
    seats: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class ReplacementInvited:
    """The staff invited somebody to a seat that another player has."""

    offer: SubstituteOffer
    now: datetime


@dataclass(frozen=True)
class ReplacementSeated:
    """Somebody whom the staff had invited sat down; ``before`` had the seat, if any."""

    offer: SubstituteOffer
    before: User | None
    seats: tuple[Seat, ...]
    now: datetime


@dataclass(frozen=True)
class SignInRequested:
    """Somebody asked for a sign-in link; ``next`` is the page to go on to, or ''."""

    user: User
    next: str
    now: datetime


@dataclass(frozen=True)
class LinkRequested:
    """A fresh link to a seat is wanted, to be mailed to its owner and nobody else."""

    seat: Seat
    now: datetime


@dataclass(frozen=True)
class KeepRequested:
    """
    A guest gave an address to keep their games.

    ``user`` has that address, did not ask for anything, and is to be asked by mail.
    ``seat`` is one of the guest's.
    """

    seat: Seat
    user: User
    now: datetime


@dataclass(frozen=True)
class UserUnreachable:
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
class AddressTried:
    """Somebody says that mails reach them again, and wants one to try it."""

    user: User
    now: datetime


@dataclass(frozen=True)
class AddressChangeRequested:
    """``user`` wants the address of ``wanted``, who is to be asked by mail."""

    user: User
    wanted: User
    now: datetime


@dataclass(frozen=True)
class AddressChanged:
    """
    ``user`` has another address; ``former`` has the one that they gave up.

    ``act`` is that of the staff, where it was their doing.
    """

    user: User
    former: User
    now: datetime
    act: StaffAct | None = None


@dataclass(frozen=True)
class UserForgotten:
    """
    Somebody is being forgotten: whoever knows anything about them erases it now.

    ``user`` still has the name that nothing may hold afterwards, nor any of their
    ``addresses``, of now and before.
    """

    user: User
    addresses: tuple[str, ...]
    now: datetime


Announcement = (
    SeatInvited
    | SeatDeclined
    | GameCancelled
    | GameAdvanced
    | OrdersDisarmed
    | DecisionDue
    | SubstituteOffered
    | SubstituteRelieved
    | StaffActed
    | ReplacementInvited
    | ReplacementSeated
    | SignInRequested
    | LinkRequested
    | KeepRequested
    | UserUnreachable
    | AddressTried
    | AddressChangeRequested
    | AddressChanged
    | UserForgotten
)


def announce(announcement: Announcement) -> None:
    """Tell the receivers; one that fails makes the whole transaction fail."""
    announced.send(sender=type(announcement), announcement=announcement)
