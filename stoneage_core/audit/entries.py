"""A game's record as a file: one event a line, with who decided, when, and the hash.

Each line is exactly what ``docs/log-format.md`` says, byte for byte: another order of
keys, a blank too many or a key that is not known is a line that was tampered with.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from stoneage_core.audit import moments
from stoneage_core.audit.verdict import Wrong
from stoneage_core.errors import CorruptStream
from stoneage_core.events.base import Event
from stoneage_core.fields import Digest, MomentText
from stoneage_core.serialization import chain
from stoneage_core.serialization.codec import decode
from stoneage_core.serialization.log import LOG, STAFF, type_name_in

Positive = Annotated[int, Meta(ge=1)]
RequestId = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
]


class RecordParts(NamedTuple):
    """The lines of a record: events, reasons of the staff, the place in a log."""

    events: str
    reasons: str
    place: str


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line: an event as it was stored, and all that is known of its making."""

    sequence: Positive
    schema_version: Positive
    event: msgspec.Raw
    decided_by: int | None
    source: str
    command: str
    request_id: RequestId | None
    recorded_at: MomentText
    hash: Digest

    @property
    def data(self) -> str:
        """The event as stored, canonical JSON."""
        return bytes(self.event).decode()

    @property
    def type(self) -> str:
        """The stable name of the event's type."""
        return type_name_in(self.event)

    def form(self) -> chain.Form:
        """Return the fields that are hashed."""
        return (
            *(self.sequence, self.type, self.schema_version, self.data),
            *(self.decided_by, self.source, self.command),
            *(self.request_id, self.recorded_at),
        )

    def decoded(self) -> Event:
        """Return the event; raise Wrong where it cannot be read."""
        try:
            return decode(self.type, self.schema_version, self.data)
        except (CorruptStream, msgspec.MsgspecError) as error:
            english = "the event cannot be read: {error}"
            raise Wrong(self.sequence, english, error=error) from error


_lines = msgspec.json.Decoder(Entry)
_canonical = msgspec.json.Encoder(order="sorted")


def write(entry: Entry) -> str:
    """Return the line of an entry, with its end."""
    return msgspec.json.encode(entry).decode() + "\n"


def read(text: str) -> list[Entry]:
    """Return the entries of a record; raise Wrong at the first unreadable line."""
    return list(entries_of(text))


def split_record(text: str) -> RecordParts:
    """Split the lines of a record by what they tell."""
    told, place = _cut(text, LOG)
    return RecordParts(*_cut(told, STAFF), place)


def _cut(text: str, opening: str) -> tuple[str, str]:
    """Part a text before the first line that begins so."""
    # A line end within a JSON string is written otherwise.
    at = f"\n{text}".find(f"\n{opening}")
    return (text, "") if at < 0 else (text[:at], text[at:])


def entries_of(text: str) -> Iterator[Entry]:
    """Yield the entries of a record; raise Wrong at a line that is unreadable."""
    # Not splitlines: a JSON string may hold other line ends than this one.
    *lines, rest = split_record(text).events.split("\n")
    for sequence, line in enumerate(lines, start=1):
        yield _entry(line, sequence)
    if rest:
        raise Wrong(len(lines) + 1, "the line has no end")
    if not lines:
        raise Wrong(1, "the record is empty")


def _entry(line: str, sequence: int) -> Entry:
    try:
        entry = _lines.decode(line)
        plain = write(entry) == line + "\n" and _is_canonical(entry)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        english = "the line cannot be read: {error}"
        raise Wrong(sequence, english, error=error) from error
    if not plain:
        raise Wrong(sequence, "the line is not as it was written: its form was changed")
    if not moments.is_moment(entry.recorded_at):
        raise Wrong(sequence, "there is no such day or time in our days")
    if entry.sequence != sequence:
        english = "event {found} stands in its place"
        raise Wrong(sequence, english, found=entry.sequence)
    return entry


def _is_canonical(entry: Entry) -> bool:
    """Whether the event has a type, and its keys are in order."""
    canonical = _canonical.encode(msgspec.json.decode(entry.event))
    return bool(entry.type) and canonical == bytes(entry.event)
