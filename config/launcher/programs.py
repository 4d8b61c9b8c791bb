"""The programs of the service and their command lines."""

import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from config.launcher.supervisor import LONGEST_STEP, Program

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
    return celery_worker("worker")


def deadlines() -> Program:
    """
    Handle deadlines only, so that a slow mail server cannot delay them.

    This worker also carries the beat.
    """
    options = ("--queues", "deadlines", "--concurrency", "1", "--with-beat")
    return celery_worker("deadlines", *options, "--hostname", "deadlines@%h")


def celery_worker(name: str, *options: str) -> Program:
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return Program(
        name=name,
        command=[*CELERY, "worker", *options, *quiet, "--loglevel", "WARNING"],
        grace=30.0,  # mails being sent are completed
    )


def compilation() -> Program:
    """Compile the opponents' model at low priority."""
    command = ["nice", sys.executable, "-m", "django", "compile_opponents"]
    return Program("compilation", command, once=True)


def mails(listener: socket.socket) -> Program:
    """
    Receive replies while they come in; `up` has checked the settings before.

    The first one waits for the program to start, as SMTP clients are used to.
    """
    number = listener.fileno()
    django = [sys.executable, "-m", "django"]
    command = [*django, "receive_mails", "--skip-checks", "--fd", str(number)]
    return Program(
        "mails", [*command, "--until-idle"], inherited=[number], on_demand_at=listener
    )


def tables() -> Program:
    """
    Check the settings and apply the migrations.

    A migration that has begun is completed, however long that takes.
    """
    command = [sys.executable, "-m", "config.launcher.database"]
    return Program("preparation", command, once=True, grace=LONGEST_STEP)
