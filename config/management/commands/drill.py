"""`manage.py drill`: try whether a backup can be restored, and upgraded."""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from config.backups.engines import CannotCopy, engine_of
from config.backups.manifest import find_differences, last_events, read_manifest


class Command(BaseCommand):
    help = (
        "Restore a backup, or a new one, into a temporary database; apply the "
        "migrations of this version; check the tables and every game; print how long "
        "that took, and the last event of every game."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER")

    def handle(self, *args: Any, folder: Path | None, **options: Any) -> None:
        begun = time.monotonic()
        with TemporaryDirectory(prefix="stoneage-drill-") as place:
            copy = folder.resolve() if folder else Path(place) / "backup"
            if folder is None:
                call_command("backup", copy, stdout=self.stdout)
            try:
                self._try(copy, Path(place))
            except (CannotCopy, DatabaseError, OSError, msgspec.MsgspecError) as error:
                raise CommandError(f"The drill failed: {error}") from error
        minutes = (time.monotonic() - begun) / 60
        self.stdout.write(f"The drill took {minutes:.1f} minutes.")

    def _try(self, folder: Path, place: Path) -> None:
        manifest = read_manifest(folder)
        with engine_of(connection.vendor).scratch(folder) as scratch:
            differences = list(find_differences(folder, scratch.cursor))
            for line in last_events(scratch.cursor):
                self.stdout.write(line)
            self.stdout.write(f"Restored: {manifest}.")
            wrong = _check({**scratch.environment, "VAR_DIR": str(place)})
        if differences or wrong:
            raise CommandError("\n".join([*differences, wrong]).strip())
        self.stdout.write(
            "The tables fit this version. Every game was verified and ends as in the "
            "backup."
        )


#: The commands that bring a database to this version and check it.
STEPS = (
    ("migrate", "--verbosity", "0", "--no-input"),
    ("check", "--database", "default"),
    ("check_streams", "--all", "--allow-empty"),
)


def _check(environment: dict[str, str]) -> str:
    """Migrate and check the database in other processes; return what is wrong."""
    own = {
        "SECRET_KEY": str(settings.SECRET_KEY),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SAMPLE_GAME": "off",
    }
    for step in STEPS:
        done = subprocess.run(
            [sys.executable, "-m", "django", *step],
            cwd=settings.BASE_DIR,
            env=os.environ | own | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return f"{done.stdout}{done.stderr}".strip()
    return ""
