"""Forgeries that only a hash from an old email reveals."""

import pytest

from stoneage_core.audit import verify
from tests.core.audit.forgeries import both, event, line
from tests.core.audit.record_forger import forged, lines_of, record

TERMS = lines_of("finished")[0]["event"]["terms"]
ONE_MORE_SECOND = "2026-11-20T12:04:01.000000Z"
REQUEST = "00000000-0000-4000-8000-000000000007"

FORGERIES = [
    ("finished", 26, both(*(line(n, recorded_at=ONE_MORE_SECOND) for n in range(23,
     27)))),
    ("finished", 16, line(16, request_id=REQUEST)),
    ("finished", 16, both(line(16, source="orders"), line(17,
     source="orders"))),
    ("finished", 1, event(1, terms=TERMS | {"tie_break": "sum"})),
    ("finished", 1, event(1, terms=TERMS | {"first_player": 1})),
    ("finished", 1, event(1, terms=TERMS | {"control": TERMS["control"]
     | {"time": {"kind": "per_move", "seconds": 86_400}}})),
    ("running", 33, event(33, dice=[6, 6, 6])),
    ("running", 1, event(1, commitment="00" * 32)),
    ("finished", 599, lambda lines: lines.__delitem__(slice(*FROM_THEN_ON))),
]  # fmt: skip

#: A finished game, cut off after a decision, looks like one that is still running.
FROM_THEN_ON = (22, None)


@pytest.mark.parametrize(("name", "number", "change"), FORGERIES)
def test_a_hash_from_an_email_reveals_these_forgeries(name, number, change):
    text = forged(name, change)
    kept = lines_of(name)[number + 5]["hash"]
    assert verify(record(name), head=kept).witnessed == number + 6
    verdict = verify(text, head=kept)
    assert verdict.witnessed is None
    assert verdict.finding is not None


@pytest.mark.parametrize(
    "number", [n for n, case in enumerate(FORGERIES) if case[:2] != ("running", 33)]
)
def test_these_forgeries_are_not_found_without_a_hash(number):
    name, _, change = FORGERIES[number]
    assert verify(forged(name, change)).finding is None


def test_a_hash_from_before_the_forgery_proves_nothing():
    name, number, change = FORGERIES[0]
    kept = lines_of(name)[number - 10]["hash"]
    assert verify(forged(name, change), head=kept).finding is None
