"""The server that the tests run against."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.testing.postgresql import OwnPostgresql
from config.up.supervisor import Supervisor

PATIENCE = 60.0


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of a PostgreSQL: the one of DATABASE_URL, else one of our own.

    Ours is started here, and stopped and removed at the end.
    """
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    supervisor = Supervisor(say=lambda sentence: None)
    with tempfile.TemporaryDirectory(prefix="stoneage-") as name:
        directory = Path(name)
        directory.chmod(0o711)  # PostgreSQL may run as another user
        try:
            database = OwnPostgresql(directory / "postgresql")
            supervisor.add(database.child)
            supervisor.wait_until(database.answers, seconds=PATIENCE)
            yield database.url
        finally:
            supervisor.stop()
