"""Real Celery workers with a real broker, which can be killed while sending a mail."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from celery import Celery
from django.db import connection
from kombu.exceptions import OperationalError

from config.launcher import programs
from config.launcher.broker import OwnBroker
from config.launcher.supervisor import Program
from notifications.outbox.rows import SENDING
from tests.e2e.service import environment
from tests.support.waiting import wait_for

#: The number of slots of each worker, as in the service.
SLOTS = 2
#: Seconds between sweeps; the service waits ten.
SWEEP = 1.0


class WorkerPool:
    """Workers as in `manage.py up`, on the test's database."""

    def __init__(self, directory: Path, broker_url: str, mail_port: int) -> None:
        self.environment = environment() | {
            "VAR_DIR": str(directory),
            "SECRET_KEY": "for tests only",
            "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
            "BROKER_URL": broker_url,
            "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        }
        self.log = directory / "workers.log"
        self.workers: list[Program] = []
        self.kills = 0
        self.publisher = Celery("worker_pool", broker=broker_url, set_as_current=False)
        self.publisher.config_from_object("config.celery_settings")
        self.publisher.conf.broker_url = broker_url
        self.sweep_at = 0.0

    def begin(self, count: int = 2) -> None:
        for _ in range(count):
            worker = self.hire()
            worker.start()
            self.workers.append(worker)

    def hire(self) -> Program:
        """Return a worker that has not been started."""
        worker = programs.worker()
        worker.environment, worker.log = self.environment, self.log
        return worker

    def end(self) -> None:
        """Stop the workers after their current tasks."""
        for worker in self.workers:
            assert worker.process is not None
            with suppress(ProcessLookupError):
                worker.process.send_signal(signal.SIGTERM)
        for worker in self.workers:
            worker.stop(lambda: False)
        self.workers = []

    def dismiss(self) -> None:
        """Stop the workers without waiting."""
        for worker in self.workers:
            worker.stop(lambda: True)
        self.workers = []

    def kill_whose(self, port: int) -> bool:
        """
        Kill the worker that has a connection, with all its processes.

        Returns whether there is one: the words of a dead one may still be read.
        """
        for worker in self.workers:
            if port in ports_of(worker):
                assert worker.process is not None
                os.killpg(worker.process.pid, signal.SIGKILL)
                self.kills += 1
                return True
        return False

    def work(self, *, until: Callable[[], bool]) -> None:
        """Sweep repeatedly, and restart killed workers."""

        def is_done() -> bool:
            self._replace_the_dead()
            self._sweep()
            return until()

        try:
            wait_for(is_done)
        except AssertionError:
            print(self.log.read_text())
            raise

    def _replace_the_dead(self) -> None:
        for worker in self.workers:
            if worker.process is not None and worker.process.poll() is not None:
                worker.start()

    def _sweep(self) -> None:
        if time.monotonic() > self.sweep_at:
            self.sweep_at = time.monotonic() + SWEEP
            with suppress(OperationalError):  # the broker is down or frozen
                for _ in range(SLOTS * len(self.workers)):
                    self.publisher.send_task(SENDING.task)


def ports_of(worker: Program) -> set[int]:
    """Return the local ports of all connections of a worker's processes."""
    assert worker.process is not None
    found: set[int] = set()
    with suppress(psutil.Error):
        process = psutil.Process(worker.process.pid)
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                found |= {link.laddr.port for link in each.net_connections("tcp4")}
    return found


@contextmanager
def broker(directory: Path) -> Iterator[OwnBroker]:
    """Run a Valkey until the end of the block."""
    own = OwnBroker(directory)
    own.program.start()
    try:
        wait_for(own.answers)
        yield own
    finally:
        own.program.stop(lambda: True)
        own.clean_up()
