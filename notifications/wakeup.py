"""Waking the sender: a kindness, never a need. Its sweep finds whatever is due.

So nothing that goes wrong here may reach the player whose move is already stored, and a
broker that has just failed is left alone for a while instead of holding up each page.
"""

import logging
import time

from celery import current_app

logger = logging.getLogger(__name__)

#: By name: the task imports what sends, which imports what is owed, which wakes.
SENDER = "notifications.tasks.send_due_mails"
#: Seconds to leave a broker alone that has failed.
PAUSE = 30.0


class _Broker:
    """What this process knows about the broker; ``monotonic`` seconds."""

    silent_until = 0.0


def wake_sender() -> None:
    """Ask a worker to send what is due; never raise."""
    if time.monotonic() < _Broker.silent_until:
        return
    try:
        current_app.send_task(SENDER, retry=False)
    except Exception as error:
        _Broker.silent_until = time.monotonic() + PAUSE
        logger.warning("The sender could not be woken, its sweep will do: %s", error)
