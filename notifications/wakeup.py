"""Waking the sender: a kindness, never a need. Its sweep finds whatever is due.

So nothing that goes wrong here may reach the player whose move is already stored, and a
broker that has just failed is left alone for a while instead of holding up each page.
"""

import logging
import threading
import time
from contextlib import suppress

from celery import current_app

logger = logging.getLogger(__name__)

#: By name: the task imports what sends, which imports what is owed, which wakes.
SENDER = "notifications.tasks.send_due_mails"
#: Seconds to leave a broker alone that has failed.
PAUSE = 30.0
#: Seconds within which all wake-ups but the first share one: it finds all that is due.
GATHERING = 0.25


class _Broker:
    """What this process knows about the broker; ``monotonic`` seconds."""

    silent_until = 0.0
    woken_at = float("-inf")
    gathering_until = 0.0


def wake_sender() -> None:
    """Ask a worker to send what is due; never raise."""
    now = time.monotonic()
    if now < max(_Broker.silent_until, _Broker.gathering_until):
        return
    if now - _Broker.woken_at >= GATHERING:
        _publish()
    else:
        _publish_soon(now)


def _publish_soon(now: float) -> None:
    # A moment, not a flag: whatever becomes of the timer, later wake-ups go on.
    _Broker.gathering_until = now + GATHERING
    timer = threading.Timer(GATHERING, _publish)
    timer.daemon = True
    with suppress(RuntimeError):  # there is no thread to be had
        timer.start()


def _publish() -> None:
    _Broker.woken_at = time.monotonic()
    try:
        current_app.send_task(SENDER, retry=False)
    except Exception as error:
        _Broker.silent_until = time.monotonic() + PAUSE
        logger.warning("The sender could not be woken, its sweep will do: %s", error)
