"""A player's choices with numbers, so that a reply can name one.

The numbers belong to a position: to read a reply, number the choices of the position
that the answered mail showed.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_command
from games.table.numbered_choices import ChoiceGroup, NumberedChoice, flat_choices
from stoneage_core import GameState, autopilot
from stoneage_core.commands import Command, GoHungry, Leave, UseTools

#: How many choices are links at the top of a mail; its text lists all.
RECOMMENDED = 5


def number_choices(state: GameState, player: int) -> tuple[NumberedChoice, ...]:
    """Return the choices of ``player``, or () if they are not awaited."""
    groups = flat_choices(state, player)
    return tuple(choice for group in groups for choice in group.choices)


def recommend_choices(
    state: GameState, player: int, groups: Sequence[ChoiceGroup]
) -> tuple[NumberedChoice, ...]:
    """
    Return the few choices that look best, best first, with their numbers.

    Choices that use up a one-use tool come last: only the player can judge that.
    """
    every = {choice.command: choice for group in groups for choice in group.choices}
    if not every:
        return ()
    liked = autopilot.order_choices(state, player, [*every])
    liked = tuple(sorted(liked, key=_uses_up))
    return tuple(every[command] for command in liked[:RECOMMENDED])


def _uses_up(command: Command) -> bool:
    return isinstance(command, UseTools) and bool(command.once)


def answer_with_choice(choices: Sequence[NumberedChoice]) -> str:
    """
    Return a sentence about replying with a choice, with one from the middle as example.

    The example does not give anything up, if there is such a choice.
    """
    gains = [
        one
        for one in choices
        if not (isinstance(one.command, GoHungry | Leave) or _uses_up(one.command))
    ]
    midst = gains or choices
    example = midst[len(midst) // 2]
    sentence = _("Or reply with a number from the list, or in words: “%(words)s”.")
    return sentence % {"words": spell_command(example.text)}
