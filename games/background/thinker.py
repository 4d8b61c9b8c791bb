"""
The thinker: one process a machine that thinks, for as long as there is something to.

Thinking takes a whole core for seconds. Workers, which send mails and watch deadlines,
have no time for that, nor room for the model: they only start this process,
`manage.py think`, and never wait for it. What waits for thought is in the database
(``games.thinking``), so it does not matter if a call gets lost.

The process listens at a named pipe below ``VAR_DIR``, and holds a lock on it. Whoever
stores something to think about knocks there: the answer comes without a pause, and
where nobody listens a worker starts the process. System and file system release pipe
and lock however it ends.
"""

import fcntl
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from games.background.debounced_task import DebouncedTask

#: By name: the task imports what thinks, which imports this.
STARTING = DebouncedTask("games.tasks.start_thinking")
PIPE = "thinking"


class AlreadyThinking(Exception):
    """A process of this machine thinks already."""


def call_thinker() -> None:
    """Let what has just been stored be thought about soon; never raise."""
    if settings.THINKING and not knock():
        STARTING.enqueue()


def knock() -> bool:
    """Wake the process of this machine that thinks; return whether there is one."""
    try:
        # Without somebody who reads it cannot be opened.
        pipe = os.open(_path(), os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return False
    with suppress(OSError):  # it is full of knocks
        os.write(pipe, b"!")
    os.close(pipe)
    return True


class _Started:
    """The process that this one started last."""

    process: subprocess.Popen[bytes] | None = None


def start_thinker() -> None:
    """
    Start the process that thinks, unless there is one. It ends with this process.

    It reads its standard input, the other end of which this process holds: the system
    closes that however this process ends, `kill -9` included.
    """
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
def only_thinker() -> Iterator["Knocks"]:
    """
    Be the one process of this machine that thinks; yield who knocks.

    Raise AlreadyThinking if another one is.
    """
    path = _path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    # For writing, too: else reading would not wait once nobody else has it open.
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
    """The named pipe, at its reading end."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def wait(self, seconds: float) -> bool:
        """Wait until somebody knocks; return whether they did."""
        ready, _, _ = select.select([self._pipe], [], [], seconds)
        if ready:
            with suppress(BlockingIOError):
                os.read(self._pipe, 65_536)
        return bool(ready)


def _path() -> Path:
    return Path(settings.VAR_DIR).resolve() / PIPE
