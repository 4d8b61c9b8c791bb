"""Deadlines for reading from sockets.

The time-out of a socket applies to each part, so a server that sends a byte every few
seconds could hold a worker forever. Mail servers and webhooks are not trusted.
"""

import io
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOO_SLOW = "it took too long in total"


@contextmanager
def hurried(channel: socket.socket, ends_at: float) -> Iterator[None]:
    """
    Raises TimeoutError when it has passed. A shorter time-out of the socket stays.
    """
    patience, left = channel.gettimeout(), ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError(TOO_SLOW)
    channel.settimeout(left if patience is None else min(left, patience))
    try:
        yield
    except TimeoutError as error:
        is_over = time.monotonic() >= ends_at
        raise TimeoutError(TOO_SLOW if is_over else str(error)) from error
    finally:
        if channel.fileno() >= 0:  # it may have been closed meanwhile
            channel.settimeout(patience)


class TimedReader(io.RawIOBase):
    """
    ``ends_at`` returns the deadline on the monotonic clock; it is called at each read.
    """

    def __init__(self, channel: socket.socket, ends_at: Callable[[], float]) -> None:
        self._channel, self._ends_at = channel, ends_at
        self._raw = channel.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int | None:  # type: ignore[override]
        with hurried(self._channel, self._ends_at()):
            return self._raw.readinto(buffer)

    def close(self) -> None:
        """Release the socket; it closes when nobody else uses it."""
        self._raw.close()
        super().close()
