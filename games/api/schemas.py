"""JSON Schemas of positions and events, for the OpenAPI document."""

import json
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import fields

from games.history.export import LogLine
from stoneage_core.events.catalogue import EVENT_TYPES
from stoneage_core.state import GameState

#: Where the document keeps schemas.
PLACE = "#/components/schemas/{name}"

_AnyEvent: Any = reduce(or_, EVENT_TYPES.values())

#: A line of the log with its event, which ``LogLine`` only has in its stored form.
EventLine = msgspec.defstruct(
    "EventLine",
    [
        (each.name, _AnyEvent if each.name == "event" else each.type)
        for each in fields(LogLine)
    ],
)


def reference_to(kind: type) -> dict[str, str]:
    """Return the schema of a class that ``engine_schemas`` has, as a reference."""
    return {"$ref": PLACE.format(name=kind.__name__)}


def engine_schemas() -> dict[str, Any]:
    """Return the schemas of ``GameState``, ``EventLine``, and all that they contain."""
    _references, python_schemas = msgspec.json.schema_components(
        [GameState, EventLine], ref_template=PLACE
    )
    # Patterns of JSON Schema end with "$", which means there what \Z means in Python.
    text = json.dumps(python_schemas).replace(r'\\Z"', '$"')
    # Generators of clients don't expect this, and tuples have a maxItems, too.
    text = text.replace(', "items": false', "")
    schemas: dict[str, Any] = json.loads(text)
    kinds: list[type[msgspec.Struct]] = [GameState, EventLine]
    for kind in (*kinds, *_structs_below(msgspec.Struct)):
        schema = schemas.get(kind.__name__, {})
        if "properties" not in schema or kind.__struct_config__.omit_defaults:
            continue
        # The defaults are for reading older forms. We always write all fields, except
        # those without a value.
        unset = {each.name for each in fields(kind) if each.default is msgspec.UNSET}
        schema["required"] = [one for one in schema["properties"] if one not in unset]
        for field in schema["properties"].values():
            field.pop("default", None)
    return schemas


def _structs_below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for found in kind.__subclasses__():
        if found.__module__.startswith("stoneage_core."):
            yield found
        yield from _structs_below(found)
