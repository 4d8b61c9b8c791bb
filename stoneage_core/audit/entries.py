"""A game's record as a file: one event a line, with who decided, when, and the hash.

Each line is exactly what ``docs/log-format.md`` says, byte for byte: another order of
keys, a blank too many or a key that is not known is a line that was tampered with.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from stoneage_core import chain
from stoneage_core.audit.verdict import Wrong
from stoneage_core.codec import decode
from stoneage_core.errors import CorruptStream
from stoneage_core.events import Event


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line: an event as it was stored, and all that is known of its making."""

    sequence: int
    schema_version: int
    rules_version: int
    event: msgspec.Raw
    decided_by: int | None
    decided_how: str
    command: str
    request_id: str | None
    recorded_at: str
    hash: str

    @property
    def data(self) -> str:
        """The event as stored, canonical JSON."""
        return bytes(self.event).decode()

    @property
    def type(self) -> str:
        """The stable name of the event's type."""
        return _tags.decode(self.event).type

    def form(self) -> chain.Form:
        """Return what is hashed of it."""
        return (
            *(self.sequence, self.type, self.schema_version, self.rules_version),
            *(self.data, self.decided_by, self.decided_how, self.command),
            *(self.request_id, self.recorded_at),
        )

    def decoded(self) -> Event:
        """Return the event; raise Wrong where it cannot be read."""
        try:
            return decode(self.type, self.schema_version, self.data)
        except (CorruptStream, msgspec.MsgspecError) as error:
            english = "the event cannot be read: {error}"
            raise Wrong(self.sequence, english, error=error) from error


class _Tag(Struct):
    type: str


_tags = msgspec.json.Decoder(_Tag)
_lines = msgspec.json.Decoder(Entry)


def write(entry: Entry) -> str:
    """Return the line of an entry, with its end."""
    return msgspec.json.encode(entry).decode() + "\n"


def read(text: str) -> list[Entry]:
    """Return the entries of a record; raise Wrong at the first line that is none."""
    entries = list(_entries(text))
    if not entries:
        raise Wrong(1, "the record is empty")
    return entries


def _entries(text: str) -> Iterator[Entry]:
    # Not splitlines: a JSON string may hold other line ends than this one.
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for sequence, line in enumerate(lines, start=1):
        yield _entry(line, sequence)


def _entry(line: str, sequence: int) -> Entry:
    try:
        entry = _lines.decode(line)
        entry.form()
        plain = write(entry) == line + "\n"
    except (msgspec.MsgspecError, UnicodeError) as error:
        english = "the line cannot be read: {error}"
        raise Wrong(sequence, english, error=error) from error
    if not plain:
        raise Wrong(sequence, "the line is not as it was written: its form was changed")
    if entry.sequence != sequence:
        english = "event {found} stands in its place"
        raise Wrong(sequence, english, found=entry.sequence)
    return entry
