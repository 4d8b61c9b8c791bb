"""The options of a table in words, for pages and emails."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation.text import say_clause
from stoneage_core.terms import OPTION_OF, OPTIONS, Terms


@dataclass(frozen=True)
class OptionRow:
    """An option by its field: its name, and its meaning at this table."""

    option: str
    name: str
    sentence: str


def option_rows(terms: Terms, names: Sequence[str]) -> tuple[OptionRow, ...]:
    """Return the options of a table. ``names`` are its players', by number."""
    return tuple(
        OptionRow(option.field, _(option.name), say_clause(sentence, names))
        for option in OPTIONS
        if (sentence := option.chosen(terms).sentence) is not None
    )


def unusual_rows(terms: Terms, names: Sequence[str]) -> tuple[OptionRow, ...]:
    rows = option_rows(terms, names)
    return tuple(row for row in rows if not OPTION_OF[row.option].is_usual(terms))


def sentence_of(field: str, value: object) -> str:
    return say_clause(OPTION_OF[field].choice_of(value).sentence)
