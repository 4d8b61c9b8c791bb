"""What a line of a reply can ask for."""

from dataclasses import dataclass
from datetime import date

from games.command_language.lexicon import current_language
from games.command_language.vocabulary import usual_words


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
class PerhapsAway:
    """A sentence that seems to announce an absence; its writer has to confirm it."""

    days: Away


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
class Plan:
    """Orders, in their text form, that a sentence with a condition seems to mean."""

    text: str


@dataclass(frozen=True)
class Unclear:
    """Not understood; ``why`` names the sentence in ``errors``."""

    why: str


#: The intent names of a line that plays a command, of one that was said at the table
#: because it speaks to a player, and of orders.
PLAY, PASSED_ON, ORDERS = "play", "talk", "orders"

Intent = Play | Pick | Away | PerhapsAway | Simple | Worded | NewGame | Plan | Unclear

#: Requests for information: they change nothing and are not table talk.
INFORMATION_REQUESTS = (Simple("help"), Simple("board"), Simple("games"))


def absence_to_text(days: Away) -> str:
    """Return an absence in the form in which a question keeps it."""
    named = (days.until, days.begins)
    return " ".join(["away", *(str(day) for day in named if day is not None)])


def read_absence(text: str) -> Away | None:
    """Return the absence that a question keeps, or None if it keeps a move."""
    name, *named = text.split()
    return Away(*map(date.fromisoformat, named)) if name == "away" else None


def spell_intent(name: str) -> str:
    return usual_intent_words(name, current_language())


def usual_intent_words(name: str, language: str) -> str:
    return usual_words(language, "requests")[name]
