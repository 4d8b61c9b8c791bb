"""What can be asked of a game: commands, and their text in the record.

Each is decided as a whole, or refused; all but moves are declared beside their rules,
in the files of the families. Names and fields never change: they are recorded. Who
asks, how and when is ``Authorship``.

What the service or the staff tell a game needs no command if its event says all of it:
such a fact is given as the event itself, and refused if it cannot be recorded.
"""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from stoneage_core import notation
from stoneage_core.commands import Command
from stoneage_core.events.base import Event

#: A moment of which the zone is known; it is recorded in UTC.
Moment = Annotated[datetime, Meta(tz=True)]

_encoder = msgspec.json.Encoder(order="sorted")


class PlayMove(Struct, frozen=True):
    """Decide on the board; recorded in notation, unlike all others."""

    command: Command


class JsonCommand(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True
):
    """A command that is recorded as JSON, as all but moves are: strict when read."""


MatchCommand = PlayMove | JsonCommand

#: What a decision begins with: a command, or the event of a fact.
CommandOrFact = MatchCommand | Event


def write_command(command: CommandOrFact) -> str:
    """
    Return the one text of a command, or '' for a fact, whose event says it already.

    A move is told in notation (``forest 3``); any other command as canonical JSON,
    whose ``type`` is its name. ``recorded_commands`` reads it back.
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
    """Whether a recorded command is a move on the board, told in notation."""
    return bool(text) and not text.startswith("{")
