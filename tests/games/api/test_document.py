"""docs/api.md names every operation, with its parameters and an example body."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from config.api import api
from config.web.waiting_room import MOST_OF_ONE, MOST_WAITING
from games import limits
from games.live.waiting import LONGEST_WAIT

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
ROW = re.compile(r"^\| `([A-Z]+) (/[^`]*)` \|.*?\|(?: (?:`(\{.*\})`)? ?\|)?$", re.M)
PLACES = {"SLUG": "slug", "N": "number", "CODE": "code"}


class Operation(NamedTuple):
    parameters: list[str]
    example: Any


def operations_of_document() -> dict[tuple[str, str], Operation]:
    document: Any = api.get_openapi_schema()
    schemas = document["components"]["schemas"]
    found = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            named = operation["parameters"]
            example = None
            if body := operation.get("requestBody"):
                reference = body["content"]["application/json"]["schema"]["$ref"]
                example = schemas[reference.rpartition("/")[2]]["examples"][0]
            found[method, path.removeprefix("/api/v1")] = Operation(
                [each["name"] for each in named if each["in"] == "query"], example
            )
    return found


def operations_of_page() -> dict[tuple[str, str], Operation]:
    found = {}
    for method, address, example in ROW.findall(PAGE):
        path, _, query = address.partition("?")
        for place, name in PLACES.items():
            path = re.sub(rf"\b{place}\b", f"{{{name}}}", path)
        key = method.lower(), path
        assert key not in found, f"{key} is there twice"
        found[key] = Operation(
            query.split("&") if query else [], json.loads(example) if example else None
        )
    return found


def test_page_has_every_operation_as_the_document_has_it() -> None:
    assert operations_of_page() == operations_of_document()


def test_page_tells_the_limits() -> None:
    for limit in (limits.POSITIONS, limits.WHOLE_GAMES, limits.PROFILES):
        assert f"| `{limit.name}` | {limit.most:,} |" in PAGE
        assert limit.seconds == 600
    assert f"{limits.API_REQUESTS.most:,} requests in ten minutes" in PAGE
    assert f"`wait` is at most {LONGEST_WAIT}." in PAGE
    assert f"to {MOST_OF_ONE} of one\nuser and {MOST_WAITING} of one process" in PAGE
