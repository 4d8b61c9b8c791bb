"""Lists in an order: what is to be tried in turn, parted by commas or 'else'."""

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from stoneage_core.errors import Code, InvalidCommand
from stoneage_core.phrases import Spelling
from stoneage_core.phrases import gettext_noop as _

MOST_ALTERNATIVES = 12

_SEPARATOR = re.compile(r"[,|]|\belse\b")

Alternative = TypeVar("Alternative")


def split_alternatives(text: str) -> list[str]:
    """Split at commas and 'else', or at both at once."""
    parts = (part.strip() for part in _SEPARATOR.split(text))
    return [part for part in parts if part]


def split_words(text: str) -> list[str]:
    """Split at spaces as well."""
    return _SEPARATOR.sub(" ", text).split()


def read_alternatives(
    texts: list[str], read: Callable[[str], Alternative]
) -> tuple[Alternative, ...]:
    """Read what is to be tried in turn: something, nothing twice, and not too much."""
    if not texts:
        refuse(_("it names nothing to choose from"))
    if len(texts) > MOST_ALTERNATIVES:
        english = _("it may name {most} alternatives at most, not {number}")
        refuse(english, most=MOST_ALTERNATIVES, number=len(texts))
    alternatives: list[Alternative] = []
    for text in texts:
        alternative = read(text)
        if alternative in alternatives:
            refuse(_("it names “{text}” twice"), text=Spelling(text))
        alternatives.append(alternative)
    return tuple(alternatives)


def refuse(english: str, **values: object) -> NoReturn:
    """Raise InvalidCommand: the order cannot be understood."""
    raise InvalidCommand(Code.NOT_UNDERSTOOD, english, **values) from None
