"""The clients: requests made ready beforehand, sent one after the other by threads.

The same few lines drive both servers, so what they cost is in both figures.
"""

import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import urlencode

LONGEST_ANSWER = 65_536
PATIENCE = 30.0


class Answers(NamedTuple):
    """The status lines of all answers, and how long each took, in seconds."""

    statuses: list[bytes]
    times: list[float]


def post(
    path: str, body: bytes, content_type: str, port: int, cookie: str = "none=0"
) -> bytes:
    """Return a whole POST request."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body


def form(path: str, fields: dict[str, str], port: int, cookie: str = "none=0") -> bytes:
    """Return a POST request as a browser sends a form."""
    body = urlencode(fields).encode()
    return post(path, body, "application/x-www-form-urlencoded", port, cookie)


def send_all(requests: Sequence[bytes], port: int, clients: int) -> Answers:
    """Let so many clients share the requests, each sending one at a time."""
    shares = [requests[number::clients] for number in range(clients)]
    with ThreadPoolExecutor(clients) as pool:
        parts = list(pool.map(lambda share: _send(share, port), shares))
    statuses = [status for part in parts for status in part.statuses]
    return Answers(statuses, [took for part in parts for took in part.times])


def _send(requests: Sequence[bytes], port: int) -> Answers:
    answers = Answers([], [])
    for request in requests:
        start = time.perf_counter()
        status = _answer(request, port)
        answers.times.append(time.perf_counter() - start)
        answers.statuses.append(status)
    return answers


def _answer(request: bytes, port: int) -> bytes:
    """Send one request; return the status line once the whole answer has come."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(request)
        status = b""
        while part := connection.recv(LONGEST_ANSWER):
            status = status or part.partition(b"\r\n")[0]
    return status
