"""The intents that a line of a reply can have."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Play:
    """A command in the engine's notation; ``number`` was written before it."""

    text: str
    number: int | None = None


@dataclass(frozen=True)
class Pick:
    """
    The choice with this number in the answered mail.

    ``beside`` are the engine's words for what was written beside it, such as its place.
    """

    number: int
    beside: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Away:
    """Away until the end of a day, from now or from the beginning of another day."""

    until: date
    begins: date | None = None


@dataclass(frozen=True)
class Simple:
    """An intent without further words: help, board, undo, back, accept and so on."""

    name: str


@dataclass(frozen=True)
class Worded:
    """An intent with further words: say, orders."""

    name: str
    words: str


@dataclass(frozen=True)
class NewGame:
    """A new game against bots, with the text that names them ('' if missing)."""

    opponents: str


@dataclass(frozen=True)
class Unclear:
    """Not understood; ``why`` names the sentence in ``errors``."""

    why: str


Intent = Play | Pick | Away | Simple | Worded | NewGame | Unclear

#: Requests for information: they change nothing and are not table talk.
INFORMATION_REQUESTS = (Simple("help"), Simple("board"))
