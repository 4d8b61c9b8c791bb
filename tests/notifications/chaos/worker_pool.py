"""Real Celery workers on the test's database, which are swept more often than usual."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from celery import Celery
from django.db import connection
from kombu.exceptions import OperationalError

from config.launcher import programs
from config.launcher.supervisor import Program
from notifications.outbox.rows import SENDING
from tests.harness.environment import environment
from tests.harness.kept_programs import KeptPrograms
from tests.support.waiting import wait_for

#: The number of slots of each worker, as in the service.
SLOTS = 2
#: Seconds between sweeps; the service waits ten.
SWEEP = 1.0


class WorkerPool(KeptPrograms):
    """Workers as in `manage.py up`, and what calls them: ``publisher``."""

    def __init__(
        self,
        directory: Path,
        broker_url: str,
        mail_port: int,
        workers: list[Program] | None = None,
    ) -> None:
        super().__init__(
            [programs.worker()] if workers is None else workers,
            environment(
                VAR_DIR=str(directory),
                SECRET_KEY="for tests only",
                DATABASE_URL=f"sqlite:///{connection.settings_dict['NAME']}",
                BROKER_URL=broker_url,
                EMAIL_URL=f"smtp://127.0.0.1:{mail_port}",
            ),
            directory / "workers.log",
        )
        self.publisher = Celery("worker_pool", broker=broker_url, set_as_current=False)
        self.publisher.config_from_object("config.celery_settings")
        self.publisher.conf.broker_url = broker_url
        self.sweep_at = 0.0

    def work(self, *, until: Callable[[], bool]) -> None:
        """Sweep repeatedly until something holds."""

        def is_done() -> bool:
            self._sweep()
            return until()

        try:
            wait_for(is_done)
        except AssertionError:
            print(self.log.read_text())
            raise

    def _sweep(self) -> None:
        if time.monotonic() > self.sweep_at:
            self.sweep_at = time.monotonic() + SWEEP
            with suppress(OperationalError):  # the broker is down or frozen
                for _ in range(SLOTS * len(self.programs)):
                    self.publisher.send_task(SENDING.task)
