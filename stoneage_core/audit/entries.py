"""A game's record as a file: one event per line, with author, time and hash.

Each line matches ``docs/log-format.md`` byte for byte. Keys in another order, an extra
blank or an unknown key mean that the line was tampered with.
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
from stoneage_core.record import chain
from stoneage_core.record.codec import decode
from stoneage_core.record.log import LOG, STAFF, type_name_in

Positive = Annotated[int, Meta(ge=1)]
RequestId = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
]


class RecordParts(NamedTuple):
    """The lines of a record: events, reasons of the staff, place in the site's log."""

    events: str
    reasons: str
    place: str


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line: an event as it was stored, with author, source, command and time."""

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
        return bytes(self.event).decode()

    @property
    def type(self) -> str:
        return type_name_in(self.event)

    def form(self) -> chain.Form:
        """Return the fields that are hashed, in order."""
        return (
            *(self.sequence, self.type, self.schema_version, self.data),
            *(self.decided_by, self.source, self.command),
            *(self.request_id, self.recorded_at),
        )

    def decoded(self) -> Event:
        try:
            return decode(self.type, self.schema_version, self.data)
        except (CorruptStream, msgspec.MsgspecError) as error:
            english = "the event cannot be read: {error}"
            raise Wrong(self.sequence, english, error=error) from error


_lines = msgspec.json.Decoder(Entry)
_canonical = msgspec.json.Encoder(order="sorted")


def write(entry: Entry) -> str:
    return msgspec.json.encode(entry).decode() + "\n"


def read(text: str) -> list[Entry]:
    """Return the entries of a record; raise Wrong at the first unreadable line."""
    return list(entries_of(text))


def split_record(text: str) -> RecordParts:
    """Split the lines of a record by their kind."""
    head, place = _cut(text, LOG)
    return RecordParts(*_cut(head, STAFF), place)


def _cut(text: str, opening: str) -> tuple[str, str]:
    """Split a text before the first line that begins with ``opening``."""
    # JSON escapes newlines in strings, so this only finds the beginnings of lines.
    at = f"\n{text}".find(f"\n{opening}")
    return (text, "") if at < 0 else (text[:at], text[at:])


def entries_of(text: str) -> Iterator[Entry]:
    """Yield the entries of a record; raise Wrong at the first unreadable line."""
    # Not splitlines, because a JSON string may contain other line separators.
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
        canonical = _canonical.encode(msgspec.json.decode(entry.event))
        is_sorted = bool(entry.type) and canonical == bytes(entry.event)
        is_unchanged = is_sorted and write(entry) == line + "\n"
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        english = "the line cannot be read: {error}"
        raise Wrong(sequence, english, error=error) from error
    if not is_unchanged:
        raise Wrong(sequence, "the line is not as it was written: its form was changed")
    if not moments.is_moment(entry.recorded_at):
        raise Wrong(sequence, "this is not a valid date and time")
    if entry.sequence != sequence:
        english = "event {found} stands in its place"
        raise Wrong(sequence, english, found=entry.sequence)
    return entry
