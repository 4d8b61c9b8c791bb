"""Ports that a test holds from its start, so that no other process gets them."""

import asyncio
import socket
from collections.abc import Awaitable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from aiosmtpd.controller import Controller

from tests.support.waiting import PATIENCE


class HoldingController(Controller):
    """Runs an aiosmtpd handler on a port that was free."""

    def __init__(self, handler: object, host: str, **options: Any) -> None:
        self.listener = socket.create_server((host, 0))
        _, port = self.listener.getsockname()
        super().__init__(handler, host, port, ready_timeout=PATIENCE, **options)

    def _create_server(self) -> Awaitable[asyncio.AbstractServer]:
        return self.loop.create_server(self._factory_invoker, sock=self.listener)


@contextmanager
def taking_mails(
    handler: object, host: str = "127.0.0.1", **options: Any
) -> Iterator[int]:
    """Receive mails until the end of the block; yield the port."""
    server = HoldingController(handler, host, **options)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()


@contextmanager
def deaf_port() -> Iterator[int]:
    """Yield a port on which nobody listens until the end of the block."""
    with closing(socket.socket()) as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]
