"""Worker processes, each with Django and a database connection of its own."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import django
from django.db import connection


def pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of so many processes, on the database that this one uses."""
    # Spawned, not forked: no process inherits a connection, or half a lock.
    context = multiprocessing.get_context("spawn")
    name = str(connection.settings_dict["NAME"])
    return ProcessPoolExecutor(jobs, context, _begin, (name,))


def _begin(database: str) -> None:
    # Nothing that needs the models may be imported above: they need this first.
    django.setup()
    connection.settings_dict["NAME"] = database
