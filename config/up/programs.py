"""The programs of the service, as one would start them by hand."""

import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.up.child import Child

CELERY = (sys.executable, "-m", "celery", "--quiet", "--app", "config.celery")


@dataclass(frozen=True)
class Place:
    """Where programs run: their environment variables and the project's folder."""

    environment: Mapping[str, str]
    folder: Path


def web(place: Place, listener: socket.socket, processes: int) -> list[Child]:
    """Serve the pages; whichever process is free takes the next visitor."""
    return [
        Child(
            name="web",
            command=[
                *(sys.executable, "-m", "config.web"),
                *("--fd", str(listener.fileno())),
            ],
            inherited=[listener.fileno()],
            environment=place.environment,
            folder=place.folder,
        )
        for _ in range(processes)
    ]


def worker(place: Place) -> Child:
    """Mails, and deadlines where it has nothing else to do."""
    return _worker(place, "worker", "--concurrency", "2")


def deadlines(place: Place) -> Child:
    """Deadlines alone: no mail server, however slow, keeps them waiting."""
    options = ("--queues", "deadlines", "--hostname", "deadlines@%h")
    return _worker(place, "deadlines", "--concurrency", "1", *options)


def _worker(place: Place, name: str, *options: str) -> Child:
    return Child(
        name=name,
        command=[
            *(*CELERY, "worker", "--pool", "prefork", *options),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            *("--loglevel", "WARNING"),
        ],
        environment=place.environment,
        folder=place.folder,
        grace=30.0,  # mails being sent are finished
    )


def mails(place: Place, listener: socket.socket) -> Child:
    """Takes in the replies to our mails."""
    return Child(
        name="mails",
        command=[
            *(sys.executable, "-m", "django", "receive_mails"),
            *("--fd", str(listener.fileno())),
        ],
        inherited=[listener.fileno()],
        environment=place.environment,
        folder=place.folder,
    )


def beat(place: Place) -> Child:
    return Child(
        name="beat",
        command=[*CELERY, "beat", "--pidfile", "", "--loglevel", "WARNING"],
        environment=place.environment,
        folder=place.folder,
        # It keeps nothing, and a gentle end in the midst of publishing is a loud one.
        stop_signal=signal.SIGKILL,
    )
