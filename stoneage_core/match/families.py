"""All rules, evolvers and recorded commands, collected from the families."""

from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from stoneage_core import notation
from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.match import (
    absences,
    acts,
    clock_changes,
    facts,
    lifecycle,
    more_time,
    moves,
    proposals,
    seats,
    timeouts,
)
from stoneage_core.match.calendar import YEARS
from stoneage_core.match.commands import JsonCommand, MatchCommand, PlayMove, is_move
from stoneage_core.match.recorder import Rule
from stoneage_core.match.state import Evolver

#: The rule of each command type and of each fact's event type. A type that is missing
#: here can be neither given nor read.
RULES: dict[type, Rule] = {
    **lifecycle.RULES,
    **moves.RULES,
    **timeouts.RULES,
    **proposals.RULES,
    **seats.RULES,
    **absences.RULES,
    **more_time.RULES,
    **facts.RULES,
    **clock_changes.RULES,
    **acts.RULES,
}

#: The events that are recorded without a command.
FACTS = frozenset(each for each in RULES if issubclass(each, Event))

#: What each event changes around the board.
EVOLVERS: dict[type[Event], Evolver] = {
    **lifecycle.EVOLVERS,
    **proposals.EVOLVERS,
    **seats.EVOLVERS,
    **absences.EVOLVERS,
    **more_time.EVOLVERS,
    **facts.EVOLVERS,
    **clock_changes.EVOLVERS,
    **acts.EVOLVERS,
}


#: The union of all commands but moves; their ``type`` field tells them apart.
_AnyJsonCommand: Any = reduce(
    or_, (each for each in RULES if issubclass(each, JsonCommand))
)

_decoder: msgspec.json.Decoder[JsonCommand] = msgspec.json.Decoder(_AnyJsonCommand)


def read_command(text: str) -> MatchCommand:
    """
    Return the command that :func:`write_command` wrote.

    Raise InvalidCommand for a move that cannot be read, and Irregular for JSON that is
    not a command.
    """
    if is_move(text):
        return PlayMove(notation.from_text(text))
    try:
        command = _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Irregular("the command cannot be read: {error}", error=error) from error
    for name in command.__struct_fields__:
        _require_valid_moments(getattr(command, name))
    return command


def _require_valid_moments(value: object) -> None:
    if isinstance(value, tuple):
        for each in value:
            _require_valid_moments(each)
    if isinstance(value, datetime) and not (
        value.tzinfo is UTC and value.year in YEARS
    ):
        raise Irregular("this is not a valid date and time")
