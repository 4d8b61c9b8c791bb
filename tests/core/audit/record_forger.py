"""A forger who can rewrite a game's record as a whole, and hash it again.

A forger works on the lines of a record as dicts, with the event as a dict among them.
``sealed`` makes of them a record that is perfect in its form.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from stoneage_core.audit import Entry, Finding, verify, write
from stoneage_core.serialization import chain
from tests.core.test_golden import FOLDER

RECORDS = ("finished", "eventful", "running", "answered")

Line = dict[str, Any]
Change = Callable[[list[Line]], None]


@cache
def record(name: str) -> str:
    return (FOLDER / "records" / f"{name}.jsonl").read_text("utf-8")


def lines_of(name: str) -> list[Line]:
    """A fresh copy of the lines of a golden record, to be changed."""
    return [json.loads(line) for line in record(name).splitlines()]


def sealed(lines: list[Line]) -> str:
    """Number the lines, hash each with the one before, and write them down."""
    game, previous, text = lines[0]["event"].get("game", ""), chain.GENESIS, ""
    for sequence, line in enumerate(lines, start=1):
        entry = replace(_entry(line), sequence=sequence)
        previous = chain.link(previous, game, entry.form())
        text += write(replace(entry, hash=previous))
    return text


def _entry(line: Line) -> Entry:
    event = json.dumps(
        line["event"], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return Entry(**{**line, "event": msgspec.Raw(event.encode())})


def forged(name: str, change: Change) -> str:
    """A golden record with a change made by somebody who can rewrite everything."""
    lines = lines_of(name)
    change(lines)
    return sealed(lines)


def finding_in(text: str) -> Finding:
    """What the audit finds, which has to be something."""
    finding = verify(text).finding
    assert finding is not None
    return finding


def places(lines: list[Line], kind: str, **fields: Any) -> Iterator[int]:
    """The indices of all events of a type whose fields are these."""
    for index, line in enumerate(lines):
        event = line["event"]
        if event["type"] == kind and fields.items() <= event.items():
            yield index


def place(lines: list[Line], kind: str, **fields: Any) -> int:
    """The index of the first of them."""
    return next(places(lines, kind, **fields))
