"""Sentences with gaps, which the engine returns and the service translates."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

#: Longer words do not fit on a phone.
LONGEST_WORD = 16

#: An English sentence with gaps, or a pair of singular and plural by
#: ``values['count']``.
Template = str | tuple[str, str]


def gettext_noop(english: str) -> str:
    """Mark a template for xgettext, and return it unchanged."""
    return english


def ngettext_noop(one: str, several: str) -> tuple[str, str]:
    """Mark a singular and a plural for xgettext, and return them unchanged."""
    return one, several


class Sentences(NamedTuple):
    """
    The sentences of an event, with gaps for its values.

    ``third`` names the player and ``second`` says 'you'. ``second`` is None if the
    event has no player.
    """

    third: Template
    second: Template | None = None


class SeatName(int):
    """A value of a phrase that is shown as a player's name; an int from 0 to 3."""

    def __str__(self) -> str:
        return f"player {int(self) + 1}"


class Word(str):
    """A value of a phrase that is an English word or phrase to translate."""

    __slots__ = ()


class Moment(str):
    """A value of a phrase that is a moment, in ISO 8601; shown in the reader's zone."""

    __slots__ = ()


class Spelling(str):
    """A value of a phrase that is a typed command or order; it is not translated."""

    __slots__ = ()


class Many(tuple[object, ...]):
    """A value of a phrase that is a list, written out with commas and 'and'."""

    __slots__ = ()


class Phrase:
    """
    A sentence: a stable ``key``, an English template, and the ``values`` of its gaps.

    ``many`` is the plural, for a ``values['count']`` other than one. ``str()`` returns
    the English sentence. A translator calls :meth:`fill` with a translated template.
    """

    __slots__ = ("english", "key", "many", "values")

    def __init__(
        self,
        key: str,
        template: Template,
        values: Mapping[str, object] | None = None,
    ) -> None:
        self.key = key
        self.values = dict(values or {})
        self.english: str
        self.many: str | None
        if isinstance(template, str):
            self.english, self.many = template, None
        else:
            self.english, self.many = template

    def template(self) -> str:
        if self.many is not None and self.values.get("count") != 1:
            return self.many
        return self.english

    def fill(self, template: str, show: Callable[[object], str]) -> str:
        """Return ``template`` with the values as ``show`` formats them."""
        shown = {name: show(value) for name, value in self.values.items()}
        return template.format_map(shown)

    def __str__(self) -> str:
        return capitalised(show_english(self))

    def __repr__(self) -> str:
        return f"<Phrase {self.key}: {self}>"


def show_english(value: object) -> str:
    if isinstance(value, Phrase):
        return value.fill(value.template(), show_english)
    if isinstance(value, Many):
        return join_english([show_english(item) for item in value])
    return str(value)


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def join_english(items: list[str]) -> str:
    """Join ``items`` as English lists do: 'a, b and c'."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def abridge(digits: str) -> str:
    """Return the first 8 digits of a hash, which suffice to recognize it."""
    return f"{digits[:8]}…" if len(digits) > LONGEST_WORD else digits
