"""tests/settings.py: the checkout's `var/` affects no test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = """
from pathlib import Path
from django.conf import settings

def test_var_dir(tmp_path):
    assert settings.VAR_DIR.is_dir()
    Path({said!r}, settings.VAR_DIR.name).write_text(str(settings.VAR_DIR))
"""


def test_var_dir_is_not_the_checkouts():
    assert settings.VAR_DIR.is_dir()
    assert ROOT not in settings.VAR_DIR.parents


@pytest.mark.long
def test_every_process_has_its_own_var_dir_which_is_removed(tmp_path):
    said, checkout = tmp_path / "said", tmp_path / "var"
    said.mkdir()
    checkout.mkdir()
    sample = tmp_path / "test_sample.py"
    sample.write_text(SAMPLE.format(said=str(said)))
    own = {name: text for name, text in os.environ.items() if "XDIST" not in name}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n", "2", "--dist", "each"),
            *("-p", "no:cacheprovider", "-c", "pyproject.toml", str(sample)),
        ],
        cwd=ROOT,
        env=own | {"VAR_DIR": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    used = [Path(file.read_text()) for file in said.iterdir()]
    assert len(used) == 2
    assert not any(folder.exists() or folder.parent.exists() for folder in used)
    assert list(checkout.iterdir()) == []
