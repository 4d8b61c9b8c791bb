"""`manage.py restore FOLDER`: restore a backup to the service's database."""

from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from config.backups.engines import CannotCopy, SQLite, engine_of
from config.backups.keys import find_other_keys, restore_key_files
from config.backups.manifest import Manifest, find_differences, read_manifest
from config.backups.moving import move_to_postgresql
from config.launcher.service import lock_directory
from config.launcher.supervisor import WrongOption
from games.now import database_now
from games.outages import advance_beats, record_service_restored, restore_games


class Command(BaseCommand):
    help = (
        "Restore a backup to an empty database while the service is stopped; check "
        "that all games are complete; notify the players. A backup of SQLite can be "
        "restored to PostgreSQL."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER")
        parser.add_argument(
            "--nothing-lost",
            action="store_true",
            help="the service was stopped before the backup was made, and not "
            "started since: games continue as if nothing had happened",
        )

    def handle(
        self, *args: Any, folder: Path, nothing_lost: bool, **options: Any
    ) -> None:
        try:
            manifest = read_manifest(folder)
            with lock_directory(settings.VAR_DIR):
                self._put_back(folder, manifest, nothing_lost)
        except (CannotCopy, DatabaseError, OSError, WrongOption) as error:
            raise CommandError(f"Not restored: {error}") from error
        except msgspec.MsgspecError as error:
            raise CommandError(f"{folder} has no valid manifest: {error}") from error

    def _put_back(self, folder: Path, manifest: Manifest, nothing_lost: bool) -> None:
        if manifest.vendor == connection.vendor:
            engine_of(connection.vendor).load(folder)
        elif connection.vendor == "postgresql":
            move_to_postgresql(folder / SQLite.file)
        else:
            raise CommandError(
                "The backup is of PostgreSQL, but DATABASE_URL names SQLite. Only the "
                "other way is possible."
            )
        restore_key_files(folder, settings.VAR_DIR)
        with connection.cursor() as cursor:
            differences = list(find_differences(folder, cursor))
        if differences:
            raise CommandError("\n".join(differences))
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"Restored: {manifest}.")
        for key in find_other_keys(manifest.keys, settings.VAR_DIR):
            self.stdout.write(
                f"The backup was made with another {key.setting}. Use that one, in "
                f"the environment or as {settings.VAR_DIR / key.file}: with the "
                f"present one {key.consequence}."
            )
        if nothing_lost:
            advance_beats(now=database_now())
            return
        record_service_restored(now=database_now())
        while restore_games(now=database_now()):
            pass
        self.stdout.write(
            "The games record the restore, and their players get mails once the "
            "service runs. First check them: manage.py check_streams --all"
        )
