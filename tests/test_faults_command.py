"""The service is broken on purpose, a little; in full by `python -m tests.faults`."""

import subprocess
import sys

import pytest
from django.conf import settings

TRIALS = ("workers", "database", "clock")


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
