"""Worker processes, each with its own Django setup and database connection."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import django
from django.db import connection


def pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of ``jobs`` processes that use the same database as this one."""
    # Spawned, not forked: a forked process would inherit open connections and held
    # locks.
    context = multiprocessing.get_context("spawn")
    name = str(connection.settings_dict["NAME"])
    return ProcessPoolExecutor(jobs, context, _begin, (name,))


def _begin(database: str) -> None:
    # Modules that import models cannot be imported before this call.
    django.setup()
    connection.settings_dict["NAME"] = database
