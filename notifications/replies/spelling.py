"""Commands in the words of the reader's language, as a reply can be written in them.

The other direction of ``asks``: what is spelled here is understood there.
"""

from collections.abc import Iterator, Mapping

from django.utils.translation import get_language

from notifications.replies.vocabulary import ENGLISH, usual_words

#: The languages in which what is done stands behind what it is done with.
VERB_LAST = frozenset(["ko"])
VERBS = frozenset(["use", "buy", "build", "leave", "pick", "take", "feed"])


def spelled(text: str) -> str:
    """Return a command of the notation in the words of the current language."""
    words, language = text.split(), _language()
    phrases = list(_phrases(words, usual_words("notation", language)))
    if language in VERB_LAST and words[0] in VERBS:
        phrases = [*phrases[1:], phrases[0]]
    return " ".join(phrases)


def named(ask: str) -> str:
    """Return how an ask is called in the current language: help, board, undo ..."""
    return usual_words("asks", _language())[ask]


def _phrases(words: list[str], usual: Mapping[str, str]) -> Iterator[str]:
    """Yield phrase by phrase; two words may be one name, and numbers stay numbers."""
    rest = list(words)
    while rest:
        length = 2 if " ".join(rest[:2]) in usual else 1
        phrase = " ".join(rest[:length])
        yield usual.get(phrase, phrase)
        del rest[:length]


def _language() -> str:
    return get_language() or ENGLISH
