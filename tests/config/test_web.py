"""The web server: slow clients do not delay others."""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any
from unittest.mock import Mock

import pytest
from waitress.channel import ClientDisconnected
from waitress.task import ErrorTask

from config.monitoring.log_lines import RedactingFormatter
from config.web import server as web
from tests.support.waiting import PATIENCE, wait_for

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: "
BODY = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nemail="
LONG = b"x" * 20_000_000  # larger than any buffer of the system


class ThreadedSite:
    """A server in a thread, and the requests it received with their headers."""

    def __init__(self, **options: Any) -> None:
        self.begun, self.go_on = Event(), Event()
        self.environ: dict[str, Any] = {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.place = self.listener.getsockname()
        options = {"threads": 1, "longest": 1_000} | options
        self.server = web.server_at(self.listener, self.answer, **options)
        self.thread = Thread(target=self.server.run)

    def answer(self, environ: dict[str, Any], start: Callable) -> list[bytes]:
        self.environ = environ
        if environ["PATH_INFO"] == "/slow":
            self.begun.set()
            self.go_on.wait(PATIENCE)
        if environ["PATH_INFO"].startswith("/play/"):
            raise RuntimeError("the application failed")
        body = b"page" if environ["PATH_INFO"] == "/" else LONG
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    def get(self, path: str = "/", **headers: str) -> tuple[int, Message, bytes]:
        """Send a browser's request; return status, headers and body."""
        with closing(HTTPConnection(*self.place, timeout=PATIENCE)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def serves_pages(self) -> bool:
        return self.get()[2] == b"page"

    def connect(self, half: bytes) -> socket.socket:
        client = socket.create_connection(self.place, timeout=PATIENCE)
        client.sendall(half)
        return client


@contextmanager
def serving(**options: Any) -> Iterator[ThreadedSite]:
    site = ThreadedSite(**options)
    site.thread.start()
    try:
        yield site
    finally:
        site.go_on.set()
        site.server.stop()
        site.thread.join(PATIENCE)
        site.server.asyncore.close_all(site.server._map)
        assert not site.thread.is_alive()


@pytest.fixture
def site() -> Iterator[ThreadedSite]:
    with serving() as site:
        yield site


def is_open(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def first_line(site: ThreadedSite, request: bytes) -> bytes:
    with site.connect(request) as client:
        return client.makefile("rb").readline()


def test_half_requests_occupy_no_thread(site):
    with ExitStack() as stack:
        held = [
            stack.enter_context(site.connect((HEAD, BODY)[number % 2]))
            for number in range(200)
        ]
        assert site.serves_pages()
        assert all(map(is_open, held)), "and nobody was sent away for it"


def test_idlest_client_is_dropped_in_a_crowd():
    with serving(connections=20) as site, ExitStack() as stack:
        crowd = [stack.enter_context(site.connect(HEAD)) for _ in range(60)]
        assert site.serves_pages()
        wait_for(lambda: not any(map(is_open, crowd[:40])))
        assert all(map(is_open, crowd[-10:]))


def test_single_bytes_do_not_keep_a_connection_open():
    with serving(patience=1) as site, site.connect(HEAD) as client:

        def is_cut() -> bool:
            try:
                client.sendall(b"x")
            except OSError:
                return True
            return not is_open(client)

        wait_for(is_cut)


def test_client_that_does_not_read_is_dropped_and_occupies_no_thread():
    long = b"GET /long HTTP/1.1\r\nHost: here\r\n\r\n"
    with serving(patience=1) as site, site.connect(long):
        wait_for(lambda: site.environ)
        wait_for(lambda: not site.server.active_channels)
        assert site.serves_pages()


def test_running_request_is_completed_at_shutdown(site):
    with site.connect(b"GET /slow HTTP/1.0\r\nHost: here\r\n\r\n") as client:
        site.begun.wait(PATIENCE)
        site.server.stop()
        wait_for(lambda: not site.server.accepting)
        site.go_on.set()
        assert client.makefile("rb").read().endswith(LONG)
    site.thread.join(PATIENCE)
    assert not site.thread.is_alive()


def test_waiting_client_is_answered_at_shutdown_and_new_ones_are_refused():
    """A proxy retries a refused connection, but never a request that was accepted."""
    site = ThreadedSite()
    with site.connect(b"GET / HTTP/1.0\r\nHost: here\r\n\r\n") as client:
        site.server.stop()
        site.thread.start()
        assert client.makefile("rb").read().endswith(b"page")
    with pytest.raises(ConnectionRefusedError):
        site.connect(HEAD)
    site.thread.join(PATIENCE)
    assert not site.thread.is_alive()
    site.server.asyncore.close_all(site.server._map)


def test_client_accepted_before_shutdown_may_still_send_its_request(site):
    """A proxy that connected just then gets a response, and no player sees a 502."""
    with site.connect(b"") as silent, site.connect(b"GET / HTTP/1.0\r\n") as begun:
        wait_for(lambda: len(site.server.active_channels) == 2)
        site.server.stop()
        wait_for(lambda: not site.server.accepting)
        silent.sendall(b"GET / HTTP/1.0\r\nHost: here\r\n\r\n")
        begun.sendall(b"Host: here\r\n\r\n")
        assert silent.makefile("rb").read().endswith(b"page")
        assert begun.makefile("rb").read().endswith(b"page")
    site.thread.join(PATIENCE)
    assert not site.thread.is_alive()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET http://[ HTTP/1.1\r\nHost: here\r\n\r\n", b"400 Bad Request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n", b"413 "),
        (HEAD + b"x" * 40_000, b"431 "),
    ],
)
def test_unsupported_requests_are_refused(site, request_, status):
    assert first_line(site, request_).partition(b" ")[2].startswith(status)


def test_client_that_disconnects_early_causes_no_error(site, monkeypatch, caplog):
    monkeypatch.setattr(ErrorTask, "execute", Mock(side_effect=ClientDisconnected))
    with site.connect(b"nonsense\r\n\r\n") as client:
        assert client.recv(1) == b"", "the connection is closed"
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]


def test_proxy_headers_are_passed_on_and_imitations_dropped(site):
    _, told, _ = site.get(**{"X-Forwarded-For": "192.0.2.1", "X_Real_IP": "192.0.2.2"})
    assert told["Server"] is None
    assert site.environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"
    assert "HTTP_X_REAL_IP" not in site.environ
    assert site.environ["REMOTE_ADDR"] == "127.0.0.1"
    assert site.environ["wsgi.url_scheme"] == "http"


def test_log_contains_no_links(site, caplog):
    assert site.get("/play/1:0:secret/")[0] == 500
    (record,) = (r for r in caplog.records if r.levelno >= logging.ERROR)
    assert record.name == "waitress"
    assert "/play/[token]" in RedactingFormatter().format(record)
    assert logging.getLogger("waitress").handlers == []
