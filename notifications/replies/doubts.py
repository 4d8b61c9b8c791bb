"""Doubts that keep a line from being done: a question, or no clear meaning. Pure."""

import re
import unicodedata
from datetime import date

from games.command_language.lexicon import languages_of, speaks_of, words_of
from games.command_language.vocabulary import notation_words
from notifications.replies.dates import names_last_day
from notifications.replies.intents import ASKED_OF_US, Intent, Simple, Unclear, Worded
from notifications.replies.vocabulary import intent_words
from stoneage_core.components.places import PLACES

UNKNOWN = Unclear("unknown")

#: What moves are about: “a segunda construção” is no Monday.
_THINGS = frozenset({*(place.label for place in PLACES), "card", "building"})
_LETTER = re.compile(r"\w")


def is_question(line: str) -> bool:
    """Whether a line ends, or as in Spanish begins, with a mark of questions."""
    table = _LETTER.split(unicodedata.normalize("NFKC", line))
    return "¿" in table[0] or "?" in table[-1]


def does_much(intent: Intent) -> bool:
    """Whether an intent must not be done on a doubt: tables may be asked anything."""
    match intent:
        case Simple():
            return intent not in ASKED_OF_US
        case Worded() | Unclear():
            return False
    return True


def helpfulness(intent: Intent) -> bool:
    """What begins like an intent is explained, rather than called unknown."""
    return intent == UNKNOWN


def seems_about(line: str, language: str, today: date) -> Unclear:
    """Return what an unknown line seems to be about: an absence, or one's last move."""
    words, languages = words_of(line), languages_of(language)
    if speaks_of(_THINGS, words, map(notation_words, languages)):
        return UNKNOWN
    if names_last_day(line, language, today=today):
        return Unclear("away")
    is_undo = speaks_of({"undo"}, words, map(intent_words, languages))
    return Unclear("undo") if is_undo else UNKNOWN
