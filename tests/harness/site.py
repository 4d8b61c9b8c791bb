"""A site on a directory and a port of its own: its database and log, from outside."""

import sqlite3
from abc import ABC, abstractmethod
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Self

from tests.harness.migrated import NAME
from tests.support.waiting import PATIENCE

#: What changes though nobody does anything: the heart beats, visits are counted.
RESTLESS = ("games_heartbeat", "games_tally")


class Site(ABC):
    """What tests ask of a site, whichever processes it is made of."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory.resolve()
        self.log_file = self.directory / "site.log"
        self.address = ""

    @abstractmethod
    def start(self) -> Self:
        """Start on the directory and the port; a site may be started again."""

    @abstractmethod
    def stop(self) -> None:
        """Stop, and leave no process behind."""

    @abstractmethod
    def bring_mails(self) -> None:
        """See to it that what came in is read, and what is due is sent."""

    def log(self) -> str:
        """Return everything that the site has complained about, not how it started."""
        lines = self.log_file.read_text().splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith("up: still "))

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the site's database, read-only and from outside."""
        with closing(self._database()) as database:
            return database.execute(statement, values).fetchall()

    def owes_mails(self) -> bool:
        """Whether a mail is due that has not been sent."""
        return bool(
            self.rows(
                "SELECT 1 FROM notifications_outgoingmail WHERE status = 'sending' OR "
                "status = 'pending' AND due_at <= strftime('%Y-%m-%d %H:%M:%f', 'now')"
            )
        )

    def print_open_mails(self) -> None:
        """Say what was on its way: where a test waited in vain, pytest shows it."""
        with suppress(sqlite3.Error):
            for row in self.rows(
                "SELECT id, kind, status, due_at, claimed_at, reason "
                "FROM notifications_outgoingmail WHERE status IN ('pending', 'sending')"
            ):
                print(*row)

    def dump(self) -> list[str]:
        """Return the whole database as SQL, but for what is never still."""
        with closing(self._database()) as database:
            lines = database.iterdump()
            return [line for line in lines if not any(map(line.count, RESTLESS))]

    def _database(self) -> sqlite3.Connection:
        path = self.directory / NAME
        return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
