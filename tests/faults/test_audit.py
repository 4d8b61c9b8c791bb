"""The audit counts after all due work has been done."""

import time

import pytest

from tests.faults import audit


@pytest.mark.django_db
def test_audit_waits_for_deadlines_as_for_mails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, waits = [0, 6, 6], list[float]()
    monkeypatch.setattr(audit, "overdue", left.pop)
    monkeypatch.setattr(time, "sleep", waits.append)
    audit.settle()
    assert (left, waits) == ([], [1, 1])
