"""Best-effort enqueueing of tasks; without it their sweeps find whatever is due.

So nothing that goes wrong here may reach the player whose move is already stored: a
thread of its own talks to the broker, and one that has just failed is left alone for a
while. A frozen broker takes four seconds to fail.
"""

import logging
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from celery import current_app

logger = logging.getLogger(__name__)

#: By name: the tasks import what sends, which imports what is owed, which wakes.
SENDER = "notifications.tasks.send_due_mails"
READER = "notifications.tasks.read_incoming_mails"
#: Seconds to leave a broker alone that has failed.
PAUSE = 30.0
#: Seconds within which all calls but the first share one: it finds all that is due.
GATHERING = 0.25


class _Broker:
    """What this process knows about the broker; ``monotonic`` seconds."""

    silent_until = 0.0


@dataclass
class _DebouncedTask:
    """A task, and when it was last enqueued; ``monotonic`` seconds."""

    task: str
    enqueued_at: float = float("-inf")
    gathering_until: float = 0.0

    def enqueue(self) -> None:
        now = time.monotonic()
        if now < max(_Broker.silent_until, self.gathering_until):
            return
        if now - self.enqueued_at >= GATHERING:
            self.publish_after(0)
        else:
            # A moment, not a flag: whatever becomes of the thread, later ones go on.
            self.gathering_until = now + GATHERING
            self.publish_after(GATHERING)

    def publish_after(self, seconds: float) -> None:
        self.enqueued_at = time.monotonic() + seconds
        with suppress(RuntimeError):  # there is no thread to be had
            threading.Timer(seconds, self.publish).start()

    def publish(self) -> None:
        try:
            current_app.send_task(self.task, retry=False)
        except Exception as error:
            _Broker.silent_until = time.monotonic() + PAUSE
            logger.warning(
                "%s could not be enqueued, its sweep will do: %s", self.task, error
            )


_sending, _reading = _DebouncedTask(SENDER), _DebouncedTask(READER)


def enqueue_sending() -> None:
    """Ask a worker to send what is due; never raise."""
    _sending.enqueue()


def enqueue_reading() -> None:
    """Ask a worker to read what has come in; never raise."""
    _reading.enqueue()
