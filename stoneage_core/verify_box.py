"""Verify a box of records: a line for each, and what they come to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stoneage_core.audit import in_words, verify
from stoneage_core.command_outcomes import Overdue, Refuted, Unusable, record_of

HOLDS, OVERDUE, WRONG, UNREAD = "holds", "overdue", "WRONG", "UNREAD"
#: How many there are of each is told by these words, in this order.
SUMMED = {HOLDS: "hold", OVERDUE: "overdue", WRONG: "wrong", UNREAD: "unread"}


class CheckedRecord(NamedTuple):
    """What was found in a file: one of SUMMED, and a line about it."""

    file: str
    fate: str
    told: str

    def line(self) -> str:
        return f"{self.fate:<8}{self.file}: {self.told}"


def verify_box(files: Sequence[str], on: str | None = None) -> str:
    """
    Verify all the records in ``files``; return a line for each, and their number.

    A record that is wrong, or no file, keeps none of the others from being verified.
    Raise Refuted where one is wrong or could not be read, else Overdue where one is
    overdue at the moment ``on``; both with all the lines.
    """
    found = [_check(file, on) for file in files]
    fates = Counter(record.fate for record in found)
    told = "\n".join([*(record.line() for record in found), *_sum(fates)]) + "\n"
    if fates[WRONG] or fates[UNREAD]:
        raise Refuted(told)
    if fates[OVERDUE]:
        raise Overdue(told)
    return told


def _check(file: str, on: str | None) -> CheckedRecord:
    try:
        verdict = verify(record_of(file), on=on)
    except Unusable as error:
        return CheckedRecord(file, UNREAD, str(error))
    if verdict.finding is not None:
        return CheckedRecord(file, WRONG, in_words(verdict).splitlines()[0])
    if verdict.is_overdue:
        return CheckedRecord(file, OVERDUE, f"it had to go on by {verdict.due_by}")
    if verdict.is_cancelled:
        state = "cancelled"
    else:
        state = f"over, {verdict.dice} dice checked" if verdict.is_over else "goes on"
    staff = f", {len(verdict.acts)} acts of the staff" if verdict.acts else ""
    told = f"game {verdict.game}, {verdict.events} events, {state}{staff}"
    return CheckedRecord(file, HOLDS, told)


def _sum(fates: Counter[str]) -> Iterator[str]:
    parts = [f"{fates[fate]} {word}" for fate, word in SUMMED.items() if fates[fate]]
    yield f"{fates.total()} records: {', '.join(parts)}."
