"""A player's choices with numbers, so that a mail can be answered with one of them.

The numbers belong to a position: who reads an answer has to number the position anew
that the answered mail had shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_command
from games.presentation.choices.flat import Heading, flat_choices
from stoneage_core import GameState, autopilot, notation
from stoneage_core.commands import Command, GoHungry, Leave, PlacePeople

#: How many choices are links at the top of a mail; its text has them all.
RECOMMENDED = 5


@dataclass(frozen=True)
class NumberedChoice:
    """
    A legal command and its number, from 1.

    ``text`` is the command as it can be typed, ``words`` a sentence, ``short`` its
    beginning; ``label`` and ``detail`` are shorter and stand under a heading.
    """

    number: int
    command: Command
    text: str
    words: str
    short: str
    label: str
    detail: str

    @property
    def is_spelled_out(self) -> bool:
        """Whether the command itself says what heading and label do: 'forest 3'."""
        match self.command:
            case PlacePeople(people=people):
                return people == 1 or bool(self.detail)
        return False


@dataclass(frozen=True)
class Group:
    """
    Choices that belong together; ``is_complete``: there are no others like them.

    With ``is_place`` the commands say what the title does.
    """

    title: str
    note: str
    choices: tuple[NumberedChoice, ...]
    is_complete: bool
    is_place: bool

    @property
    def is_line(self) -> bool:
        """Whether one line says all: a place and the one thing to do there."""
        return self.is_place and len(self.choices) == 1


def number_choices(state: GameState, player: int) -> tuple[NumberedChoice, ...]:
    """Return the choices of ``player``, () when they are not awaited."""
    return tuple(
        choice for group in groups_of(state, player) for choice in group.choices
    )


def groups_of(state: GameState, player: int) -> tuple[Group, ...]:
    """Return the same choices, grouped by what they are about."""
    groups: list[Group] = []
    first = 1
    for heading in flat_choices(state, player):
        groups.append(_group(heading, first))
        first += len(heading.options)
    return tuple(groups)


def _group(heading: Heading, first: int) -> Group:
    choices = tuple(
        NumberedChoice(
            number=number,
            command=notation.from_text(option.command),
            text=option.command,
            words=option.words,
            short=option.short,
            label=option.label,
            detail=option.detail,
        )
        for number, option in enumerate(heading.options, first)
    )
    return Group(
        title=heading.title,
        note=heading.note,
        choices=choices,
        is_complete=heading.is_complete,
        is_place=heading.is_place,
    )


def recommend_choices(
    state: GameState, player: int, groups: Sequence[Group]
) -> tuple[NumberedChoice, ...]:
    """Return the few choices that look best, the best first, with their numbers."""
    every = {choice.command: choice for group in groups for choice in group.choices}
    if not every:
        return ()
    liked = autopilot.order_choices(state, player, [*every])
    return tuple(every[command] for command in liked[:RECOMMENDED])


def answer_with_choice(choices: Sequence[NumberedChoice]) -> str:
    """
    Say that a choice can be answered, with one from their midst as the example.

    None that gives something up is the example, unless there is no other.
    """
    gains = [one for one in choices if not isinstance(one.command, GoHungry | Leave)]
    midst = gains or choices
    example = midst[len(midst) // 2]
    sentence = _("Or reply with a number from the list, or in words: “%(words)s”.")
    return sentence % {"words": spell_command(example.text)}
