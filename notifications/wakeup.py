"""Waking who works: a kindness, never a need. Their sweeps find whatever is due.

So nothing that goes wrong here may reach the player whose move is already stored, and a
broker that has just failed is left alone for a while instead of holding up each page.
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
#: Seconds within which all wake-ups but the first share one: it finds all that is due.
GATHERING = 0.25


class _Broker:
    """What this process knows about the broker; ``monotonic`` seconds."""

    silent_until = 0.0


@dataclass
class _Sleeper:
    """A task, and when it was woken; ``monotonic`` seconds."""

    task: str
    woken_at: float = float("-inf")
    gathering_until: float = 0.0

    def wake(self) -> None:
        now = time.monotonic()
        if now < max(_Broker.silent_until, self.gathering_until):
            return
        if now - self.woken_at >= GATHERING:
            self.publish()
        else:
            self.publish_soon(now)

    def publish_soon(self, now: float) -> None:
        # A moment, not a flag: whatever becomes of the timer, later wake-ups go on.
        self.gathering_until = now + GATHERING
        timer = threading.Timer(GATHERING, self.publish)
        timer.daemon = True
        with suppress(RuntimeError):  # there is no thread to be had
            timer.start()

    def publish(self) -> None:
        self.woken_at = time.monotonic()
        try:
            current_app.send_task(self.task, retry=False)
        except Exception as error:
            _Broker.silent_until = time.monotonic() + PAUSE
            logger.warning(
                "%s could not be woken, its sweep will do: %s", self.task, error
            )


_sender, _reader = _Sleeper(SENDER), _Sleeper(READER)


def wake_sender() -> None:
    """Ask a worker to send what is due; never raise."""
    _sender.wake()


def wake_reader() -> None:
    """Ask a worker to read what has come in; never raise."""
    _reader.wake()
