"""The programs of the service and their command lines."""

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
    Serve the pages; several processes share the socket.

    If ``after`` is the read end of a pipe, requests wait until the pipe is closed.
    """
    number = listener.fileno()
    command = [sys.executable, "-m", "config.web", "--fd", str(number), *application]
    if after is None:
        return Program("web", command, inherited=[number])
    command += ["--after", str(after)]
    return Program("web", command, inherited=[number, after])


@contextmanager
def shared_metrics() -> Iterator[None]:
    """
    Let the web processes that are started meanwhile add up their metrics.

    They do so in files, in the folder named by an environment variable. Does nothing if
    no metrics are collected.
    """
    if not settings.METRICS_TOKEN:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="stoneage-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def worker() -> Program:
    """Send mails, and handle deadlines while idle."""
    return celery_worker("worker", "--concurrency", "2")


def deadlines() -> Program:
    """Handle deadlines only, so that a slow mail server cannot delay them."""
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
        grace=30.0,  # mails being sent are completed
    )


def compilation() -> Program:
    """Compile the opponents' model at low priority."""
    command = ["nice", sys.executable, "-m", "django", "compile_opponents"]
    return Program("compilation", command, once=True)


def mails(listener: socket.socket) -> Program:
    """Receive replies; `up` has checked the settings before."""
    number = listener.fileno()
    django = [sys.executable, "-m", "django"]
    command = [*django, "receive_mails", "--skip-checks", "--fd", str(number)]
    return Program("mails", command, inherited=[number])


def beat() -> Program:
    """Send the periodic calls to the workers."""
    return Program(
        name="beat",
        command=[*CELERY, "beat", "--pidfile", "", "--loglevel", "WARNING"],
        # `up` has checked the settings; the other checks would import all views.
        environment=os.environ | {"CELERY_SKIP_CHECKS": "yes"},
        # It has no state, and logs errors if it is stopped gently while publishing.
        stop_signal=signal.SIGKILL,
    )
