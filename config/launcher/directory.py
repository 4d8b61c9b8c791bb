"""The directory that holds everything the service keeps, for one `up` at a time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.launcher.supervisor import WrongOption

LOCK_FILE = "lock"


@contextmanager
def lock_directory(directory: Path) -> Iterator[None]:
    """
    Hold `directory` for this process; the system lets go however it ends.

    Two brokers on the same files would spoil them. Raises WrongOption.
    """
    handle = open_lock(directory)
    try:
        require_lock(handle, directory)
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)


def open_lock(directory: Path) -> int:
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(directory / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise WrongOption(
            f"The directory {directory} cannot be used: {error.strerror}."
        ) from error


def require_lock(handle: int, directory: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = os.pread(handle, 20, 0).decode() or "unknown"
        raise WrongOption(
            f"The directory {directory} is in use by another `up` "
            f"(process {process}). Stop that one, or choose another directory: "
            "--var DIR"
        ) from None
