"""Waking the sender: a kindness, never a need. Its sweep finds whatever is due.

So nothing that goes wrong here may reach the player whose move is already stored, and a
broker that has just failed is left alone for a while instead of holding up each page.
"""

import logging
import threading
import time

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
    is_gathering = False


def wake_sender() -> None:
    """Ask a worker to send what is due; never raise."""
    now = time.monotonic()
    if now < _Broker.silent_until or _Broker.is_gathering:
        return
    if now - _Broker.woken_at >= GATHERING:
        _publish()
    else:
        _publish_soon()


def _publish_soon() -> None:
    _Broker.is_gathering = True
    timer = threading.Timer(GATHERING, _publish)
    timer.daemon = True
    timer.start()


def _publish() -> None:
    # First of all: what is owed from now on may be too late for this wake-up.
    _Broker.is_gathering = False
    _Broker.woken_at = time.monotonic()
    try:
        current_app.send_task(SENDER, retry=False)
    except Exception as error:
        _Broker.silent_until = time.monotonic() + PAUSE
        logger.warning("The sender could not be woken, its sweep will do: %s", error)
