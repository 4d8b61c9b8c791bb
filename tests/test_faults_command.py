"""The service is broken on purpose, a little; in full by `python -m tests.faults`."""

import subprocess
import sys
from collections import Counter

import pytest
from django.conf import settings

from tests.faults.audit import Audit, Copies
from tests.faults.outcome import FaultOutcome
from tests.faults.players import Account

TRIALS = ("workers", "database", "clock", "refusals")


@pytest.mark.slow
@pytest.mark.only_on("sqlite")  # it has a database of its own
def test_a_few_faults_lose_nothing() -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "tests.faults", "--quick", "--only", ",".join(TRIALS)],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    table = [line for line in outcome.stdout.splitlines() if line.startswith("| ")]
    assert len(table) == 2 + len(TRIALS)


@pytest.mark.parametrize(("moves", "is_well"), [(0, False), (1, True)])
def test_a_trial_in_which_nobody_moved_shows_nothing(moves: int, is_well: bool) -> None:
    audit = Audit(
        moves=moves,
        lost=0,
        doubled=0,
        unmailed=0,
        mails=40,
        unseen=0,
        copies=Copies(0, 0, Counter()),
        time_outs=0,
        overdue=0,
        ahead=0,
        logs="",
        well_after=1.0,
    )
    outcome = FaultOutcome("workers killed", 4, Account(), audit)

    assert outcome.is_well is is_well
    assert ("no move was accepted" in outcome.row().cells[-1]) is not is_well
