"""The servers that the tests run against."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.testing.postgresql import OwnPostgresql
from config.up.broker import OwnBroker
from config.up.supervisor import Supervisor

PATIENCE = 60.0


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    """Yield the variables that tell tests/settings.py where the servers are.

    A PostgreSQL named by DATABASE_URL and a broker named by BROKER_URL are used as they
    are; the others are started here and stopped at the end.
    """
    supervisor = Supervisor(say=lambda sentence: None)
    given = os.environ.get("DATABASE_URL", "")
    with tempfile.TemporaryDirectory(prefix="stoneage-") as name:
        directory = Path(name)
        directory.chmod(0o711)  # PostgreSQL may run as another user
        broker = OwnBroker(directory, os.environ)
        try:
            database_url = (
                given
                if given.startswith("postgres")
                else start_postgresql(supervisor, directory)
            )
            supervisor.add(broker.child)
            supervisor.wait_until(broker.answers, seconds=PATIENCE)
            yield {"TEST_POSTGRESQL_URL": database_url, "TEST_BROKER_URL": broker.url}
        finally:
            supervisor.stop()
            broker.clean_up()


def start_postgresql(supervisor: Supervisor, directory: Path) -> str:
    database = OwnPostgresql(directory / "postgresql")
    supervisor.add(database.child)
    supervisor.wait_until(database.answers, seconds=PATIENCE)
    return database.url
