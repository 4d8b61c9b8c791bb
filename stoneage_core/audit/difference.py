"""Comparison of two records of one game: whether, and where, they differ."""

from itertools import zip_longest

from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.wording.sentences import describe_event

#: What is compared of an event, by the names of its fields, in the order it is told.
FIELDS = (
    *("event", "decided_by", "source", "command", "recorded_at", "request_id"),
    *("schema_version", "hash"),
)


_ENDS = "They are the same up to event {}, where the {} ends; the {} goes on.\n"


def compare_records(first: str, second: str) -> str:
    """
    Say in words where two records differ, '' if they are equal.

    Where one is only shorter, that is said too. Raise Wrong for a line of either that
    is none. Neither of them is verified.
    """
    pairs = zip_longest(entries_of(first), entries_of(second))
    for number, (one, other) in enumerate(pairs, start=1):
        if one is None:
            return _ENDS.format(number - 1, "first", "second")
        if other is None:
            return _ENDS.format(number - 1, "second", "first")
        if one != other:
            return "".join(_tell_difference(number, one, other))
    return ""


def _tell_difference(number: int, one: Entry, other: Entry) -> list[str]:
    """Return the lines that say what differs in an event."""
    if number == 1 and one.decoded() != other.decoded():
        return ["They are not of one game: the first event is another one.\n"]
    told = [f"They part at event {number}, and are the same before it.\n"]
    for name in FIELDS:
        if getattr(one, name) != getattr(other, name):
            told += [f"  {name} in the first:  {_tell_field(one, name)}\n"]
            told += [f"  {name} in the second: {_tell_field(other, name)}\n"]
    return told


def _tell_field(entry: Entry, name: str) -> str:
    """Return a field as text; an event as a sentence, and as it is stored."""
    if name == "event":
        return f"{describe_event(entry.decoded())} {entry.data}"
    return str(getattr(entry, name))
