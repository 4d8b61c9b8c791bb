"""Celery tasks for mails: sending, reading, housekeeping.

A wake-up runs the first two before their next sweep.
"""

import time

from celery import shared_task

from games.housekeeping import keep_and_log
from games.now import database_now
from notifications.housekeeping import PERIODS
from notifications.inbox import process
from notifications.outbox.recovery import repair_mails_written_ahead
from notifications.sending.send import send_batch

#: In seconds: after that a run stops, and the next sweep goes on.
LONGEST_RUN = 10.0


@shared_task(name="notifications.tasks.send_due_mails")
def send_due_mails() -> None:
    stop_at = time.monotonic() + LONGEST_RUN
    repair_mails_written_ahead(now=database_now())
    while send_batch(now=database_now()) and time.monotonic() < stop_at:
        pass


@shared_task(name="notifications.tasks.read_incoming_mails")
def read_incoming_mails() -> None:
    stop_at = time.monotonic() + LONGEST_RUN
    while process.process_batch(now=database_now()) and time.monotonic() < stop_at:
        pass


@shared_task(name="notifications.tasks.keep_house")
def keep_house() -> None:
    keep_and_log(PERIODS, database_now, seconds=LONGEST_RUN)
