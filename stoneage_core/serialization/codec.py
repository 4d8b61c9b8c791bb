"""
Events and states as canonical JSON: sorted keys, no spaces, stable type names.

A stored event is never rewritten. When the fields of an event change, its type gets an
upcaster: a function that takes the old dict and returns the new one, named for what it
does, e.g. ``dice_rolled_v1_v2``; the type's schema version rises by itself.
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

#: Raise it when GameState changes: a cached state of another version is not read.
STATE_VERSION = 6

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

#: By stable type name: the steps from version 1 to 2, from 2 to 3, and so on.
UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}

_encoder = msgspec.json.Encoder(order="sorted")
_AnyEvent: Any = reduce(or_, EVENT_TYPES.values())
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(_AnyEvent)
_streams: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[_AnyEvent])
_states: msgspec.json.Decoder[GameState] = msgspec.json.Decoder(GameState)


def latest_version(type_name: str) -> int:
    """Return the schema version in which events of this type are written now."""
    return 1 + len(UPCASTERS.get(type_name, ()))


def encode(event: Event) -> bytes:
    """Return the canonical JSON of an event; its type is the key 'type'."""
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
    # An upcaster that meets what it did not expect may raise any of these.
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
    Return the events stored as (type name, schema version, data), in order.

    As :func:`decode` one by one, but several times faster where nothing is of an older
    version: a page may need a thousand events.
    """
    if all(version == latest_version(name) for name, version in {r[:2] for r in rows}):
        with suppress(ValueError):
            events = _streams.decode(f"[{','.join([data for _, _, data in rows])}]")
            types = [EVENT_TYPES.get(name) for name, _, _ in rows]
            if list(map(type, events)) == types:
                return events
    return [decode(*row) for row in rows]


def encode_state(state: GameState) -> bytes:
    """Return a state as JSON, to be kept as a disposable cache."""
    return _encoder.encode(state)


def decode_state(data: bytes | str) -> GameState:
    """Return a state from :func:`encode_state`; raise msgspec.MsgspecError if not."""
    return _states.decode(data)


def upcast(type_name: str, version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return ``data`` of ``version`` brought to the latest one."""
    for step in UPCASTERS.get(type_name, ())[version - 1 :]:
        data = step(data)
    return data


def _decode_older(type_name: str, schema_version: int, data: bytes | str) -> Event:
    if not 1 <= schema_version < latest_version(type_name):
        raise LookupError("this version of the engine does not know it")
    fields: dict[str, Any] = msgspec.json.decode(data)
    event: Event = msgspec.convert(upcast(type_name, schema_version, fields), _AnyEvent)
    return event
