"""`manage.py backup FOLDER`: copy the database while the service runs."""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from config.backups.engines import CannotCopy, engine_of
from config.backups.keys import back_up_key_files, name_keys
from games.models import Game


class Command(BaseCommand):
    help = (
        "Copy the database into a new folder while the service runs (PostgreSQL with "
        "pg_dump), with a manifest and the key files."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        if Game._meta.db_table not in connection.introspection.table_names():
            place = connection.settings_dict["NAME"]
            raise CommandError(f"{place} contains no games: nothing was copied.")
        _create(folder)
        try:
            engine = engine_of(connection.vendor)
            manifest = engine.dump(folder, name_keys(settings.VAR_DIR))
            left_out = back_up_key_files(settings.VAR_DIR, folder)
            for file in folder.iterdir():
                file.chmod(0o600)
        except (CannotCopy, DatabaseError, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise CommandError(f"{folder} could not be written: {error}") from error
        self.stdout.write(f"{folder} contains {manifest}.")
        if left_out:
            self.stdout.write(
                "These keys are set in the environment and are not in the backup: "
                f"{', '.join(left_out)}. Keep a copy of them elsewhere."
            )


def _create(folder: Path) -> None:
    """Create an empty folder that others cannot read; raise CommandError."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        raise CommandError(f"{folder} exists already: name a new folder.") from None
    except OSError as error:
        raise CommandError(f"Cannot write {folder}: {error.strerror}.") from error
