"""PostgreSQL and Valkey for tests, trials and benchmarks."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.garbage_collection import collect_rarely
from config.launcher.broker import OwnBroker
from config.launcher.supervisor import Program, Supervisor
from tests.harness.environment import ROOT
from tests.harness.postgresql import OwnPostgresql


@contextmanager
def running(*servers: OwnPostgresql | OwnBroker) -> Iterator[Supervisor]:
    """Run these servers until the end of the block; their supervisor runs more."""
    supervisor = Supervisor(say=lambda sentence: None)
    try:
        for server in servers:
            supervisor.add(server.program)
            supervisor.wait_until(server.answers)
        yield supervisor
    finally:
        supervisor.stop()
        for server in servers:
            if isinstance(server, OwnBroker):
                server.clean_up()


@contextmanager
def server_folder() -> Iterator[Path]:
    """Yield a temporary folder that PostgreSQL can enter as another user."""
    with tempfile.TemporaryDirectory(prefix="stoneage-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of the PostgreSQL in DATABASE_URL, or else of a temporary one."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    with server_folder() as folder:
        database = OwnPostgresql(folder / "postgresql")
        with running(database):
            yield database.url


@contextmanager
def broker(folder: Path) -> Iterator[OwnBroker]:
    """Run a Valkey until the end of the block."""
    own = OwnBroker(folder)
    with running(own):
        yield own


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
def production_servers(**variables: str) -> Iterator[Servers]:
    """
    Run the servers of a production service, and set Django up on them.

    ``variables`` are added to the environment of the service.
    """
    import django
    from django.core.management import call_command
    from django.db import connections

    with server_folder() as directory:
        database = OwnPostgresql(directory / "postgresql", settings=())
        broker = OwnBroker(directory)
        with running(database, broker) as supervisor:
            inherited = {
                name: os.environ[name]
                for name in ("PATH", "HOME")
                if name in os.environ
            }
            environment = inherited | {
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": database.url,
                "BROKER_URL": broker.url,
                "SECRET_KEY": "for trials only",
                "VAR_DIR": str(directory),
                "PYTHONPATH": str(ROOT),
                **variables,
            }
            os.environ.update(environment)
            django.setup()
            call_command("migrate", verbosity=0)
            collect_rarely()
            try:
                yield Servers(directory, database, broker, environment, supervisor)
            finally:
                connections.close_all()
