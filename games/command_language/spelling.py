"""Commands and orders in the reader's language. ``parsing`` understands them."""

import re
from collections.abc import Container, Iterator

from games.command_language.lexicon import current_language, is_number
from games.command_language.vocabulary import is_verb_last, usual_words

VERBS = frozenset(["place", "use", "buy", "build", "leave", "take", "feed"])

_COMMA = re.compile(r"\s*,\s*")


def spell_command(text: str) -> str:
    """Return a command in the current language, or unchanged if words are unknown."""
    spelled = _spelled(text, VERBS, "notation")
    return text if spelled is None else spelled


def spell_orders(text: str) -> str:
    """Return orders, one a line, in the current language."""
    lines = []
    for line in text.splitlines():
        parts = _COMMA.split(line)
        verbs = VERBS | {"pick"}
        spelled = [_spelled(part, verbs, "orders", "notation") for part in parts]
        lines.append(line if None in spelled else ", ".join(filter(None, spelled)))
    return "\n".join(lines)


def _spelled(text: str, verbs: Container[str], *sections: str) -> str | None:
    """Return a command in the reader's words, or None if it has unknown words."""
    language = current_language()
    usual = usual_words(language, *sections)
    words = list(phrases_in(text.split(), usual))
    if not all(word in usual or is_number(word) for word in words):
        return None
    if is_verb_last(language) and words and words[0] in verbs:
        words.append(words.pop(0))
    return " ".join(usual.get(word, word) for word in words)


def phrases_in(words: list[str], known: Container[str]) -> Iterator[str]:
    """Yield the phrases of one or two words."""
    rest = list(words)
    while rest:
        length = 2 if " ".join(rest[:2]) in known else 1
        yield " ".join(rest[:length])
        del rest[:length]
