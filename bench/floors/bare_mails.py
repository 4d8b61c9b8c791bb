"""The floor of sending mails: a Celery task that sends the content of a file.

It has no rows, rendering or policy: each worker process keeps one connection to the
mail server. ``BROKER_URL`` names the broker.
"""

import os
import smtplib
import sys
from functools import cache
from pathlib import Path

from celery import Celery

from config.launcher.supervisor import Program

SENDER, QUEUE = "game@example.org", "bare"

#: Not the current app, so that the service's tasks stay with its own app.
app = Celery("bare", broker=os.environ.get("BROKER_URL"), set_as_current=False)
app.conf.update(
    task_ignore_result=True,
    task_default_queue=QUEUE,
    broker_connection_retry_on_startup=True,
    worker_enable_remote_control=False,
)


@app.task
def hand_over(path: str, recipient: str, port: int) -> None:
    """Send the bytes of a file to the mail server on that port."""
    _connection(port).sendmail(SENDER, [recipient], Path(path).read_bytes())


@cache
def _connection(port: int) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", port, local_hostname="localhost")


def worker(processes: int) -> Program:
    """Return a worker with so many processes, for these tasks alone."""
    return Program(
        "bare-worker",
        [
            *(sys.executable, "-m", "celery", "--quiet", "--app", __name__, "worker"),
            *("--pool", "prefork", "--concurrency", str(processes)),
            *("--queues", QUEUE, "--loglevel", "WARNING", "--hostname", "bare@%h"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        ],
    )
