"""What `make` does on a database: it is that of DATABASE_URL, with the tests' settings.

python -m tests.golden.releases.steps fill
python -m tests.golden.releases.steps move DATABASE
"""

import random
import sys
from base64 import b64decode
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import django
from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from tests.support.standing_chance import drawn_for
from tests.support.standing_time import StandingTime

#: Before the first release, so that on every machine all of it is in the past.
BEGUN = datetime(2026, 6, 5, 12, 0, tzinfo=UTC)
#: A dot stands for the boards in emails, which would take more room than the rest.
PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)


def fill() -> None:
    """Migrate, and let the scene happen, at a time and by a chance that are given."""
    from tests.golden.releases import scene
    from tests.support.transparency import KEY

    clock = StandingTime(BEGUN)
    random.seed(2008)  # boundaries in emails
    call_command("migrate", verbosity=0)
    with (
        drawn_for("the database of a release"),
        patch("games.now._NOW", clock),
        # A call of a task draws an id, in a thread, if the last call was long ago.
        patch("games.background.debounced_task.DebouncedTask.enqueue"),
        patch("notifications.sending.render.draw_picture", return_value=PICTURE),
        patch("socket.getaddrinfo", side_effect=OSError("there is no network")),
        override_settings(TRANSPARENCY_KEYS=[KEY]),
    ):
        scene.fill(clock)
    settle()


def move(database: str) -> None:
    from config.backups.moving import move_to_postgresql

    move_to_postgresql(Path(database))
    settle()


def settle() -> None:
    """Give migrations a time that does not depend on when they ran."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET applied = %s", [BEGUN])
    connection.close()


if __name__ == "__main__":
    django.setup()
    {"fill": fill, "move": move}[sys.argv[1]](*sys.argv[2:])
