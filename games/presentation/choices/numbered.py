"""Choices with numbers, by which a mail is answered; they stand in groups."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from django.utils.translation import gettext as _

from stoneage_core import notation
from stoneage_core.commands import Command, PlacePeople


@dataclass(frozen=True)
class NumberedChoice:
    """
    A legal command as it can be typed, and what it says under its group's title.

    ``number`` is from 1, or 0 where choices have none. ``where`` is the title, '' where
    it says all without; ``brief`` is what a short sentence tells beside the label.
    """

    text: str
    label: str
    detail: str
    where: str = ""
    brief: str = ""
    number: int = 0

    @property
    def command(self) -> Command:
        """The command itself."""
        return notation.from_text(self.text)

    @property
    def words(self) -> str:
        """What it says in a sentence alone."""
        return self._sentence(self.detail)

    @property
    def short(self) -> str:
        """Where and what, without what is to be expected of it."""
        return self._sentence(self.brief)

    @property
    def is_spelled_out(self) -> bool:
        """Whether the command itself says what title and label do: 'forest 3'."""
        match self.command:
            case PlacePeople(people=people):
                return people == 1 or bool(self.detail)
        return False

    def _sentence(self, detail: str) -> str:
        what = f"{self.label} ({detail})" if detail else self.label
        return where_and_what(self.where, what) if self.where else what


@dataclass(frozen=True)
class ChoiceGroup:
    """
    Choices that belong together; ``is_complete``: there are no others like them.

    With ``is_place`` they are at one place, which the commands name as the title does.
    """

    title: str
    note: str
    choices: tuple[NumberedChoice, ...]
    is_complete: bool = True
    is_place: bool = False

    @property
    def is_line(self) -> bool:
        """Whether one line says all: a place and the one thing to do there."""
        return self.is_place and len(self.choices) == 1


def number_groups(
    groups: Iterable[ChoiceGroup], first: int = 1
) -> tuple[ChoiceGroup, ...]:
    """Return groups with numbers that run through all of them, from ``first`` on."""
    numbers = count(first)
    return tuple(
        replace(
            group,
            choices=tuple(
                replace(choice, number=next(numbers)) for choice in group.choices
            ),
        )
        for group in groups
    )


def where_and_what(title: str, what: str) -> str:
    """Return 'Forest: 3 people'."""
    return _("%(where)s: %(what)s") % {"where": title, "what": what}
