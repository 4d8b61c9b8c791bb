"""`manage.py test`: the suite by pytest, on PostgreSQL and in part on SQLite."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.launcher.supervisor import CannotStart
from tests.support.postgresql import postgresql

#: Two processes a core: tests of the whole service wait for most of their time.
WORKERS = 2 * (os.cpu_count() or 1)
#: What was compiled of a module is kept, whatever the caller's environment says: tests
#: start a hundred processes, each of which would compile everything anew.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}


class Command(BaseCommand):
    help = "Run the tests, on PostgreSQL and on SQLite; arguments are pytest's."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Run with unparsed arguments, which are all pytest's."""
        try:
            code = run_tests(argv[2:])
        except CannotStart as error:
            self.stderr.write(f"{CommandError.__name__}: {error}")
            code = 1
        sys.exit(code)

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(run_tests(args))


def run_tests(arguments: Sequence[str]) -> int:
    """Run what is marked `both_databases` on SQLite, then everything on PostgreSQL.

    Returns pytest's exit code: that of the first run that failed, or 0. The summary of
    the larger run is the last line printed.
    """
    with postgresql() as url:
        codes = [
            run_pytest(arguments, TEST_DATABASE="sqlite"),
            run_pytest(arguments, TEST_DATABASE="postgresql", TEST_POSTGRESQL_URL=url),
        ]
    return failure_of(codes)


def run_pytest(arguments: Sequence[str], **variables: str) -> int:
    """
    Run one pytest of several processes, which take tests in the order given.

    Left to itself, xdist begins with the largest groups of tests, not the longest ones.
    An interruption is left to pytest.
    """
    balanced = ["-n", str(WORKERS), "--dist", "loadgroup", "--no-loadscope-reorder"]
    child = subprocess.Popen(
        [sys.executable, "-m", "pytest", *balanced, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ
        | KEEP_BYTECODE
        | variables
        | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # pytest heard it too and is finishing
            continue


def failure_of(codes: Sequence[int]) -> int:
    """Return the first failure; finding no test on one database only is none."""
    found_none = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    failures = [code for code in codes if code not in (0, found_none)]
    if failures:
        return failures[0]
    return found_none if all(code == found_none for code in codes) else 0
