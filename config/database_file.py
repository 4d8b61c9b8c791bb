"""The file of SQLite: whether a connection still writes to the one that lies there.

Whoever moves or deletes the file of a running service leaves it an open one that nobody
else sees: what is written there is gone with the process. So each request and each
task looks first, and opens what lies there now. Where that is nothing, an empty file is
made, which has no tables: pages answer 503, and say what to do.
"""

import os
from typing import Any

from celery.signals import task_prerun
from django.core.signals import request_started
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from config.checks import forget_migrations

#: Which device a file is on, and its number there; None where there is no file.
FileIdentity = tuple[int, int] | None

_OPENED = "opened_file"


def note_opened_file(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Remember which file a new connection has opened."""
    setattr(connection, _OPENED, file_of(connection))


def leave_replaced_files(**_: Any) -> None:
    """Close this thread's connections to files that do not lie there any more."""
    for connection in connections.all(initialized_only=True):
        opened = connection.connection and getattr(connection, _OPENED, None)
        if opened is not None and file_of(connection) != opened:
            connection.close()
            forget_migrations()


def file_of(connection: BaseDatabaseWrapper) -> FileIdentity:
    """Return the file that lies where a connection's database should."""
    try:
        found = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return None
    return found.st_dev, found.st_ino


if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
    connection_created.connect(note_opened_file)
    request_started.connect(leave_replaced_files)
    task_prerun.connect(leave_replaced_files)
