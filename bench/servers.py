"""Temporary servers for a benchmark: PostgreSQL and a broker."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.garbage_collection import collect_rarely
from config.launcher.broker import OwnBroker
from config.launcher.supervisor import Program, Supervisor
from tests.support.postgresql import OwnPostgresql

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Servers:
    """A PostgreSQL with its default settings, and a broker."""

    directory: Path
    database: OwnPostgresql
    broker: OwnBroker
    environment: dict[str, str]
    supervisor: Supervisor

    def start(self, program: Program) -> None:
        """Start a further program, which is stopped before the servers."""
        self.supervisor.add(program)


@contextmanager
def running(**variables: str) -> Iterator[Servers]:
    """
    Start the servers and set Django up on them; stop everything at the end.

    ``variables`` are added to the environment of the service.
    """
    supervisor = Supervisor(say=lambda sentence: None)
    with tempfile.TemporaryDirectory(prefix="stoneage-") as name:
        directory = Path(name)
        directory.chmod(0o711)  # PostgreSQL may run as another user
        broker = OwnBroker(directory)
        database = OwnPostgresql(directory / "postgresql", settings=())
        try:
            for server in (database, broker):
                supervisor.add(server.program)
                supervisor.wait_until(server.answers)
            environment = _environment(directory, database.url, broker.url) | variables
            _set_up_django(environment)
            yield Servers(directory, database, broker, environment, supervisor)
        finally:
            _leave_database()
            supervisor.stop()
            broker.clean_up()


def _environment(directory: Path, database: str, broker: str) -> dict[str, str]:
    """Return the environment of a production service on these servers."""
    inherited = {
        name: value for name, value in os.environ.items() if name in ("PATH", "HOME")
    }
    return inherited | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database,
        "BROKER_URL": broker,
        "SECRET_KEY": "for benchmarks only",
        "VAR_DIR": str(directory),
        "PYTHONPATH": str(ROOT),
    }


def _set_up_django(environment: dict[str, str]) -> None:
    """Set this process up as one of the service's, and create the tables."""
    os.environ.update(environment)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    collect_rarely()


def _leave_database() -> None:
    from django.db import connections

    connections.close_all()
