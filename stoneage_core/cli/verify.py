"""The commands ``verify``, which checks records, and ``compare``."""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from stoneage_core.audit import DIGITS, Wrong, check_origin, head_in, in_words, verify
from stoneage_core.audit.authorship import events_after_mail
from stoneage_core.audit.difference import compare_records
from stoneage_core.audit.explanation import explain_events
from stoneage_core.audit.moments import is_moment
from stoneage_core.audit.verdict import Verdict
from stoneage_core.audit.waits import waits_in_words
from stoneage_core.cli.log_options import add_log_options, log_report
from stoneage_core.cli.outcomes import (
    Overdue,
    Refuted,
    Unusable,
    bytes_of,
    positive,
    record_of,
)
from stoneage_core.opponents.verification import report_moves
from stoneage_core.transparency.notes import COSIGNATURE

#: How many events a range of --explain may have.
MOST_EXPLAINED = 100
#: The options that need a single record.
SINGLE_RECORD_OPTIONS = (
    *("head", "event", "opponents", "origin", "reply", "explain", "times"),
    *("key", "checkpoint", "consistency", "tree"),
)


def add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="the record of a game, or a directory of records (*.jsonl), each of which "
        "gets one line",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print a JSON object per record, for programs",
    )
    parser.add_argument(
        "--head",
        type=_head,
        metavar="HASH",
        help="the whole hash from an email, X-Game-Head: is it in the chain?",
    )
    parser.add_argument(
        "--event",
        type=positive,
        metavar="N",
        help="the number of the event in the same email: is the hash its own?",
    )
    parser.add_argument(
        "--opponents",
        action="store_true",
        help="decide the moves of bots again; takes seconds per move if their model "
        "is not compiled",
    )
    parser.add_argument(
        "--on",
        type=_day,
        metavar="YYYY-MM-DD",
        help="the day on which you got the record: is the game overdue?",
    )
    parser.add_argument(
        "--origin",
        metavar="RECORD",
        help="the record of the game that this one continues: did it stand like that?",
    )
    parser.add_argument(
        "--reply", metavar="MAIL", help="an email as it came in: what did it lead to?"
    )
    parser.add_argument(
        "--explain",
        type=_numbers,
        metavar="N,N-N",
        help="explain these events, like 24,30-35, by decision: dice, cards, timeouts, "
        "outcomes",
    )
    parser.add_argument(
        "--times",
        action="store_true",
        help="how long did each player take for their decisions?",
    )
    add_log_options(parser)
    parser.set_defaults(run=_verify)


def add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="RECORD", help="JSON lines")
    parser.add_argument(
        "second", metavar="RECORD", help="another record of the same game"
    )
    parser.set_defaults(run=_compare)


def _compare(options: argparse.Namespace) -> str:
    first, second = (record_of(file) for file in (options.first, options.second))
    try:
        difference = compare_records(first, second)
    except Wrong as wrong:
        raise Unusable(f"a record cannot be read: {wrong}") from wrong
    if difference:
        raise Refuted(difference)
    return "They are the same.\n"


def _verify(options: argparse.Namespace) -> str:
    files = list(records_in(options.files))
    if files == options.files and len(files) == 1 and not options.json:
        return _verify_one(options)
    if used := [name for name in SINGLE_RECORD_OPTIONS if getattr(options, name)]:
        raise Unusable(f"--{used[0]} needs a single record and no --json")
    return verify_box(files, options.on, as_json=options.json)


def _verify_one(options: argparse.Namespace) -> str:
    if options.event is not None and options.head is None:
        raise Unusable("--event needs the hash from the same email, as --head")
    text = record_of(options.files[0])
    witnesses = [key for key in options.key if key.kind == COSIGNATURE]
    verdict = verify(
        text, options.head, options.event, on=options.on, witnesses=witnesses
    )
    report = f"{in_words(verdict)}\n"
    if verdict.finding is not None:
        raise Refuted(report)
    if verdict.is_overdue:
        raise Overdue(report)
    report += log_report(options, text, verdict)
    if options.reply is not None:
        report += _reply(options, text)
    if options.origin is not None:
        report += _origin(options, text)
    if options.explain is not None:
        report += _explanation(options, text)
    if options.times:
        report += waits_in_words(text)
    return report + _opponents(text) if options.opponents else report


def _reply(options: argparse.Namespace, text: str) -> str:
    found = events_after_mail(text, sha256(bytes_of(options.reply)).hexdigest())
    if not found:
        raise Refuted("No event follows that email in this game, or it was changed.\n")
    events = ", ".join(map(str, found))
    return f"That email arrived as it is, and led to event {events}.\n"


def _origin(options: argparse.Namespace, text: str) -> str:
    try:
        origin = check_origin(text, record_of(options.origin))
    except Wrong as wrong:
        raise Refuted(f"The origin is wrong: {wrong}\n") from wrong
    return f"Game {origin.game} had this position after event {origin.sequence}.\n"


def _explanation(options: argparse.Namespace, text: str) -> str:
    try:
        return explain_events(text, options.explain)
    except Wrong as wrong:
        last = max(options.explain)
        raise Unusable(f"event {last} is not explained: {wrong}") from wrong


def _opponents(text: str) -> str:
    holds, report = report_moves(text)
    if not holds:
        raise Refuted(report)
    return report


def _numbers(text: str) -> list[int]:
    """Parse numbers and ranges, like 24,30-35."""
    numbers = list[int]()
    for part in text.split(","):
        if not re.fullmatch(r"[0-9]+(-[0-9]+)?", part):
            raise argparse.ArgumentTypeError(
                f"“{text}” is not a list of events like 24,30-35"
            )
        first, dash, last = part.partition("-")
        start, end = positive(first), positive(last if dash else first)
        if not 0 <= end - start < MOST_EXPLAINED:
            raise argparse.ArgumentTypeError(
                f"{part} is not a range of up to {MOST_EXPLAINED} events"
            )
        numbers += range(start, end + 1)
    return numbers


def _head(text: str) -> str:
    if head := head_in(text):
        return head
    english = (
        f"“{text}” is not a hash: all {DIGITS} digits are needed, because two "
        "histories can be made whose hashes begin with the same digits"
    )
    raise argparse.ArgumentTypeError(english)


def _day(text: str) -> str:
    moment = f"{text}T00:00:00Z"
    if is_moment(moment) and moment[10] == "T":
        return moment
    raise argparse.ArgumentTypeError(f"“{text}” is not a day like 2026-12-24")


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
    """Yield files, and those in directories; raise Unusable for an empty one."""
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
