"""Edited records: every change is found, at the right line."""

from random import Random

import pytest

from stoneage_core.audit import verify
from tests.core.audit.record_forger import (
    RECORDS,
    finding_in,
    forged,
    lines_of,
    place,
    record,
)

KEYS = list(lines_of("finished")[0])
KINDS = sorted({line["event"]["type"] for line in lines_of("eventful")})


def split(name):
    return record(name).splitlines(keepends=True)


def first_of(kind):
    """Return the index of the first event of a type in the eventful game."""
    lines = lines_of("eventful")
    return next(n for n, line in enumerate(lines) if line["event"]["type"] == kind)


def altered(line, key):
    """Return a line with one character changed in the value of a key."""
    at = line.index(f'"{key}":') + len(key) + 4
    other = "1" if line[at] != "1" else "2"
    return line[:at] + other + line[at + 1 :]


@pytest.mark.parametrize("key", KEYS)
def test_a_changed_field_is_found_at_its_line(key):
    # The check does not depend on the type of the event, so each type has two fields.
    for kind in KINDS[KEYS.index(key) :: len(KEYS) // 2]:
        at = first_of(kind)
        lines = split("eventful")[: at + 10]
        lines[at] = altered(lines[at], key)
        assert finding_in("".join(lines)).sequence == at + 1, kind


@pytest.mark.parametrize("at", [0, 1, 6, 50, 120, 191, 192])
def test_a_dropped_line_is_found(at):
    lines = split("running")
    del lines[at]
    finding = verify("".join(lines)).finding
    if at == 192:  # the record itself does not show that its last line is missing
        assert finding is None or "breaks off" in str(finding.reason)
    else:
        assert finding.sequence == at + 1
        assert str(finding.reason) == f"Event {at + 2} stands in its place"


@pytest.mark.parametrize("at", [0, 1, 6, 50, 120, 192])
def test_a_doubled_line_is_found(at):
    lines = split("running")
    lines.insert(at, lines[at])
    finding = finding_in("".join(lines))
    assert finding.sequence == at + 2
    assert str(finding.reason) == f"Event {at + 1} stands in its place"


@pytest.mark.parametrize("at", [0, 6, 50, 120, 191])
def test_lines_in_another_order_are_found(at):
    lines = split("running")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    assert finding_in("".join(lines)).sequence == at + 1


@pytest.mark.parametrize(("name", "count"), [("running", 100), ("finished", 20)])
def test_any_byte_that_is_changed_is_found_at_its_line(name, count):
    dice, data = Random(f"bytes of {name}"), record(name).encode()
    for _ in range(count):
        at = dice.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= dice.randrange(1, 256)
        finding = finding_in(changed.decode("utf-8", "surrogateescape"))
        assert finding.sequence == data.count(b"\n", 0, at) + 1, (at, changed[at])


@pytest.mark.parametrize("name", RECORDS)
def test_any_byte_that_is_missing_is_found_at_its_line(name):
    dice, data = Random(f"gaps of {name}"), record(name).encode()
    for at in [len(data) - 1, *(dice.randrange(len(data)) for _ in range(20))]:
        finding = finding_in((data[:at] + data[at + 1 :]).decode())
        assert finding.sequence == data.count(b"\n", 0, at) + 1, at


def test_the_earliest_fault_is_named():
    lines = split("running")
    lines[20] = altered(lines[20], "recorded_at")
    lines[90] = "\n"
    assert finding_in("".join(lines)).sequence == 21


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda line: line.replace('"people":', '"people": '), "its form was changed"),
        (lambda line: line.replace("{", '{"more":1,', 1), "cannot be read"),
        (lambda line: line.replace('"command":"', '"command":"\\u0066'), "its form"),
        (lambda line: line.replace("T12:", "T25:"), "not a valid date"),
        (lambda line: line.replace("000Z", "000+00:00"), "cannot be read"),
        (lambda line: line.replace("\n", "\r\n"), "its form was changed"),
        (lambda line: "[" * 100_000 + "\n", "cannot be read"),
        (lambda line: "\n", "cannot be read"),
    ],
)
def test_lines_in_another_form_are_refused(change, reason):
    lines = split("running")
    lines[15] = change(lines[15])
    finding = finding_in("".join(lines))
    assert finding.sequence == 16
    assert reason in str(finding.reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "The record is empty"), ("{}", "The line has no end"), ("\n", "cannot be")],
)
def test_text_that_is_not_a_record_is_refused(text, reason):
    finding = finding_in(text)
    assert finding.sequence == 1
    assert reason in str(finding.reason)


def test_a_missing_last_newline_is_found():
    finding = finding_in(record("running")[:-1])
    assert finding == (193, finding.reason)
    assert str(finding.reason) == "The line has no end"


def test_random_text_is_refused_at_its_first_line():
    dice = Random("noise")
    for _ in range(300):
        noise = dice.randbytes(dice.randrange(200)).decode("utf-8", "surrogateescape")
        assert finding_in(noise).sequence == 1


def test_an_event_with_an_unknown_good_cannot_be_read():
    for kind in ("DiceRolled", "GoodsGathered"):
        at = place(lines_of("finished"), kind)

        def change(lines, at=at):
            lines[at]["event"]["good"] = "silver"

        finding = finding_in(forged("finished", change))
        assert finding.sequence == at + 1
        assert "cannot be read" in str(finding.reason)
