"""The event store: streams, the chain of their hashes, and what keeps both as they are.

A game's events are read in order and appended, nothing else.
"""

from games.event_store.chain import Record
from games.event_store.streams import (
    Entry,
    append,
    event_of,
    insert_events,
    load_records,
    load_stream,
)

__all__ = [
    "Entry",
    "Record",
    "append",
    "event_of",
    "insert_events",
    "load_records",
    "load_stream",
]
