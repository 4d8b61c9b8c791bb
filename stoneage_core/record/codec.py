"""
Encodes events and states as canonical JSON: sorted keys, no spaces, stable type names.

A stored event is never rewritten. If the fields of an event change, its type gets an
upcaster: a function from the old dict to the new one, such as ``dice_rolled_v1_v2``.
The schema version of a type is one more than its number of upcasters.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from stoneage_core.errors import Code, CorruptStream
from stoneage_core.events.base import Event
from stoneage_core.events.catalogue import EVENT_TYPES
from stoneage_core.state import GameState

#: Raise this when GameState changes, so that cached states are not read any more.
STATE_VERSION = 6

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

#: The upcasters from version 1 to 2, from 2 to 3 and so on, by type name.
UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}

_encoder = msgspec.json.Encoder(order="sorted")
_AnyEvent: Any = reduce(or_, EVENT_TYPES.values())
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(_AnyEvent)
_streams: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[_AnyEvent])
_states: msgspec.json.Decoder[GameState] = msgspec.json.Decoder(GameState)


def latest_version(type_name: str) -> int:
    return 1 + len(UPCASTERS.get(type_name, ()))


def encode(event: Event) -> bytes:
    """Return the canonical JSON of an event; the key ``type`` has its type name."""
    return _encoder.encode(event)


def decode(type_name: str, schema_version: int, data: bytes | str) -> Event:
    """Return the event stored as ``data``; raise CorruptStream if unreadable."""
    try:
        if schema_version == latest_version(type_name):
            event = _events.decode(data)
        else:
            event = _decode_older(type_name, schema_version, data)
        if type(event) is not EVENT_TYPES[type_name]:
            raise ValueError(f"it holds a {event.type_name()}")
        return event
    # An upcaster may raise any of these for data that it does not expect.
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise CorruptStream(
            Code.BAD_STREAM,
            "an event of type {type}, schema version {version}, is unreadable: {error}",
            type=type_name,
            version=schema_version,
            error=error,
        ) from error


def decode_all(rows: Sequence[tuple[str, int, str]]) -> list[Event]:
    """
    Return the events of rows of type name, schema version and data.

    This is :func:`decode` for each row, but several times faster if no row has an older
    schema version; a page may need a thousand events.
    """
    if all(version == latest_version(name) for name, version in {r[:2] for r in rows}):
        with suppress(ValueError):
            events = _streams.decode(f"[{','.join([data for _, _, data in rows])}]")
            types = [EVENT_TYPES.get(name) for name, _, _ in rows]
            if list(map(type, events)) == types:
                return events
    return [decode(*row) for row in rows]


def encode_state(state: GameState) -> bytes:
    """Return the state as JSON, for a cache that can be dropped at any time."""
    return _encoder.encode(state)


def decode_state(data: bytes | str) -> GameState:
    """Return a state from :func:`encode_state`, else raise msgspec.MsgspecError."""
    return _states.decode(data)


def upcast(type_name: str, version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return event data of ``version`` in the latest schema version."""
    for step in UPCASTERS.get(type_name, ())[version - 1 :]:
        data = step(data)
    return data


def _decode_older(type_name: str, schema_version: int, data: bytes | str) -> Event:
    if not 1 <= schema_version < latest_version(type_name):
        raise LookupError("this engine does not know that version")
    fields: dict[str, Any] = msgspec.json.decode(data)
    event: Event = msgspec.convert(upcast(type_name, schema_version, fields), _AnyEvent)
    return event
