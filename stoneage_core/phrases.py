"""Sentences with gaps: what the engine says, ready to be translated elsewhere."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

#: A word of more letters than that would not fit on a phone.
LONGEST_WORD = 16

#: What is said of anything; a pair is for one, and for several: ``values['count']``.
Template = str | tuple[str, str]


def gettext_noop(english: str) -> str:
    """Mark a template for xgettext; returns it as it is."""
    return english


def ngettext_noop(one: str, several: str) -> tuple[str, str]:
    """Mark what is said of one, and of several, for xgettext."""
    return one, several


class Sentences(NamedTuple):
    """
    The two sentences of an event, with gaps for its values.

    ``third`` names its player, ``second`` says 'you' to them: None where none is named.
    """

    third: Template
    second: Template | None = None


class SeatName(int):
    """A value of a phrase that stands for a player's name; an int from 0 to 3."""

    def __str__(self) -> str:
        return f"player {int(self) + 1}"


class Word(str):
    """A value of a phrase that is itself an English word or phrase to translate."""

    __slots__ = ()


class Moment(str):
    """A value of a phrase that is a moment, in ISO 8601; shown in the reader's zone."""

    __slots__ = ()


class Spelling(str):
    """A value of a phrase that is a command or an order, as it can be typed."""

    __slots__ = ()


class Many(tuple[object, ...]):
    """A value of a phrase that is a list, written out with commas and 'and'."""

    __slots__ = ()


class Phrase:
    """
    A sentence as a stable ``key``, its template and the ``values``.

    ``many`` is the template for a ``values['count']`` other than one. ``str()`` gives
    the English; a translator passes its own template and ``show`` to :meth:`fill`.
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
        """Return the English template that fits ``count``."""
        if self.many is not None and self.values.get("count") != 1:
            return self.many
        return self.english

    def fill(self, template: str, show: Callable[[object], str]) -> str:
        """Return ``template`` with each value put in as ``show`` words it."""
        shown = {name: show(value) for name, value in self.values.items()}
        return template.format_map(shown)

    def __str__(self) -> str:
        return capitalised(show_english(self))

    def __repr__(self) -> str:
        return f"<Phrase {self.key}: {self}>"


def show_english(value: object) -> str:
    """Word one value of a phrase in English."""
    if isinstance(value, Phrase):
        return value.fill(value.template(), show_english)
    if isinstance(value, Many):
        return join_english([show_english(item) for item in value])
    return str(value)


def capitalised(sentence: str) -> str:
    """Return ``sentence`` with a capital at its head."""
    return sentence[:1].upper() + sentence[1:]


def join_english(items: list[str]) -> str:
    """Join ``items`` as English lists do: 'a, b and c'."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def abridge(digits: str) -> str:
    """Show enough of a hash to tell it from others; the event holds all of it."""
    return f"{digits[:8]}…" if len(digits) > LONGEST_WORD else digits
