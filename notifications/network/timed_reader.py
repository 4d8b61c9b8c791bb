"""Deadlines of sockets: what a server says has to arrive by a moment.

The time limit of a socket is one for each part: whoever sends a byte every few seconds
is listened to for ever. Mail servers and receivers of webhooks are strangers, and each
that is listened to holds a worker.
"""

import io
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOO_SLOW = "it took too long in all"


@contextmanager
def hurried(channel: socket.socket, ends_at: float) -> Iterator[None]:
    """
    Let a socket wait no longer than to a moment of the monotonic clock.

    Raise TimeoutError once it is over. A shorter limit of the socket's own stays.
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
    Reads from a socket until a moment, and raises TimeoutError after it.

    ``ends_at`` returns that moment of the monotonic clock; it is asked at each read.
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
        """Give the socket back: it closes once nobody reads it."""
        self._raw.close()
        super().close()
