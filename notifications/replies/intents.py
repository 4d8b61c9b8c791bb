"""Intents of the lines of a reply."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Play:
    """A command, in the engine's spelling; ``number`` was written before it, if any."""

    text: str
    number: int | None = None


@dataclass(frozen=True)
class Pick:
    """
    The choice with this number in the mail that is answered.

    ``beside`` are the engine's words for what was said about it, such as its place.
    """

    number: int
    beside: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Away:
    """Away until the end of a day, from now on or from the beginning of another."""

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
    """A new game against bots: what was said of them, '' for nothing."""

    opponents: str


@dataclass(frozen=True)
class Unclear:
    """Not understood; ``why``: unknown, ambiguous, date, away, loose or empty."""

    why: str


Intent = Play | Pick | Away | Simple | Worded | NewGame | Unclear

#: What can be asked of us in answer to anything: it does nothing, and is no talk.
ASKED_OF_US = (Simple("help"), Simple("board"))
