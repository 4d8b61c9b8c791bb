"""Commands to a game, and how the record writes them.

A command is decided as a whole or refused as a whole. All commands but moves are
declared next to their rules, in the files of the families. Their names and fields are
recorded, so they never change. ``Authorship`` says who gave a command, how and when.

A fact of the service or the staff has no command if its event says everything. The
event itself is given then, and refused if it cannot be recorded.
"""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from stoneage_core import notation
from stoneage_core.commands import Command
from stoneage_core.events.base import Event

#: An aware datetime; it is recorded in UTC.
Moment = Annotated[datetime, Meta(tz=True)]

_encoder = msgspec.json.Encoder(order="sorted")


class PlayMove(Struct, frozen=True):
    """Make a move on the board; the only command that is recorded in notation."""

    command: Command


class JsonCommand(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True
):
    """Base of the commands that are recorded as JSON; unknown fields are an error."""


MatchCommand = PlayMove | JsonCommand

#: The cause of a decision: a command, or the event of a fact.
CommandOrFact = MatchCommand | Event


def write_command(command: CommandOrFact) -> str:
    """
    Return the recorded text of a command, or '' for a fact.

    A move is written in notation (``forest 3``), any other command as canonical JSON
    with its name as ``type``. ``families.read_command`` reads it back.
    """
    if isinstance(command, Event):
        return ""
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


def is_move(text: str) -> bool:
    return bool(text) and not text.startswith("{")
