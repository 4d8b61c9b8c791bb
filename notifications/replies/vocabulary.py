"""What a line of a reply can ask for, and its words in each language."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import pgettext_lazy

from games.command_language.lexicon import (
    Lexicon,
    Vocabulary,
    current_language,
    lexicon_of,
    usual_words,
)


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
class Unclear:
    """Not understood; ``why`` names the sentence in ``errors``."""

    why: str


Intent = Play | Pick | Away | PerhapsAway | Simple | Worded | NewGame | Unclear

#: Requests for information: they change nothing and are not table talk.
INFORMATION_REQUESTS = (Simple("help"), Simple("board"), Simple("games"))


#: Requests other than moves, by name.
INTENTS = Vocabulary(
    # Translators: what people type in mails. Give all usual phrases, separated by |.
    ("help", pgettext_lazy("command", "help")),
    ("board", pgettext_lazy("command", "board|position")),
    # Translators: asks for a list of the games that one plays.
    (
        "games",
        pgettext_lazy("command", "my games|games|list my games|list of my games"),
    ),
    ("undo", pgettext_lazy("command", "undo|take back")),
    # Translators: avoid words with which sentences of automatic replies begin: "I am".
    ("away", pgettext_lazy("command", "away")),
    ("from", pgettext_lazy("command", "from")),
    ("until", pgettext_lazy("command", "until|till|til|'til|to")),
    ("back", pgettext_lazy("command", "back|I am back")),
    ("accept", pgettext_lazy("command", "accept")),
    ("decline", pgettext_lazy("command", "decline")),
    ("say", pgettext_lazy("command", "say")),
    ("yes", pgettext_lazy("command", "yes|agree|yes I agree|yes agreed")),
    ("no", pgettext_lazy("command", "no|disagree")),
    # Translators: the same in the words of people who have not read the help.
    ("undo", pgettext_lazy("command", "undo that|undo it|take it back|take that back")),
    (
        "accept",
        pgettext_lazy("command", "I'm in|I am in|count me in|sure I'm in|I'll join"),
    ),
    (
        "decline",
        pgettext_lazy("command", "count me out|I can't|can't play this time|no time"),
    ),
    ("yes", pgettext_lazy("command", "I vote yes|I'm for it|I am for it")),
    ("no", pgettext_lazy("command", "I don't agree|no I don't agree|I vote no|nope")),
    (
        "say",
        pgettext_lazy(
            "command", "tell the others|tell everybody|tell everyone|message|chat"
        ),
    ),
    # Translators: means “yes” only after a question.
    (
        "okay",
        pgettext_lazy(
            "command", "ok|okay|sure|yep|yeah|sounds good|fine|right|exactly|correct"
        ),
    ),
    ("return", pgettext_lazy("command", "return")),
    ("orders", pgettext_lazy("command", "orders")),
    ("no orders", pgettext_lazy("command", "no orders")),
    # Translators: to play again with the same people when a game is over.
    (
        "rematch",
        pgettext_lazy(
            "command", "rematch|play again|another game|one more game|revenge"
        ),
    ),
    # Translators: a new game against bots, whose names follow or precede this.
    (
        "new game",
        pgettext_lazy(
            "command",
            "new game|a new game|start a game|start a new game|again against|"
            "rematch against|play again against",
        ),
    ),
    # Translators: to ask the others for more time for one's turn, and to give it.
    (
        "more time",
        pgettext_lazy(
            "command",
            "more time|I need more time|need more time|I'd like more time|"
            "can I have more time|could I have more time|give me more time|"
            "I need a bit more time|I need a little more time|I need some more time",
        ),
    ),
    (
        "give time",
        pgettext_lazy(
            "command",
            "give time|give more time|give her more time|give him more time|"
            "give them more time",
        ),
    ),
    ("choice", pgettext_lazy("command", "choice|option|number")),
    # Translators: what people say when they choose from a list.
    ("choose", pgettext_lazy("command", "pick")),
    (
        "choose",
        pgettext_lazy(
            "command",
            "choose|go with|take number|I'll take|I'll go with|let's do|I'd like|"
            "I want",
        ),
    ),
)

#: How people begin and end a letter. A short line that begins so is skipped.
COURTESIES = Vocabulary(
    # Translators: how letters begin and end; all usual phrases, separated by |.
    ("", pgettext_lazy("command", "hi|hello|hey|dear|good morning|good evening")),
    ("", pgettext_lazy("command", "hi everybody|sorry for the delay|see you|bye")),
    ("", pgettext_lazy("command", "thanks|thank you|cheers|regards|best|greetings")),
)

#: Words around an intent that mean nothing.
POLITE = Vocabulary(
    # Translators: what people put before or after a command; all usual phrases.
    ("", pgettext_lazy("command", "please|thanks|thank you|many thanks|I|I am|I'm")),
    # Translators: the same typed in haste, and how spoken sentences begin.
    (
        "",
        pgettext_lazy(
            "command", "pls|plz|thx|ty|cheers|ok|okay|well|so|then|um|hmm|alright|sorry"
        ),
    ),
)


#: Relative days, and words that move a weekday.
DAYS = Vocabulary(
    # Translators: days as people write them, in “away until …”; all usual phrases.
    ("+0", pgettext_lazy("command", "today|tonight")),
    ("+1", pgettext_lazy("command", "tomorrow|tmrw|tomorrow night")),
    ("+2", pgettext_lazy("command", "the day after tomorrow|day after tomorrow")),
    # Translators: before or after a weekday: “next Friday”; “Friday next week”.
    ("next", pgettext_lazy("command", "next")),
    ("next week", pgettext_lazy("command", "next week|of next week")),
)

#: Words that join the names of opponents.
JOINING = Vocabulary(
    # Translators: words before and between the names of opponents.
    ("", pgettext_lazy("command", "and|with|against|plus|vs"))
)


def absence_to_text(days: Away) -> str:
    """Return an absence in the form in which a question keeps it."""
    named = (days.until, days.begins)
    return " ".join(["away", *(str(day) for day in named if day is not None)])


def read_absence(text: str) -> Away | None:
    """Return the absence that a question keeps, or None if it keeps a move."""
    name, *named = text.split()
    return Away(*map(date.fromisoformat, named)) if name == "away" else None


def intent_words(language: str) -> Lexicon:
    return lexicon_of(INTENTS, language)


def spell_intent(name: str) -> str:
    return usual_intent_words(name, current_language())


def usual_intent_words(name: str, language: str) -> str:
    return usual_words(INTENTS, language)[name]
