"""Commands and orders in the words of the reader's language, as they can be typed.

The other direction of ``commands`` and ``orders``: what is spelled here is understood
there.
"""

import re
from collections.abc import Container, Iterator

from games.command_language.lexicon import (
    Vocabulary,
    current_language,
    is_number,
    usual_words,
)
from games.command_language.vocabulary import NOTATION, ORDERS

#: The languages in which what is done stands behind what it is done with.
VERB_LAST = frozenset(["ko"])
VERBS = frozenset(["place", "use", "buy", "build", "leave", "take", "feed"])

_COMMA = re.compile(r"\s*,\s*")


def spell_command(text: str) -> str:
    """
    Return a command in the words of the current language.

    A text with any other word stays as it is: so it was typed.
    """
    return _spelled(text, NOTATION, VERBS)


def spell_orders(text: str) -> str:
    """Return standing orders, one a line, in the words of the current language."""
    lines = text.splitlines()
    return "\n".join(_spelled(line, ORDERS, VERBS | {"pick"}) for line in lines)


def _spelled(text: str, vocabulary: Vocabulary, verbs: Container[str]) -> str:
    language = current_language()
    usual = usual_words(vocabulary, language)
    parts = [list(phrases_in(part.split(), usual)) for part in _COMMA.split(text)]
    if not all(word in usual or is_number(word) for part in parts for word in part):
        return text
    if language in VERB_LAST and parts[0] and parts[0][0] in verbs:
        parts[-1].append(parts[0].pop(0))
    return ", ".join(" ".join(usual.get(word, word) for word in part) for part in parts)


def phrases_in(words: list[str], known: Container[str]) -> Iterator[str]:
    """Yield phrase by phrase; two words may be one name."""
    rest = list(words)
    while rest:
        length = 2 if " ".join(rest[:2]) in known else 1
        yield " ".join(rest[:length])
        del rest[:length]
