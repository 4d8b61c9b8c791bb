"""Servers of the standard library in a thread of their own, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread
from typing import TypeVar

#: Seconds after which a server notices that it is to stop.
POLL = 0.01

Served = TypeVar("Served", bound=BaseServer)


@contextmanager
def serving(server: Served) -> Iterator[Served]:
    """Let a server answer until the end of the block, and close it."""
    with server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": POLL})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
