"""A server of another implementation that receives webhook calls."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.serving import serving

DRIP = 0.02


@dataclass
class HookCall:
    """A received call."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        return json.loads(self.body)


class HookServer(ThreadingHTTPServer):
    """
    Answers with ``answers`` in order, then 204.

    With ``drips`` it sends a byte every DRIP seconds without end, in its head or its
    body.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), HookHandler)
        self.calls: list[HookCall] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.drips: bytes | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class HookHandler(BaseHTTPRequestHandler):
    server: HookServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.drips is not None:
            self.drip(self.server.drips)
            return
        named = {name.lower(): value for name, value in self.headers.items()}
        self.server.calls.append(HookCall(self.path, named, body))
        status, headers = (self.server.answers or [(204, {})]).pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def drip(self, head: bytes) -> None:
        self.wfile.write(head)
        with suppress(OSError):  # until the client gives up
            while True:
                self.wfile.write(b"2")
                time.sleep(DRIP)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def hook_server() -> Iterator[HookServer]:
    """Run a server on loopback."""
    with serving(HookServer()) as server:
        yield server
