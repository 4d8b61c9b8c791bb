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

#: Seconds to leave a broker alone that has failed.
PAUSE = 30.0
#: Seconds within which all calls but the first share one: it finds all that is due.
GATHERING = 0.25


class Broker:
    """What this process knows about the broker; ``monotonic`` seconds."""

    silent_until = 0.0


@dataclass
class DebouncedTask:
    """
    A task, by its name, and when it was last enqueued; ``monotonic`` seconds.

    By name, for tasks import what does the work, which imports what calls for it.
    """

    task: str
    enqueued_at: float = float("-inf")
    gathering_until: float = 0.0

    def enqueue(self) -> None:
        """Ask a worker to do it soon; never raise."""
        now = time.monotonic()
        if now < max(Broker.silent_until, self.gathering_until):
            return
        if now - self.enqueued_at >= GATHERING:
            self.publish_after(0)
        else:
            # A moment, not a flag: whatever becomes of the thread, later ones go on.
            self.gathering_until = now + GATHERING
            self.publish_after(GATHERING)

    def publish_after(self, seconds: float) -> None:
        """Send the call to the broker from a thread of its own."""
        self.enqueued_at = time.monotonic() + seconds
        with suppress(RuntimeError):  # there is no thread to be had
            threading.Timer(seconds, self.publish).start()

    def publish(self) -> None:
        """Send the call to the broker now; note where that fails."""
        try:
            current_app.send_task(self.task, retry=False, ignore_result=True)
        except Exception as error:
            Broker.silent_until = time.monotonic() + PAUSE
            logger.warning(
                "%s could not be enqueued, its sweep will do: %s", self.task, error
            )
