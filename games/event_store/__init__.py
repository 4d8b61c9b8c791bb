"""The streams: events of a game are read in order and appended, nothing else."""

from games.event_store.streams import (
    Entry,
    append,
    event_of,
    load_records,
    load_stream,
)

__all__ = [
    "Entry",
    "append",
    "event_of",
    "load_records",
    "load_stream",
]
