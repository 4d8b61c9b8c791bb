"""Copying each kind of database while it is in use, and restoring it."""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote
from uuid import uuid4

import psycopg
from django.db import ProgrammingError, connection, transaction
from psycopg.errors import InsufficientPrivilege

from config.backups.manifest import Cursor, Manifest, write_manifest


class CannotCopy(Exception):
    """A database cannot be copied or restored; the message says why."""


class Scratch(NamedTuple):
    """A temporary database: its environment variables, and a cursor."""

    environment: dict[str, str]
    cursor: Cursor


class SQLite:
    """A file, copied by SQLite itself because recent commits may be in the WAL file."""

    file = "database.sqlite3"

    def dump(self, folder: Path, keys: dict[str, str]) -> Manifest:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(folder / self.file)])
        _flush(folder / self.file)
        with closing(sqlite3.connect(folder / self.file)) as copy:
            return write_manifest(folder, copy.cursor(), "sqlite", keys)

    def load(self, folder: Path) -> None:
        target = Path(connection.settings_dict["NAME"])
        for each in (target, *(Path(f"{target}{end}") for end in ("-wal", "-shm"))):
            if each.exists():
                raise CannotCopy(f"{each} exists: move it away first.")
        part = target.with_name(f"{target.name}.part")
        shutil.copyfile(folder / self.file, part)
        part.chmod(0o600)
        with closing(sqlite3.connect(part)) as copy:
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            part.unlink()
            raise CannotCopy(f"{folder / self.file} is damaged: {found}.")
        _flush(part)
        part.replace(target)

    @contextmanager
    def scratch(self, folder: Path) -> Iterator[Scratch]:
        copy = folder.parent / f"scratch-{uuid4().hex}.sqlite3"
        shutil.copyfile(folder / self.file, copy)
        try:
            with closing(sqlite3.connect(copy)) as opened:
                yield Scratch({"DATABASE_URL": f"sqlite:///{copy}"}, opened.cursor())
        finally:
            for end in ("", "-wal", "-shm"):
                Path(f"{copy}{end}").unlink(missing_ok=True)


class PostgreSQL:
    """PostgreSQL, copied by pg_dump from the same snapshot as the manifest."""

    file = "database.dump"

    def dump(self, folder: Path, keys: dict[str, str]) -> Manifest:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            target = f"--file={folder / self.file}"
            self._run("pg_dump", "--format=custom", f"--snapshot={snapshot}", target)
            _flush(folder / self.file)
            return write_manifest(folder, cursor, "postgresql", keys)

    def load(self, folder: Path) -> None:
        if "games_game" in connection.introspection.table_names():
            name = connection.settings_dict["NAME"]
            raise CannotCopy(f"{name} contains games: create an empty database first.")
        self._restore(folder, connection.settings_dict["NAME"])

    @contextmanager
    def scratch(self, folder: Path) -> Iterator[Scratch]:
        name = f"stoneage_drill_{uuid4().hex[:12]}"
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE DATABASE {name}")
        except ProgrammingError as error:
            if not isinstance(error.__cause__, InsufficientPrivilege):
                raise
            user = connection.settings_dict["USER"]
            raise CannotCopy(
                f"the database user {user} may not create databases. Let it, as the "
                f"database's administrator: ALTER ROLE {user} CREATEDB"
            ) from error
        try:
            self._restore(folder, name)
            url = self._url(name)
            # In a transaction it would hold locks, for which migrations would wait.
            with psycopg.connect(url, autocommit=True) as opened:
                yield Scratch({"DATABASE_URL": url}, opened.cursor())
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _restore(self, folder: Path, name: str) -> None:
        options = ("--exit-on-error", "--single-transaction")
        self._run("pg_restore", *options, f"--dbname={name}", str(folder / self.file))

    def _run(self, tool: str, *options: str) -> None:
        program = _newer_than_server(tool)
        names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER"}
        names |= {"password": "PGPASSWORD", "dbname": "PGDATABASE"}
        where = {**self._where(), "dbname": connection.settings_dict["NAME"]}
        environment = {names[each]: value for each, value in where.items()}
        done = subprocess.run(
            [program, "--no-owner", "--no-privileges", *options],
            env=os.environ | environment,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotCopy(f"{tool} failed: {done.stderr.strip()}")

    @staticmethod
    def _where() -> dict[str, str]:
        """Return the host, port, user and password that our connection has."""
        connection.ensure_connection()
        opened = connection.connection
        assert isinstance(opened, psycopg.Connection)
        info = opened.info
        details = {"host": info.host, "port": info.port, "user": info.user}
        details["password"] = info.password
        return {name: str(value) for name, value in details.items() if value}

    def _url(self, name: str) -> str:
        """Return the URL of a database; its host may be the folder of a socket."""
        at = {key: quote(value, safe="/") for key, value in self._where().items()}
        who = ":".join(at[key] for key in ("user", "password") if key in at)
        place = "&".join(f"{key}={at[key]}" for key in ("host", "port") if key in at)
        return f"postgres://{who}@/{name}?{place}"


def engine_of(vendor: str) -> SQLite | PostgreSQL:
    """
    Return the engine of a database. All its methods may raise CannotCopy.

    ``dump`` writes one state of the database, and its manifest with the fingerprints of
    ``keys``, into an empty folder. ``load`` restores a backup to the service's
    database, which must be empty. ``scratch`` restores it to a temporary database,
    which is dropped at the end of the context.
    """
    return SQLite() if vendor == "sqlite" else PostgreSQL()


def _newer_than_server(tool: str) -> str:
    """Return the path of a tool; raise CannotCopy if it is older than the server."""
    program = shutil.which(tool)
    if program is None:
        raise CannotCopy(f"{tool} was not found: install PostgreSQL's client programs.")
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"(\d+)", said)
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    if found is None or int(found[1]) < server:
        version = found[1] if found else "no known version"
        raise CannotCopy(
            f"{tool} has version {version}, but the server {server}: install newer "
            "client programs."
        )
    return program


def _flush(file: Path) -> None:
    file.chmod(0o600)
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
