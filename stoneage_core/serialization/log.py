"""A game's log as text: JSON lines, one event each, for people and programs.

Each line is ``{"sequence": 1, "schema_version": 1, "event": {"type": …}}``; further
keys may follow and are passed over here.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from stoneage_core.errors import Code, CorruptStream
from stoneage_core.events.base import Event
from stoneage_core.serialization.codec import decode, encode, latest_version

#: How the lines of a record begin that tell why the staff did something, and the one
#: after them, that tells where the game stands in the site's log: behind its events.
STAFF, LOG = '{"staff":', '{"log":'


class Line(Struct, frozen=True):
    """One line of a log."""

    sequence: int
    schema_version: int
    event: msgspec.Raw


class _Tag(Struct):
    type: str


_lines = msgspec.json.Decoder(Line)
_tags = msgspec.json.Decoder(_Tag)


def type_name_in(data: msgspec.Raw) -> str:
    """Return the stable name of the type of an event as it is stored."""
    return _tags.decode(data).type


def dump(events: Iterable[Event]) -> str:
    """Return the log of a stream that begins with ``events``."""
    return "".join(
        msgspec.json.encode(_line(sequence, event)).decode() + "\n"
        for sequence, event in enumerate(events, start=1)
    )


def load(text: str) -> list[Event]:
    """Return the events of a log; raise CorruptStream naming the line that is wrong."""
    return list(_events(text))


def _line(sequence: int, event: Event) -> Line:
    version = latest_version(event.type_name())
    return Line(sequence, version, msgspec.Raw(encode(event)))


def _events(text: str) -> Iterator[Event]:
    sequence = 0
    # Not splitlines: a JSON string may hold other line ends than this one.
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
