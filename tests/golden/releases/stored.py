"""Restoring what is stored of releases, into a new database of this process's kind."""

import fcntl
import gzip
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import psycopg
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from config.checks import forget_database
from tests.golden.releases.make import HASHES, POSTGRESQL, SQLITE, make

NAME = "upgraded_release"


@cache
def present_release() -> Path:
    """
    Return the folder with what the present code would store.

    All processes of a run share it, because making it takes half a minute.
    """
    folder = Path(os.environ["TESTS_DIR"]) / "present-release"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / HASHES).exists():
            make(folder)
    return folder


def statements(folder: Path, file: str) -> str:
    return gzip.decompress((folder / file).read_bytes()).decode()


def restore_sqlite(folder: Path, database: Path) -> None:
    """Make the file of a database."""
    with closing(sqlite3.connect(database)) as opened:
        opened.executescript(statements(folder, SQLITE))


def restore_postgresql(folder: Path, url: str) -> None:
    """Fill an empty database."""
    with psycopg.connect(url, autocommit=True) as opened:
        opened.execute(statements(folder, POSTGRESQL).encode())


@contextmanager
def connected_to(folder: Path, directory: Path) -> Iterator[None]:
    """
    Let Django's connection lead to a new database with what is stored of a release.

    ``directory`` is where SQLite's file is kept.
    """
    settings = connection.settings_dict
    before = settings["NAME"]
    if connection.vendor == "sqlite":
        settings["NAME"] = str(directory / "database.sqlite3")
        restore_sqlite(folder, Path(settings["NAME"]))
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {NAME}")
        settings["NAME"] = NAME
    _forget_the_other_database()
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(statements(folder, POSTGRESQL))
        yield
    finally:
        settings["NAME"] = before
        _forget_the_other_database()
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def _forget_the_other_database() -> None:
    connection.close()
    ContentType.objects.clear_cache()
    forget_database()
