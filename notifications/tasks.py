"""The sweeps that send what is due, and read and prune what came in.

A wake-up runs the first two early.
"""

import time

from celery import shared_task

from games.now import database_now
from notifications import forgetting
from notifications.inbox import process
from notifications.sending.send import send_batch

#: Seconds after which a run stops taking more; the next sweep goes on.
LONGEST_RUN = 10.0


@shared_task(name="notifications.tasks.send_due_mails")
def send_due_mails() -> None:
    """Send batch after batch until nothing is due or the mail server is gone."""
    stop_at = time.monotonic() + LONGEST_RUN
    while send_batch(now=database_now()) and time.monotonic() < stop_at:
        pass


@shared_task(name="notifications.tasks.read_incoming_mails")
def read_incoming_mails() -> None:
    """Read batch after batch until nothing waits."""
    stop_at = time.monotonic() + LONGEST_RUN
    while process.process_batch(now=database_now()) and time.monotonic() < stop_at:
        pass


@shared_task(name="notifications.tasks.prune_incoming_mails")
def prune_incoming_mails() -> None:
    """Delete the words of mails that came in long ago."""
    forgetting.prune_incoming_mails(now=database_now())
