"""Verifies several records, with a line for each; the wrong ones come first."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stoneage_core.audit import in_words, verify
from stoneage_core.audit.verdict import Verdict
from stoneage_core.cli.outcomes import Overdue, Refuted, Unusable, record_of

WRONG, UNREAD, OVERDUE, HOLDS = "WRONG", "UNREAD", "overdue", "holds"
#: The results in the order of the report, with their words in the summary.
SUMMARY_WORDS = {WRONG: "wrong", UNREAD: "unread", OVERDUE: "overdue", HOLDS: "hold"}


class CheckedRecord(NamedTuple):
    """A file's result (a key of ``SUMMARY_WORDS``), a sentence, and the verdict."""

    file: str
    result: str
    sentence: str
    verdict: Verdict | None = None

    def line(self) -> str:
        return f"{self.result:<8}{self.file}: {self.sentence}"

    def as_json(self) -> str:
        """Return a line of JSON; ``event`` is the first wrong event or null."""
        fields: dict[str, Any] = {
            "file": self.file,
            "fate": SUMMARY_WORDS[self.result],
        }
        if (verdict := self.verdict) is not None:
            finding = verdict.finding
            fields |= {
                "game": verdict.game,
                "events": verdict.events,
                "head": verdict.head,
                "event": finding.sequence or None if finding else None,
                "is_over": verdict.is_over,
                "dice": verdict.dice,
                "acts_of_the_staff": len(verdict.acts),
            }
        return json.dumps({**fields, "told": self.sentence}, ensure_ascii=False)


def verify_box(
    files: Sequence[str], on: str | None = None, *, as_json: bool = False
) -> str:
    """
    Verify all records, and return a summary and a line for each; wrong ones come first.

    With ``as_json`` there is a JSON object per record and no summary. All records are
    checked, even if one is wrong or cannot be read; then Refuted is raised with the
    whole report. If a record is overdue at ``on``, Overdue is raised with it.
    """
    found = [_check(file, on) for file in files]
    found.sort(key=lambda record: [*SUMMARY_WORDS].index(record.result))
    results = Counter(record.result for record in found)
    lines = (
        [record.as_json() for record in found]
        if as_json
        else [_summary(results), *(record.line() for record in found)]
    )
    report = "".join(f"{line}\n" for line in lines)
    if results[WRONG] or results[UNREAD]:
        raise Refuted(report)
    if results[OVERDUE]:
        raise Overdue(report)
    return report


def records_in(paths: Sequence[str]) -> Iterator[str]:
    """
    Yield the given files, and the sorted ``*.jsonl`` files of given directories.

    Raise Unusable if a directory has none.
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
        sentence = f"it had to go on by {verdict.due_by}"
        return CheckedRecord(file, OVERDUE, sentence, verdict)
    if verdict.is_cancelled:
        state = "cancelled"
    else:
        state = f"over, {verdict.dice} dice checked" if verdict.is_over else "goes on"
    staff = f", {len(verdict.acts)} acts of the staff" if verdict.acts else ""
    sentence = f"game {verdict.game}, {verdict.events} events, {state}{staff}"
    return CheckedRecord(file, HOLDS, sentence, verdict)


def _summary(results: Counter[str]) -> str:
    parts = [
        f"{results[result]} {word}"
        for result, word in SUMMARY_WORDS.items()
        if results[result]
    ]
    return f"{results.total()} records: {', '.join(parts)}."
