"""The text of a command in the record: one for each command, and back again.

A move is told in notation (``forest 3``); all else as canonical JSON, whose ``type`` is
the name of the command. So where a record has a command, a decision begins.
"""

from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from stoneage_core import notation
from stoneage_core.errors import Irregular
from stoneage_core.match import commands as m
from stoneage_core.match import fact_commands as _fact_commands  # noqa: F401
from stoneage_core.match.commands import MatchCommand, PlayMove

#: Years, in UTC, in which a moment can lie: mails were slower, and nobody waits longer.
YEARS = range(2000, 2200)

#: All of them, told from each other by their type; `fact_commands` has its share.
_AnyCommand: Any = reduce(or_, m.JsonCommand.__subclasses__())

_encoder = msgspec.json.Encoder(order="sorted")
_decoder: msgspec.json.Decoder[m.JsonCommand] = msgspec.json.Decoder(_AnyCommand)


def write_command(command: MatchCommand) -> str:
    """Return the one text of a command."""
    if isinstance(command, PlayMove):
        return notation.to_text(command.command)
    moments = {
        name: value.astimezone(UTC)
        for name in command.__struct_fields__
        if isinstance(value := getattr(command, name), datetime)
    }
    if moments:
        command = replace(command, **moments)
    return _encoder.encode(command).decode()


def read_command(text: str) -> MatchCommand:
    """
    Return the command that a text tells.

    Raise InvalidCommand for what is no move, and Irregular for any other text that is
    not as :func:`write_command` writes it.
    """
    if is_move(text):
        return PlayMove(notation.from_text(text))
    try:
        command = _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Irregular("the command cannot be read: {error}", error=error) from error
    for name in command.__struct_fields__:
        _require_moments_of_our_days(getattr(command, name))
    return command


def signed_text(command: MatchCommand, moment: datetime) -> str:
    """
    Return what a player signs of a command that is given at a moment.

    It is its text; but an absence from now on is signed without its beginning, for
    nobody knows the moment before it is recorded.
    """
    text = write_command(command)
    if not (isinstance(command, m.DeclareAbsence) and command.begins == moment):
        return text
    told = msgspec.json.decode(text)
    del told["begins"]
    return _encoder.encode(told).decode()


def is_move(text: str) -> bool:
    """Whether a recorded command is a move on the board, told in notation."""
    return bool(text) and not text.startswith("{")


def _require_moments_of_our_days(value: object) -> None:
    if isinstance(value, tuple):
        for each in value:
            _require_moments_of_our_days(each)
    if isinstance(value, datetime) and not (
        value.tzinfo is UTC and value.year in YEARS
    ):
        raise Irregular("there is no such day or time in our days")
