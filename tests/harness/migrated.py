"""A migrated SQLite database, made once in a run and copied for each site."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.harness.environment import ROOT, environment

NAME = "stoneage.sqlite3"


def copy_migrated_database(directory: Path) -> None:
    """
    Put a database that has all tables and no players into a site's directory.

    Migrating takes more than two seconds of the processor's time each time.
    """
    # All processes of a run share the folder.
    migrated = Path(os.environ["TESTS_DIR"]) / NAME
    with migrated.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not migrated.exists():
            _migrate(migrated)
    shutil.copy(migrated, directory / NAME)


def _migrate(target: Path) -> None:
    with TemporaryDirectory(dir=target.parent) as folder:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=environment(VAR_DIR=folder),
            check=True,
        )
        Path(folder, NAME).replace(target)
