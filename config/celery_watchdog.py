"""The watchdog of a worker: it ends one that takes no calls though some wait.

Whoever started it does that: `up`, systemd, a container's restart policy.
"""

import logging
import os
import threading
from typing import Any

from celery import bootsteps
from celery.worker import state

from config.celery import BrokerSilent, calls_waiting

logger = logging.getLogger(__name__)

#: Seconds between two looks; in looks, not moments, so that sleep is no idleness.
PAUSE = 10.0
#: After how many looks in vain a worker with a free hand ends by itself.
PATIENCE = 6
#: After how many it is ended: no task may run for as long.
LAST = 36
#: The exit code, which is not that of a worker that was asked to stop.
FAILURE = 70


class Watchdog(bootsteps.StartStopStep):
    """Looks from a thread of its own, as what takes the calls is what may hang."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.taken, self.in_vain = -1, 0

    def start(self, worker: Any) -> None:
        threading.Thread(target=self.watch, args=[worker], daemon=True).start()

    def watch(self, worker: Any) -> None:
        pause = threading.Event()
        while not pause.wait(PAUSE):
            self.look(worker)

    def look(self, worker: Any) -> None:
        waiting = waiting_for(worker)
        taken = sum(state.total_count.values())
        is_stuck = waiting > 0 and taken == self.taken
        self.taken, self.in_vain = taken, self.in_vain + 1 if is_stuck else 0
        is_busy = len(state.active_requests) >= worker.concurrency
        if self.in_vain >= LAST:
            os._exit(FAILURE)
        if self.in_vain >= PATIENCE and not is_busy and not state.should_stop:
            logger.critical(
                "%s calls wait, and this worker takes none: it ends, "
                "to be started again",
                waiting,
            )
            # Mails that are being sent are finished.
            state.should_stop = FAILURE  # type: ignore[assignment]


def waiting_for(worker: Any) -> int:
    """Return how many calls stand where this worker looks for them.

    0 where nobody can know: taking up again with the broker is Celery's part.
    """
    try:
        return sum(calls_waiting(worker.app.amqp.queues.consume_from).values())
    except BrokerSilent:
        return 0
