"""Servers of the standard library, each in its own thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread
from typing import TypeVar

#: Seconds after which a server notices that it should stop.
POLL = 0.01

Served = TypeVar("Served", bound=BaseServer)


@contextmanager
def serving(server: Served) -> Iterator[Served]:
    """Run a server until the end of the block, and close it."""
    with server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": POLL})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
