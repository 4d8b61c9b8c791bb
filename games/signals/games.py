"""Signals about games, leagues and the service as a whole."""

from collections.abc import Iterator
from datetime import datetime

from games.models import (
    Game,
    ModerationAction,
    Season,
    Seat,
    SeatOffer,
    TalkMessage,
    User,
)
from games.signals.bus import GameSignal, Survey
from stoneage_core import GameState, Phase
from stoneage_core.events.base import Event
from stoneage_core.match.state import Source


class SeatInvited(GameSignal, frozen=True):
    """A user was invited to a seat."""

    seat: Seat


class SeatDeclined(GameSignal, frozen=True):
    """An invitation was declined. The host may fill the seat in another way."""

    seat: Seat


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
    """A game has ended, with the position ``state``."""

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
    """Yield further signals if a game was finished, reopened or made final."""
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
    """A seat's player has to be reminded of a decision before time runs out."""

    seat: Seat


class TalkSaid(GameSignal, frozen=True):
    """Somebody wrote a message at a table. ``seats`` are those of the others there."""

    message: TalkMessage
    seats: tuple[Seat, ...]


class OfferMade(GameSignal, frozen=True):
    """Somebody may play a seat: they offered to, or the staff asked them."""

    offer: SeatOffer
    seats: tuple[Seat, ...]


class SeatPassed(GameSignal, frozen=True):
    """
    Somebody else plays a seat from now on.

    They took it by an ``offer``, or without one its player returned. ``before`` are its
    former users: its player, their substitute, both or nobody.
    """

    seat: Seat
    before: tuple[User, ...]
    offer: SeatOffer | None
    seats: tuple[Seat, ...]


class ActionLogged(GameSignal, frozen=True):
    """A moderator did something. ``seats`` are those of the game it was about."""

    act: ModerationAction
    seats: tuple[Seat, ...]


class SeasonEnded(GameSignal, frozen=True):
    """A season of a league is over, and all its players have their ranks."""

    season: Season


class CollectSeatNotes(Survey[str], frozen=True):
    """Asks for notes to a seat's player about their emails. '' is left out."""

    user: User
    game: Game
