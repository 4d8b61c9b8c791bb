"""The thinker: one process per machine that thinks, while there is work.

Thinking takes a whole core for seconds. Workers, which send emails and enforce
deadlines, have neither the time nor the memory for it. They only start this process,
`manage.py think`, and never wait for it. The work is in the database
(``games.thinking``), so a lost call does no harm.

The process reads a named pipe below ``VAR_DIR``, and holds a lock on it. Code that
stores work wakes it through the pipe, so that it starts without delay. If nobody reads
the pipe, a worker starts the process. The operating system releases pipe and lock
however the process ends.
"""

import fcntl
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from django.conf import settings

from games.background.debounced_task import DebouncedTask

#: By name, because the task imports code that imports this module.
STARTING = DebouncedTask("games.tasks.start_thinking")
PIPE = "thinking"


class AlreadyThinking(Exception):
    """A process of this machine is thinking already."""


def call_thinker() -> None:
    """Wake or start the process that thinks. Never raises."""
    if settings.THINKING and not knock():
        STARTING.enqueue()


def knock() -> bool:
    """Wake the thinking process of this machine. Return whether there is one."""
    try:
        # The pipe can only be opened if somebody reads it.
        pipe = os.open(_path(), os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return False
    with suppress(OSError):  # the pipe is full of wake-ups
        os.write(pipe, b"!")
    os.close(pipe)
    return True


class _Started:
    lock = Lock()
    process: subprocess.Popen[bytes] | None = None


def start_thinker() -> None:
    """
    Start the process that thinks, unless there is one. This process holds the other end
    of its standard input, so it ends with this process, even after `kill -9`.
    """
    with _Started.lock:  # workers have several threads
        is_starting = _Started.process is not None and _Started.process.poll() is None
        if is_starting or knock():
            return
        _Started.process = subprocess.Popen(
            [sys.executable, "-m", "django", "think", "--until-closed"],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def become_thinker() -> Iterator["Knocks"]:
    """Raise AlreadyThinking if another process is."""
    path = _path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    # Opened for writing, too, because otherwise reads would not block once nobody else
    # has it open.
    pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.flock(pipe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(pipe)
        raise AlreadyThinking from None
    try:
        yield Knocks(pipe)
    finally:
        os.close(pipe)


class Knocks:
    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def wait(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._pipe], [], [], seconds)
        if ready:
            with suppress(BlockingIOError):
                os.read(self._pipe, 65_536)
        return bool(ready)


def _path() -> Path:
    return Path(settings.VAR_DIR).resolve() / PIPE
