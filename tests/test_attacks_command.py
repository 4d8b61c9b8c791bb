"""The service is attacked, a little; in full by `python -m tests.attacks`."""

import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.slow
@pytest.mark.only_on("sqlite")  # it has a database of its own
def test_no_attack_gets_through() -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "tests.attacks", "--quick"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert outcome.stdout.count("| 0 |") == 9
