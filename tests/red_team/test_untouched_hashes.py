"""
A line of the record is changed and the hashes are left as they were.

Each change here is legal by all rules, so only the chain of hashes finds it.
"""

import pytest

from stoneage_core.audit import verify
from tests.core.audit.forgeries import line
from tests.core.audit.record_forger import Change, finding_in, forged, lines_of, record


def unlinked(change: Change) -> str:
    """Return the finished game with a change, below its old hashes."""
    original, changed = lines_of("finished"), lines_of("finished")
    change(changed)
    text = forged("finished", change)
    for before, after in zip(original, text.splitlines(), strict=True):
        hashed = after.rpartition('"hash":"')[2][:64]
        text = text.replace(hashed, before["hash"])
    return text


@pytest.mark.parametrize(
    "change",
    [
        line(1, recorded_at="2026-11-20T11:59:59.000000Z"),
        line(2, source="api"),
        line(3, source="api"),
    ],
)
def test_a_legal_change_below_the_old_hashes_is_found(change: Change) -> None:
    assert verify(forged("finished", change)).finding is None  # hashed again
    finding = finding_in(unlinked(change))
    assert "hash does not fit the event" in str(finding.reason)


def test_a_hash_that_was_exchanged_is_found() -> None:
    lines = record("finished").splitlines()
    hashed = lines_of("finished")[99]["hash"]
    text = record("finished").replace(hashed, "f" * 64)
    assert lines[99] not in text
    finding = finding_in(text)
    assert finding.sequence == 100
    assert "hash does not fit the event" in str(finding.reason)
