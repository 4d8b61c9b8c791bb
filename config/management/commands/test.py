"""`manage.py test`: the suite by pytest, on PostgreSQL and in part on SQLite."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, Any

import pytest
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.launcher.supervisor import CannotStart
from stoneage_core.opponents.compiling import NoCompiler
from stoneage_core.opponents.kernel import quicken
from tests.support.postgresql import postgresql

#: Of PostgreSQL's run, one more than cores: much of the time some wait for servers.
PROCESSES = 1 + (os.cpu_count() or 1)
#: Processes take tests in the order given, by `tests.support.selection`: left to
#: itself, xdist begins with the largest modules, not the longest ones.
SHARED_OUT = (
    *("-n", str(PROCESSES)),
    *("--dist", "loadscope", "--no-loadscope-reorder"),
)
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
    """Run everything on PostgreSQL, and what is marked `both_databases` on SQLite, too.

    Both at the same time: tests that start processes leave the machine idle at times.
    What SQLite's run says is printed in one piece when it ends. Returns pytest's exit
    code: that of the first run that failed, or 0. The opponents' model is compiled
    before, or each service that a test starts would do it.
    """
    compile_opponents()
    with postgresql() as url, TemporaryFile("w+") as said:
        on_sqlite = start_pytest(
            ["-n", "0", "-o", "cache_dir=.pytest_cache/sqlite", *arguments],
            said,
            TEST_DATABASE="sqlite",
        )
        on_postgresql = start_pytest(
            [*SHARED_OUT, *arguments],
            TEST_DATABASE="postgresql",
            TEST_POSTGRESQL_URL=url,
        )
        codes = [code_of(on_sqlite)]
        said.seek(0)
        print(f"\nOn SQLite:\n{said.read()}", flush=True)
        codes.append(code_of(on_postgresql))
    return failure_of(codes)


def compile_opponents() -> None:
    """Compile the model by which opponents think, where that has not been done."""
    with suppress(NoCompiler):
        quicken()


def start_pytest(
    arguments: Sequence[str], said: IO[str] | None = None, **variables: str
) -> subprocess.Popen[str]:
    """
    Start pytest as a process, with the suite's settings and more variables.

    Where a file is given, that gets what it says, and the keyboard is left to others.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ
        | KEEP_BYTECODE
        | variables
        | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdin=subprocess.DEVNULL if said else None,
        stdout=said,
        stderr=subprocess.STDOUT if said else None,
        text=True,
    )


def code_of(pytest_process: subprocess.Popen[str]) -> int:
    """Wait for a pytest, and return its exit code; an interruption is left to it."""
    while True:
        try:
            return pytest_process.wait()
        except KeyboardInterrupt:  # pytest heard it too and is finishing
            continue


def failure_of(codes: Sequence[int]) -> int:
    """Return the first failure; finding no test on one database only is none."""
    found_none = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    failures = [code for code in codes if code not in (0, found_none)]
    if failures:
        return failures[0]
    return found_none if all(code == found_none for code in codes) else 0
