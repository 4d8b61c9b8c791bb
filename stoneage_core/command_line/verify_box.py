"""Verify a box of records: a line for each, those that do not hold first."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stoneage_core.audit import in_words, verify
from stoneage_core.audit.verdict import Verdict
from stoneage_core.command_line.outcomes import Overdue, Refuted, Unusable, record_of

WRONG, UNREAD, OVERDUE, HOLDS = "WRONG", "UNREAD", "overdue", "holds"
#: In this order they are told; the words count how many there are of each.
SUMMED = {WRONG: "wrong", UNREAD: "unread", OVERDUE: "overdue", HOLDS: "hold"}


class CheckedRecord(NamedTuple):
    """What was found in a file: one of SUMMED, a line about it, and the verdict."""

    file: str
    fate: str
    told: str
    verdict: Verdict | None = None

    def line(self) -> str:
        return f"{self.fate:<8}{self.file}: {self.told}"

    def as_json(self) -> str:
        """Return a line of JSON; ``event`` is the first that is wrong, or null."""
        told: dict[str, Any] = {"file": self.file, "fate": SUMMED[self.fate]}
        if (verdict := self.verdict) is not None:
            finding = verdict.finding
            told |= {
                "game": verdict.game,
                "events": verdict.events,
                "head": verdict.head,
                "event": finding.sequence or None if finding else None,
                "is_over": verdict.is_over,
                "dice": verdict.dice,
                "acts_of_the_staff": len(verdict.acts),
            }
        return json.dumps({**told, "told": self.told}, ensure_ascii=False)


def verify_box(
    files: Sequence[str], on: str | None = None, *, as_json: bool = False
) -> str:
    """
    Verify all the records in ``files``; return their number, and a line for each.

    Those that are wrong come first. One that is wrong, or no file, keeps none of the
    others from being verified. As JSON there is an object a line, and no number. Raise
    Refuted where one is wrong or could not be read, else Overdue where one is overdue
    at the moment ``on``; both with all the lines.
    """
    found = [_check(file, on) for file in files]
    found.sort(key=lambda record: [*SUMMED].index(record.fate))
    fates = Counter(record.fate for record in found)
    lines = (
        [record.as_json() for record in found]
        if as_json
        else [_sum(fates), *(record.line() for record in found)]
    )
    told = "".join(f"{line}\n" for line in lines)
    if fates[WRONG] or fates[UNREAD]:
        raise Refuted(told)
    if fates[OVERDUE]:
        raise Overdue(told)
    return told


def records_in(paths: Sequence[str]) -> Iterator[str]:
    """
    Yield files as they were named, and of a directory its ``*.jsonl``, by their names.

    Raise Unusable for a directory that has none.
    """
    for path in paths:
        if not Path(path).is_dir():
            yield path
            continue
        files = sorted(Path(path).glob("*.jsonl"))
        if not files:
            raise Unusable(f"there is no record, *.jsonl, in {path}")
        yield from map(str, files)


def _check(file: str, on: str | None) -> CheckedRecord:
    try:
        verdict = verify(record_of(file), on=on)
    except Unusable as error:
        return CheckedRecord(file, UNREAD, str(error))
    if verdict.finding is not None:
        return CheckedRecord(file, WRONG, in_words(verdict).splitlines()[0], verdict)
    if verdict.is_overdue:
        told = f"it had to go on by {verdict.due_by}"
        return CheckedRecord(file, OVERDUE, told, verdict)
    if verdict.is_cancelled:
        state = "cancelled"
    else:
        state = f"over, {verdict.dice} dice checked" if verdict.is_over else "goes on"
    staff = f", {len(verdict.acts)} acts of the staff" if verdict.acts else ""
    told = f"game {verdict.game}, {verdict.events} events, {state}{staff}"
    return CheckedRecord(file, HOLDS, told, verdict)


def _sum(fates: Counter[str]) -> str:
    parts = [f"{fates[fate]} {word}" for fate, word in SUMMED.items() if fates[fate]]
    return f"{fates.total()} records: {', '.join(parts)}."
