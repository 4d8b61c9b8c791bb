"""What `make` does on a database: it is that of DATABASE_URL, with the tests' settings.

python -m tests.golden.releases.steps fill
python -m tests.golden.releases.steps move DATABASE
"""

import random
import sys
from base64 import b64decode
from pathlib import Path
from unittest.mock import patch

import django
from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from tests.support.standing_chance import drawn_for
from tests.support.standing_time import StandingTime

#: A dot stands for the boards in emails, which would take more room than the rest.
PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)


def fill() -> None:
    """Migrate, and let the scene happen, at the tests' time and by their chance."""
    from tests.golden.releases import scene
    from tests.support.transparency import KEY

    clock = StandingTime()
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
    """Give migrations the tests' time, which does not depend on when they ran."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE django_migrations SET applied = %s", [StandingTime().now]
        )
    connection.close()


if __name__ == "__main__":
    django.setup()
    {"fill": fill, "move": move}[sys.argv[1]](*sys.argv[2:])
