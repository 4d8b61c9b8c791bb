"""What can be done from the desk: each deed with its form and what it comes to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django import forms

from games.history.event_text import EventText
from games.labels import Text
from games.models import Game, Seat, User
from games.pages.board import Board
from games.pages.tribes import Tribe


@dataclass(frozen=True)
class Case:
    """Who is about to do something, to which game or person, and the form."""

    by: User
    now: datetime
    game: Game | None = None
    user: User | None = None
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Game:
        """The game of an act on a game."""
        assert self.game is not None
        return self.game

    @property
    def seat(self) -> Seat:
        """The seat that was chosen."""
        seat: Seat = self.data["seat"]
        return seat

    @property
    def person(self) -> User:
        """The person of an act on a person."""
        assert self.user is not None
        return self.user

    @property
    def reason(self) -> str:
        reason: str = self.data["reason"]
        return reason


@dataclass(frozen=True)
class Standing:
    """How a tribe would come off."""

    rank: int
    seat: int
    name: str
    score: int


@dataclass
class Preview:
    """What an act would come to, to be read before it is done."""

    sentences: list[str] = field(default_factory=list)
    board: Board | None = None
    tribes: tuple[Tribe, ...] = ()
    struck: tuple[EventText, ...] = ()
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class Action:
    """
    One thing to do.

    ``perform`` does it; ``foretell`` is asked afterwards, in a transaction that comes
    to nothing, and says what it led to. It must not say what only chance decides.
    """

    key: str
    title: Text
    does: Text
    permission: str
    form: Callable[..., forms.Form]
    perform: Callable[[Case], object]
    foretell: Callable[[Case], Preview]
    #: Whether it can be done now, so that there is a button for it.
    fits: Callable[[Game, datetime], bool] = lambda game, now: True
    is_grave: bool = False
    #: Whether the act is about one seat, chosen in the form.
    at_seat: bool = False


class Register:
    """Actions by their keys, in the order in which they are offered."""

    def __init__(self) -> None:
        self._actions: dict[str, Action] = {}

    def add(self, *actions: Action) -> None:
        self._actions |= {action.key: action for action in actions}

    def find(self, key: str) -> Action | None:
        return self._actions.get(key)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions.values())


on_games, on_people = Register(), Register()
