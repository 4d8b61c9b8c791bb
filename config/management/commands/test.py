"""`manage.py test`: the whole suite on SQLite and on PostgreSQL, by pytest."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.testing.servers import servers
from config.up import CannotStart

# All parts side by side: what needs a database, on each of the two; what is tried once;
# and what watches a whole service, which waits for most of its time.
PARTS = [
    *("--dist", "each"),
    *("--tx", "popen//id=sqlite//env:TEST_PART=sqlite"),
    *("--tx", "popen//id=postgresql//env:TEST_PART=postgresql"),
    *("--tx", "popen//id=once//env:TEST_PART=once"),
    *("--tx", "popen//id=service//env:TEST_PART=service"),
]


class Command(BaseCommand):
    help = "Run the tests on SQLite and on PostgreSQL; arguments are pytest's."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Every argument is pytest's, so none is parsed here."""
        try:
            code = run_pytest(argv[2:])
        except CannotStart as error:
            self.stderr.write(f"{CommandError.__name__}: {error}")
            code = 1
        sys.exit(code)

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(run_pytest(args))


def run_pytest(arguments: Sequence[str]) -> int:
    """Return pytest's exit code; its summary is the last line printed."""
    with servers() as variables:
        pytest = subprocess.Popen(
            [sys.executable, "-m", "pytest", *PARTS, *arguments],
            cwd=settings.BASE_DIR,
            env=os.environ | variables | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        )
        while True:
            try:
                return pytest.wait()
            except KeyboardInterrupt:  # pytest heard it too and is finishing
                continue
