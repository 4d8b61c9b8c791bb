"""The threads of a worker, and the beat that runs in one of them.

A worker is one process. Prefork workers have a process for each slot besides, and each
of these becomes as large as the first one.
"""

import logging
import os
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import Any

from celery import bootsteps
from celery.beat import Service
from celery.concurrency.thread import TaskPool
from celery.worker import state

from config.celery_watchdog import FAILURE

logger = logging.getLogger(__name__)


class ThreadPool(TaskPool):
    """
    Celery's threads, but a thread that becomes free wakes the loop that takes calls.

    A worker takes no call while all its threads are busy (`worker_disable_prefetch`).
    Without the wake-up it would notice a free thread up to a second later, after each
    task.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reading, self.writing = os.pipe()
        for end in (self.reading, self.writing):
            os.set_blocking(end, False)

    def register_with_event_loop(self, hub: Any) -> None:
        # Called again after each lost connection, because that clears the loop.
        hub.add_reader(self.reading, self.read_wake_ups)

    def read_wake_ups(self) -> None:
        with suppress(BlockingIOError):
            os.read(self.reading, 1024)

    def on_apply(self, *args: Any, **options: Any) -> Any:
        result: Any = super().on_apply(*args, **options)
        result.f.add_done_callback(self.wake)
        return result

    def wake(self, _: "Future[Any]") -> None:
        with suppress(BlockingIOError):  # it is full of wake-ups
            os.write(self.writing, b"!")


class Beat(bootsteps.StartStopStep):
    """Sends the periodic calls if the worker was started with ``--with-beat``."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, worker: Any, with_beat: bool = False, **options: Any) -> None:
        super().__init__(worker, **options)
        self.enabled = with_beat

    def start(self, worker: Any) -> None:
        self.service = Service(
            worker.app,
            max_interval=1,  # seconds until it notices that it shall stop
            scheduler_cls=worker.app.conf.beat_scheduler,
        )
        Thread(target=self.run, name="beat", daemon=True).start()

    def run(self) -> None:
        """Run until the worker stops. A failure stops the worker: it is restarted."""
        try:
            self.service.start()
        except Exception:
            logger.critical("The beat failed. Its worker stops", exc_info=True)
            state.should_stop = FAILURE  # type: ignore[assignment]

    def stop(self, worker: Any) -> None:
        self.service.stop()
