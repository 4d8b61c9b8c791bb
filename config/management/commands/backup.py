"""`manage.py backup FILE`: a whole copy of the SQLite database, while all goes on.

The file of a living one is not whole: what was committed last is in its `-wal`.
"""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from games.models import Game, StoredEvent


class Command(BaseCommand):
    help = (
        "Copy the SQLite database to a new file, without stopping the service. "
        "PostgreSQL has pg_dump for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The database is PostgreSQL: copy it by pg_dump.")
        if Game._meta.db_table not in connection.introspection.table_names():
            place = connection.settings_dict["NAME"]
            raise CommandError(f"{place} holds no games: nothing was copied.")
        _create(file)
        try:
            _copy_into(file)
        except (DatabaseError, OSError) as error:
            file.unlink(missing_ok=True)
            raise CommandError(f"{file} could not be written: {error}.") from error
        self.stdout.write(
            f"{file} holds all of it ({_counted()} by now). Keep the secret key with "
            "it: SECRET_KEY, or the file secret-key beside the database; and with that "
            "VAPID_PRIVATE_KEY, or push-key."
        )


def _create(file: Path) -> None:
    """Create an empty file that nobody else may read; raise CommandError."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise CommandError(f"{file} is there already: name a new file.") from None
    except OSError as error:
        raise CommandError(f"Cannot write {file}: {error.strerror}.") from error


def _copy_into(file: Path) -> None:
    """Write one consistent state; return when it is on the disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _counted() -> str:
    return f"{Game.objects.count()} games, {StoredEvent.objects.count()} events"
