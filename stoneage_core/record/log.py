"""A game's log as text: JSON lines with one event each.

A line is ``{"sequence": 1, "schema_version": 1, "event": {"type": …}}``. Other keys are
allowed and ignored here.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from stoneage_core.errors import Code, CorruptStream
from stoneage_core.events.base import Event
from stoneage_core.record.codec import decode, encode, latest_version

#: The beginnings of the lines after the events of a record: those with reasons of the
#: staff, and then the one with the game's place in the site's log.
STAFF, LOG = '{"staff":', '{"log":'


class Line(Struct, frozen=True):
    sequence: int
    schema_version: int
    event: msgspec.Raw


class _Tag(Struct):
    type: str


_lines = msgspec.json.Decoder(Line)
_tags = msgspec.json.Decoder(_Tag)


def type_name_in(data: msgspec.Raw) -> str:
    return _tags.decode(data).type


def dump(events: Iterable[Event]) -> str:
    """Return the log of ``events``, the first of which has sequence 1."""
    return "".join(
        msgspec.json.encode(_line(sequence, event)).decode() + "\n"
        for sequence, event in enumerate(events, start=1)
    )


def load(text: str) -> list[Event]:
    """Return the events of a log; raise CorruptStream with the number of a bad line."""
    return list(_events(text))


def _line(sequence: int, event: Event) -> Line:
    version = latest_version(event.type_name())
    return Line(sequence, version, msgspec.Raw(encode(event)))


def _events(text: str) -> Iterator[Event]:
    sequence = 0
    # Not splitlines, because a JSON string may contain other line separators.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            sequence += 1
            yield _event(number, line, sequence)
    if not sequence:
        raise CorruptStream(Code.BAD_STREAM, "the log is empty")


def _event(number: int, text: str, sequence: int) -> Event:
    try:
        line = _lines.decode(text)
        if line.sequence != sequence:
            raise ValueError(f"it says sequence {line.sequence}, not {sequence}")
        type_name = type_name_in(line.event)
        return decode(type_name, line.schema_version, bytes(line.event))
    except ValueError as error:
        raise _wrong(number, error) from error


def _wrong(number: int, reason: ValueError) -> CorruptStream:
    english = "line {number} of the log is wrong: {reason}"
    return CorruptStream(Code.BAD_STREAM, english, number=number, reason=reason)
