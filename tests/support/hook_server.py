"""A server of another make: it takes calls of webhooks, and keeps them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.serving import serving


@dataclass
class HookCall:
    """A call as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        return json.loads(self.body)


class HookServer(ThreadingHTTPServer):
    """Answers by ``answers`` in order, then 204."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), HookHandler)
        self.calls: list[HookCall] = []
        self.answers: list[tuple[int, dict[str, str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class HookHandler(BaseHTTPRequestHandler):
    """One connection."""

    server: HookServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        named = {name.lower(): value for name, value in self.headers.items()}
        self.server.calls.append(HookCall(self.path, named, body))
        status, headers = (self.server.answers or [(204, {})]).pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hook_server() -> Iterator[HookServer]:
    """Run a server on loopback."""
    with serving(HookServer()) as server:
        yield server
