"""The watchdog of a worker: it stops a worker that hangs.

A worker hangs if it takes no calls although some wait, or if a task does not end: a
thread cannot be stopped alone. Whatever started the worker restarts it: `up`, systemd,
or a container's restart policy.
"""

import logging
import os
import threading
from typing import Any

from celery import bootsteps
from celery.worker import state

from config.celery import BrokerSilent, calls_waiting

logger = logging.getLogger(__name__)

#: Seconds between two checks. Idle time is counted in checks, so that suspending the
#: machine does not count.
PAUSE = 10.0
#: After this many checks without progress, a worker with a free slot stops.
PATIENCE = 6
#: After this many checks it is killed.
LAST = 36
#: A task that is still running after this many checks hangs: no task takes so long.
LONGEST_TASK = 24
#: Differs from the exit code of a worker that was asked to stop.
FAILURE = 70


class Watchdog(bootsteps.StartStopStep):
    """Watches from its own thread, because the thread that takes calls may hang."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.taken, self.checks_without_progress = -1, 0
        #: In how many checks each running task was seen, by its id.
        self.checks_of_task: dict[str, int] = {}

    def start(self, worker: Any) -> None:
        threading.Thread(target=self.watch, args=[worker], daemon=True).start()

    def watch(self, worker: Any) -> None:
        pause = threading.Event()
        while not pause.wait(PAUSE):
            self.look(worker)

    def look(self, worker: Any) -> None:
        self.look_at_tasks()
        self.look_at_queues(worker)

    def look_at_tasks(self) -> None:
        """End the process if a task hangs. Others that run are done again later."""
        try:
            running = [each.id for each in state.active_requests]
        except RuntimeError:  # a task began or ended meanwhile
            return
        self.checks_of_task = {
            each: self.checks_of_task.get(each, 0) + 1 for each in running
        }
        if max(self.checks_of_task.values(), default=0) > LONGEST_TASK:
            logger.critical("A task does not end. This worker ends and is restarted")
            os._exit(FAILURE)

    def look_at_queues(self, worker: Any) -> None:
        waiting = waiting_for(worker)
        taken = sum(state.total_count.values())
        is_stuck = waiting > 0 and taken == self.taken
        self.taken, self.checks_without_progress = (
            taken,
            self.checks_without_progress + 1 if is_stuck else 0,
        )
        is_busy = len(state.active_requests) >= worker.concurrency
        if self.checks_without_progress >= LAST:
            os._exit(FAILURE)
        if (
            self.checks_without_progress >= PATIENCE
            and not is_busy
            and not state.should_stop
        ):
            logger.critical(
                "%s calls wait, but this worker has taken none for a minute. It "
                "stops so that it is restarted",
                waiting,
            )
            # Mails that are being sent are completed.
            state.should_stop = FAILURE  # type: ignore[assignment]


def waiting_for(worker: Any) -> int:
    """
    Return how many calls wait in this worker's queues.

    Returns 0 if the broker does not answer; Celery itself reconnects.
    """
    try:
        return sum(calls_waiting(worker.app.amqp.queues.consume_from).values())
    except BrokerSilent:
        return 0
