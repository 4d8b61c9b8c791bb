"""Signals: what happened, for receivers that this app does not know.

A signal reports what has happened, in the same transaction: what receivers write is
committed with it or not at all. A survey collects answers from other apps.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from django.dispatch import Signal
from msgspec import Struct

from games.models import (
    Entrant,
    Game,
    HostAct,
    League,
    ModerationAction,
    Season,
    Seat,
    SeatOffer,
    TalkMessage,
    User,
)
from games.models.moderation import Case
from stoneage_core import GameState, Phase
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source

T = TypeVar("T")
R = TypeVar("R")
P = TypeVar("P")

#: Sends each signal and survey as ``payload``. The sender is the payload's class.
bus = Signal(use_caching=True)


class GameSignal(Struct, frozen=True, kw_only=True):
    """Something that has happened, published in its own transaction."""

    now: datetime


class Survey(Struct, Generic[T], frozen=True):
    """A question to which each receiver returns a part of the answer."""


def publish(signal: GameSignal) -> None:
    """If one raises, the whole transaction fails."""
    bus.send(sender=type(signal), payload=signal)


def collect(survey: Survey[T]) -> list[T]:
    """Return the non-empty answers, in the order in which receivers were connected."""
    answers = bus.send(sender=type(survey), payload=survey)
    return [cast(T, answer) for _receiver, answer in answers if answer]


def receives(kind: type[P]) -> Callable[[Callable[[P], R]], Callable[[P], R]]:
    """Idempotent."""

    def connect(receiver: Callable[[P], R]) -> Callable[[P], R]:
        def call(sender: type[P], payload: P, **_: Any) -> R:
            return receiver(payload)

        uid = f"{receiver.__module__}.{receiver.__qualname__}"
        bus.connect(call, sender=kind, weak=False, dispatch_uid=uid)
        return receiver

    return connect


class SeatLinkUsed(GameSignal, frozen=True):
    """
    The player of a seat used a link, and did more than look at the page, as mail
    scanners do. ``signed_at`` is when the email with the link was written.
    """

    seat: Seat
    signed_at: datetime


class SeatInvited(GameSignal, frozen=True):
    seat: Seat


class SeatReminded(GameSignal, frozen=True):
    """The host reminds somebody of an invitation that they have not answered."""

    seat: Seat


class SentInvitation(Struct, frozen=True):
    """When we last wrote to an invited person, and whether that email is on its way."""

    written_at: datetime
    is_waiting: bool


class CollectInvitationMails(Survey[dict[int, SentInvitation]], frozen=True):
    """Asks for the latest invitation or reminder of each invited seat, by seat id."""

    game: Game


class SeatDeclined(GameSignal, frozen=True):
    """
    An invitation was declined, or a player left before the start. The host may fill the
    seat in another way.
    """

    seat: Seat


class AnswersMissing(GameSignal, frozen=True):
    """
    Some days after the last invitation to a waiting game, some seats are still free.
    ``seats`` are all of its seats.
    """

    game: Game
    seats: tuple[Seat, ...]


class HostingPassed(GameSignal, frozen=True):
    """The host of a game that has not started made the player of a seat its host."""

    seat: Seat
    by: User


class GameAdvanced(GameSignal, frozen=True):
    """
    Events were added to a game's stream: a player joined, the start, moves, the end.
    ``seats`` are all seats by number, with their new columns: a seat has to decide if
    its ``awaited_version`` is set. ``decided_by`` is the player whose decision came
    first. They can take it back until ``open_until``, or not at all if it is None.
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


class GameFinished(GameSignal, frozen=True):
    game: Game
    state: GameState


class GameReopened(GameSignal, frozen=True):
    """A finished game was taken back to before its end, and continues."""

    game: Game


class GameFinalized(GameSignal, frozen=True):
    """The seed of a finished game was revealed, so its result is final."""

    game: Game
    state: GameState


def milestones_of(news: GameAdvanced) -> Iterator[GameSignal]:
    was_over, is_over = (
        state.phase is Phase.ENDED for state in (news.before, news.state)
    )
    if is_over and not was_over:
        yield GameFinished(news.game, news.state, now=news.now)
    if was_over and not is_over:
        yield GameReopened(news.game, now=news.now)
    if news.state.seed and not news.before.seed:
        yield GameFinalized(news.game, news.state, now=news.now)


