"""`python -m tests.faults`, which .ci/run and .ci/long call; here, what it reports."""

from collections import Counter
from pathlib import Path

import pytest

from tests.faults.audit import Audit, Copies
from tests.faults.outcome import COLUMNS, FaultOutcome
from tests.faults.players import Account

ROOT = Path(__file__).resolve().parents[1]


def an_audit(**counts: int) -> Audit:
    fields = {
        "moves": 1,
        "mails": 40,
        **dict.fromkeys(("lost", "doubled", "unmailed", "unseen", "ahead"), 0),
        **dict.fromkeys(("retried", "time_outs"), 0),
    }
    return Audit(**(fields | counts), copies=Copies(0, 0, Counter()))


@pytest.mark.parametrize(("moves", "is_well"), [(0, False), (1, True)])
def test_trial_without_an_accepted_move_fails(moves: int, is_well: bool) -> None:
    outcome = FaultOutcome("workers killed", 4, Account(), an_audit(moves=moves))
    assert outcome.is_well is is_well
    assert ("no move was accepted" in outcome.row().cells[-1]) is not is_well


@pytest.mark.parametrize("what", ["lost", "doubled", "unmailed", "unseen", "ahead"])
def test_trial_in_which_something_was_lost_fails(what: str) -> None:
    assert not FaultOutcome("x", 1, Account(), an_audit(**{what: 1})).is_well


def test_row_has_a_cell_for_each_column() -> None:
    outcome = FaultOutcome("x", 1, Account(), an_audit(), said="The broker is away.")
    assert len(outcome.row().cells) + 1 == len(COLUMNS)


@pytest.mark.parametrize(
    ("script", "command"),
    [("run", "-m tests.faults --quick"), ("long", "-m tests.faults\n")],
)
def test_ci_runs_the_trials(script: str, command: str) -> None:
    assert command in (ROOT / ".ci" / script).read_text()
