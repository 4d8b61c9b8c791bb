"""`manage.py test`: run pytest on PostgreSQL, and some tests on SQLite too."""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, Any

import pytest
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.launcher.supervisor import CannotStart
from stoneage_core.opponents.compiling import NoCompiler
from stoneage_core.opponents.kernel import quicken
from tests.harness.servers import postgresql

#: Twice as many as cores, because tests that start servers or a browser often wait.
PROCESSES = 2 * (os.cpu_count() or 1)
#: Keep compiled modules whatever the caller's environment says: tests start a hundred
#: processes, each of which would compile everything again.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
#: Processes take tests in the given order; ``tests.support.selection`` says which tests
#: share a process. By default xdist begins with the largest modules, not the longest.
BALANCED = ("-n", str(PROCESSES), "--dist", "loadscope", "--no-loadscope-reorder")


class Command(BaseCommand):
    help = "Run the tests, on PostgreSQL and on SQLite; arguments are pytest's."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Run with unparsed arguments, because all are pytest's."""
        try:
            code = run_tests(argv[2:])
        except CannotStart as error:
            self.stderr.write(f"{CommandError.__name__}: {error}")
            code = 1
        sys.exit(code)

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(run_tests(args))


def run_tests(arguments: Sequence[str]) -> int:
    """
    Run everything on PostgreSQL, and the tests marked `both_databases` on SQLite, too.

    Returns pytest's exit code: that of the first run that failed, or 0. The SQLite run
    is much shorter; one process runs it meanwhile, and its output is printed when it
    ends. The opponents' model is compiled first, because otherwise each service that a
    test starts would compile it.
    """
    compile_opponents()
    with postgresql() as url, ThreadPoolExecutor() as pool:
        on_sqlite = pool.submit(run_on_sqlite, arguments)
        on_postgresql = run_pytest(
            [*BALANCED, *arguments], TEST_DATABASE="postgresql", TEST_POSTGRESQL_URL=url
        )
        return failure_of([on_sqlite.result(), on_postgresql])


def run_on_sqlite(arguments: Sequence[str]) -> int:
    """Run pytest on SQLite and print its output in one piece."""
    with TemporaryFile() as output:
        code = run_pytest(
            [*arguments, "-n", "0"], output=output, TEST_DATABASE="sqlite"
        )
        output.seek(0)
        print(f"\nOn SQLite:\n{output.read().decode()}", flush=True)
    return code


def compile_opponents() -> None:
    """Compile the opponents' model, if that has not been done."""
    with suppress(NoCompiler):
        quicken()


def run_pytest(
    arguments: Sequence[str], *, output: IO[bytes] | None = None, **variables: str
) -> int:
    """Run pytest, which handles interruptions; return its exit code."""
    child = subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ
        | KEEP_BYTECODE
        | variables
        | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=output,
    )
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # pytest got the signal too and is finishing
            continue


def failure_of(codes: Sequence[int]) -> int:
    """Return the first failure; finding no test on only one database is none."""
    found_none = int(pytest.ExitCode.NO_TESTS_COLLECTED)
    failures = [code for code in codes if code not in (0, found_none)]
    if failures:
        return failures[0]
    return found_none if all(code == found_none for code in codes) else 0
