"""Commands and orders in the words of the reader's language, as they can be typed.

The other direction of ``commands`` and ``orders``: what is spelled here is understood
there.
"""

from collections.abc import Iterator, Mapping

from games.words.lexicon import current_language, usual_words
from games.words.vocabulary import ORDERS

#: The languages in which what is done stands behind what it is done with.
VERB_LAST = frozenset(["ko"])
VERBS = frozenset(["place", "use", "buy", "build", "leave", "pick", "take", "feed"])


def spelled(text: str) -> str:
    """Return a command, or one order, in the words of the current language."""
    language = current_language()
    usual = usual_words(ORDERS, language)
    parts = [list(_phrases(part.split(), usual)) for part in text.split(", ")]
    if language in VERB_LAST and text.split()[0] in VERBS:
        parts[-1].append(parts[0].pop(0))
    return ", ".join(map(" ".join, parts))


def spelled_orders(text: str) -> str:
    """Return standing orders, one a line, in the words of the current language."""
    return "\n".join(map(spelled, text.splitlines()))


def _phrases(words: list[str], usual: Mapping[str, str]) -> Iterator[str]:
    """Yield phrase by phrase; two words may be one name, and numbers stay numbers."""
    rest = list(words)
    while rest:
        length = 2 if " ".join(rest[:2]) in usual else 1
        phrase = " ".join(rest[:length])
        yield usual.get(phrase, phrase)
        del rest[:length]
