"""What is counted after a trial is counted once all is done that is due."""

import time

import pytest

from tests.faults import audit


@pytest.mark.django_db
def test_deadlines_are_waited_for_as_mails_are(monkeypatch: pytest.MonkeyPatch) -> None:
    left, waits = [0, 6, 6], list[float]()
    monkeypatch.setattr(audit, "overdue", left.pop)
    monkeypatch.setattr(time, "sleep", waits.append)
    audit.settle()
    assert (left, waits) == ([], [1, 1])
