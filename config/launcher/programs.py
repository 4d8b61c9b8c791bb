"""The programs of the service, as one would start them by hand."""

import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from config.launcher.supervisor import Program

CELERY = (sys.executable, "-m", "celery", "--quiet", "--app", "config.celery")


def web(
    listener: socket.socket, *application: str, after: int | None = None
) -> Program:
    """
    Serve the pages; of several processes, any that is free takes a visitor.

    Where ``after`` is the reading end of a pipe, visitors wait until it is closed.
    """
    number = listener.fileno()
    command = [sys.executable, "-m", "config.web", "--fd", str(number), *application]
    if after is None:
        return Program("web", command, inherited=[number])
    command += ["--after", str(after)]
    return Program("web", command, inherited=[number, after])


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Let the web processes that are started meanwhile add up their metrics.

    They do so by files, which a variable of our environment names. Nothing is done
    where no metrics are collected.
    """
    if not settings.METRICS_TOKEN:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="stoneage-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def worker() -> Program:
    """Send mails, and expire deadlines if there is nothing else to do."""
    return celery_worker("worker", "--concurrency", "2")


def deadlines() -> Program:
    """Expire deadlines alone: no mail server, however slow, keeps them waiting."""
    options = ("--queues", "deadlines", "--hostname", "deadlines@%h")
    return celery_worker("deadlines", "--concurrency", "1", *options)


def celery_worker(name: str, *options: str) -> Program:
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return Program(
        name=name,
        command=[
            *(*CELERY, "worker", "--pool", "prefork", *options),
            *(*quiet, "--loglevel", "WARNING"),
        ],
        grace=30.0,  # mails being sent are finished
    )


def compilation() -> Program:
    """Compile the model of the opponents, while all else goes first."""
    command = ["nice", sys.executable, "-m", "django", "compile_opponents"]
    return Program("compilation", command, once=True)


def mails(listener: socket.socket) -> Program:
    """Take in the replies to our mails; `up` has checked the settings before."""
    number = listener.fileno()
    django = [sys.executable, "-m", "django"]
    command = [*django, "receive_mails", "--skip-checks", "--fd", str(number)]
    return Program("mails", command, inherited=[number])


def beat() -> Program:
    """Call the workers every few seconds."""
    return Program(
        name="beat",
        command=[*CELERY, "beat", "--pidfile", "", "--loglevel", "WARNING"],
        # `up` has checked the settings; for the rest every page's code is imported.
        environment=os.environ | {"CELERY_SKIP_CHECKS": "yes"},
        # It keeps nothing, and a gentle end in the midst of publishing is a loud one.
        stop_signal=signal.SIGKILL,
    )
