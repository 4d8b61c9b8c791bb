"""PostgreSQL and Valkey for tests, trials and benchmarks."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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


#: The size of the disk that a trial fills, in MB.
SMALL = 2_000


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a small disk on a folder during the block; yield whether that worked."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    options = f"size={SMALL}m,mode=711,uid={os.geteuid()}"
    mount = [*sudo, "mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
        is_mounted = done.returncode == 0
    except OSError:  # there is no such program
        is_mounted = False
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run([*sudo, "umount", "--lazy", str(folder)], check=True)


@contextmanager
def production_servers(
    folder: Path | None = None, **variables: str
) -> Iterator[Servers]:
    """
    Run the servers of a production service, and set Django up on them.

    Their files are in ``folder``, or in a temporary one. ``variables`` are added to the
    environment of the service.
    """
    import django
    from django.core.management import call_command
    from django.db import connections

    given = server_folder() if folder is None else nullcontext(folder)
    with given as directory:
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
