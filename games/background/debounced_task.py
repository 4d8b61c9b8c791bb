"""Best-effort enqueueing of tasks. If it fails, sweeps find what is due.

No error here may reach the player, whose move is already stored. So a separate thread
talks to the broker, and a broker that has just failed is left alone for a while. A
broker that hangs takes four seconds to fail.
"""

import logging
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from celery import current_app

logger = logging.getLogger(__name__)

#: Seconds to leave a broker alone after it failed.
PAUSE = 30.0
#: Calls within this many seconds after the first are merged into one more call.
GATHERING = 0.25


class Broker:
    """What this process knows about the broker, in seconds of ``time.monotonic``."""

    silent_until = 0.0


@dataclass
class DebouncedTask:
    """
    A task, and when it was last enqueued, in seconds of ``time.monotonic``. It is
    enqueued by name to avoid an import cycle.
    """

    task: str
    enqueued_at: float = float("-inf")
    gathering_until: float = 0.0

    def enqueue(self) -> None:
        """Never raises."""
        now = time.monotonic()
        if now < max(Broker.silent_until, self.gathering_until):
            return
        if now - self.enqueued_at >= GATHERING:
            self.publish_after(0)
        else:
            # A time and not a flag, so that calls go on if the thread dies.
            self.gathering_until = now + GATHERING
            self.publish_after(GATHERING)

    def publish_after(self, seconds: float) -> None:
        self.enqueued_at = time.monotonic() + seconds
        with suppress(RuntimeError):  # no new thread could be started
            threading.Timer(seconds, self.publish).start()

    def publish(self) -> None:
        """Send the call to the broker now. If that fails, log it and pause."""
        try:
            current_app.send_task(self.task, retry=False, ignore_result=True)
        except Exception as error:
            Broker.silent_until = time.monotonic() + PAUSE
            logger.warning(
                "%s could not be enqueued, so its next sweep will do it: %s",
                self.task,
                error,
            )