class GameWasRestored(GameSignal, frozen=True):
    """
    The log of a game recorded a restore. Players whose moves are lost are asked again.
    ``seats`` are all current seats of the game. Other events of the same transaction
    begin with ``first_sequence``.
    """

    seats: tuple[Seat, ...]
    first_sequence: int


class ServiceRestored(GameSignal, frozen=True):
    """The database was restored from a backup, which ends at ``back_to``."""

    back_to: datetime


class ClockSetBack(GameSignal, frozen=True):
    """The database's clock was ahead and has been set back."""


class OrdersDisarmed(GameSignal, frozen=True):
    """A seat's orders no longer fit. The orders say why."""

    seat: Seat


class DecisionDue(GameSignal, frozen=True):
    seat: Seat


class TalkSaid(GameSignal, frozen=True):
    """Somebody wrote a message at a table. ``seats`` are those of the others there."""

    message: TalkMessage
    seats: tuple[Seat, ...]


class OfferMade(GameSignal, frozen=True):
    """Somebody may play a seat: they offered to, or were asked."""

    offer: SeatOffer
    seats: tuple[Seat, ...]


class OfferDeclined(GameSignal, frozen=True):
    """The person whom a seat's player asked to take it declined."""

    offer: SeatOffer


class SeatPassed(GameSignal, frozen=True):
    """
    Somebody else plays a seat from now on. They took it by an ``offer``, or without one
    its player returned. ``before`` are its former users: its player, their substitute,
    both or nobody.
    """

    seat: Seat
    before: tuple[User, ...]
    offer: SeatOffer | None
    seats: tuple[Seat, ...]


class ActionLogged(GameSignal, frozen=True):
    """A moderator did something. ``seats`` are those of the game it was about."""

    act: ModerationAction
    seats: tuple[Seat, ...]


class LeagueEntered(GameSignal, frozen=True):
    """Somebody entered a season that has not started."""

    entrant: Entrant


class HostActed(GameSignal, frozen=True):
    """A host did something about which ``users`` get an email."""

    act: HostAct
    season: Season
    users: tuple[User, ...]


class PlayerDroppedOut(GameSignal, frozen=True):
    """A player left all their games of a season, or the host took them out."""

    entrant: Entrant


class SeasonStartsSoon(GameSignal, frozen=True):
    season: Season


class SeasonStarted(GameSignal, frozen=True):
    """All games of a season have begun."""

    season: Season


class SeasonPostponed(GameSignal, frozen=True):
    """Too few players had entered a season when it had to start."""

    season: Season


class CaseTakenOver(GameSignal, frozen=True):
    """A member of the staff took a case over from ``former``."""

    case: Case
    by: User
    former: User


class SeasonEnded(GameSignal, frozen=True):
    season: Season


class LeagueClosed(GameSignal, frozen=True):
    """
    No further season follows. ``entrants`` are those of a season that is played to its
    end or was called off, one of each user.
    """

    league: League
    entrants: tuple[Entrant, ...]


class LeaguePassed(GameSignal, frozen=True):
    """The host of a league made ``entrant`` its host."""

    entrant: Entrant
    by: User


class CollectSeatNotes(Survey[str], frozen=True):
    user: User
    game: Game


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
    A guest gave an address to keep their games. ``user`` has that address and gets an
    email, without having asked for anything. ``seat`` is one of the guest's.
    """

    seat: Seat
    user: User


class UserUnreachable(GameSignal, frozen=True):
    """
    Emails do not reach a user any more. ``seats`` are theirs in running and waiting
    games, ``others`` those of all other people at these tables.
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
    of ours. ``game`` is the only game affected, if it is about one.
    """

    user: User
    change: str
    game: Game | None = None


class UserForgotten(GameSignal, frozen=True):
    """
    A user's data is being erased. Receivers erase what they store about them. ``user``
    still has the name, and ``addresses`` are the current and former ones, none of which
    may be stored afterwards.
    """

    user: User
    addresses: tuple[str, ...]


class CollectOwnData(Survey[dict[str, Any]], frozen=True):
    user: User


class CollectFormerUsers(Survey[Iterable[User]], frozen=True):
    """Asks for users that are only addresses that a user had or wanted."""

    user: User
