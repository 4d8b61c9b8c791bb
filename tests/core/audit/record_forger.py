"""Rewrites a record and hashes it again, as a forger with full access could.

Forgeries change the lines of a record as dicts, in which the event is a dict, too.
``sealed`` turns them into a record in perfect form.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from stoneage_core.audit import Entry, Finding, verify, write
from stoneage_core.record import chain
from tests.core.test_golden import FOLDER

RECORDS = ("finished", "eventful", "running", "answered")

Line = dict[str, Any]
Change = Callable[[list[Line]], None]


@cache
def record(name: str) -> str:
    return (FOLDER / "records" / f"{name}.jsonl").read_text("utf-8")


def lines_of(name: str) -> list[Line]:
    """Return a fresh copy of the lines of a golden record."""
    return [json.loads(line) for line in record(name).splitlines()]


def sealed(lines: list[Line]) -> str:
    """Number the lines, link their hashes, and return the text of the record."""
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
    """Return a golden record with a change, hashed again."""
    lines = lines_of(name)
    change(lines)
    return sealed(lines)


def finding_in(text: str) -> Finding:
    """Return the finding of the audit; assert that there is one."""
    finding = verify(text).finding
    assert finding is not None
    return finding


def places(lines: list[Line], kind: str, **fields: Any) -> Iterator[int]:
    """Yield the indices of the events of a type with these fields."""
    for index, line in enumerate(lines):
        event = line["event"]
        if event["type"] == kind and fields.items() <= event.items():
            yield index


def place(lines: list[Line], kind: str, **fields: Any) -> int:
    """Return the index of the first such event."""
    return next(places(lines, kind, **fields))
