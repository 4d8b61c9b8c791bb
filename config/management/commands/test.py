"""`manage.py test`: the suite by pytest, on PostgreSQL and in part on SQLite."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO, Any

import pytest
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.launcher.supervisor import CannotStart
from tests.support.postgresql import postgresql

CORES = os.cpu_count() or 1
#: Two processes a core: tests of the whole service wait for most of their time.
WORKERS = 2 * CORES
#: What was compiled of a module is kept, whatever the caller's environment says: tests
#: start a hundred processes, each of which would compile everything anew.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}


class Command(BaseCommand):
    help = "Run the tests, on PostgreSQL and on SQLite; arguments are pytest's."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Every argument is pytest's, so none is parsed here."""
        try:
            code = run_tests(argv[2:])
        except CannotStart as error:
            self.stderr.write(f"{CommandError.__name__}: {error}")
            code = 1
        sys.exit(code)

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(run_tests(args))


def run_tests(arguments: Sequence[str]) -> int:
    """Run everything on PostgreSQL and, beside it, what is `both_databases` on SQLite.

    Returns pytest's exit code: that of the first run that failed, or 0. What SQLite's
    run said is printed after the other, whose few long tests at the end it would
    otherwise leave half a machine to.
    """
    with postgresql() as url, tempfile.TemporaryFile() as said:
        beside = start_pytest(arguments, CORES, said, TEST_DATABASE="sqlite")
        largest = start_pytest(
            arguments, WORKERS, TEST_DATABASE="postgresql", TEST_POSTGRESQL_URL=url
        )
        codes = [exit_code(largest), exit_code(beside)]
        said.seek(0)
        shutil.copyfileobj(said, sys.stdout.buffer)
        sys.stdout.flush()
    return failure_of(codes)


def start_pytest(
    arguments: Sequence[str],
    workers: int,
    output: IO[bytes] | None = None,
    **variables: str,
) -> "subprocess.Popen[bytes]":
    """Start one pytest of so many processes, which takes tests in the order given.

    Left to itself, xdist begins with the largest groups of tests, not the longest ones.
    """
    balanced = ["-n", str(workers), "--dist", "loadgroup", "--no-loadscope-reorder"]
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *balanced, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ
        | KEEP_BYTECODE
        | variables
        | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=output,
        stderr=output and subprocess.STDOUT,
    )


def exit_code(pytest_run: "subprocess.Popen[bytes]") -> int:
    """Wait for the end of a run; an interruption is left to it."""
    while True:
        try:
            return pytest_run.wait()
        except KeyboardInterrupt:  # pytest heard it too and is finishing
            continue


def failure_of(codes: Sequence[int]) -> int:
    """Return the first failure; finding no test on one database only is none."""
    found_none = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    failures = [code for code in codes if code not in (0, found_none)]
    if failures:
        return failures[0]
    return found_none if all(code == found_none for code in codes) else 0
