"""Detecting that SQLite's database file was moved, deleted or replaced.

If the file of a running service is moved or deleted, its processes keep the old file
open, and whatever they write is lost when they end. So each request and each task first
checks the file and reopens it if it has changed. If there is no file, SQLite creates an
empty one without tables: pages answer 503 and say what to do.
"""

import os
from typing import Any

from celery.signals import task_prerun
from django.core.signals import request_started
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from config.checks import forget_database

#: The device and inode of a file; None if there is no file.
FileIdentity = tuple[int, int] | None

_OPENED = "opened_file"


def note_opened_file(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Remember which file a new connection has opened."""
    setattr(connection, _OPENED, file_of(connection))


def leave_replaced_files(**_: Any) -> None:
    """Close this thread's connections to files that were moved or replaced."""
    for connection in connections.all(initialized_only=True):
        opened = connection.connection and getattr(connection, _OPENED, None)
        if opened is not None and file_of(connection) != opened:
            connection.close()
            forget_database()


def file_of(connection: BaseDatabaseWrapper) -> FileIdentity:
    """Return the identity of the file at a connection's path."""
    try:
        found = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return None
    return found.st_dev, found.st_ino


if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
    connection_created.connect(note_opened_file)
    request_started.connect(leave_replaced_files)
    task_prerun.connect(leave_replaced_files)
