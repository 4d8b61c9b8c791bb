"""HTTP clients: threads that send prepared requests one after the other.

The same code drives both servers, so its cost is in both figures.
"""

import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from statistics import quantiles
from typing import NamedTuple
from urllib.parse import urlencode

LONGEST_ANSWER = 65_536
PATIENCE = 30.0
#: How many paced requests may wait for their responses.
AT_ONCE = 32


class Answers(NamedTuple):
    """The status lines of all responses, and their times in seconds."""

    statuses: list[bytes]
    times: list[float]

    def times_of(self, what: str, expected: HTTPStatus) -> list[float]:
        """Return the times; raise RuntimeError unless all have that status."""
        status = f" {expected.value} ".encode()
        wrong = [line for line in self.statuses if status not in line]
        if wrong or not self.times:
            raise RuntimeError(f"{what}: {len(wrong)} wrong answers, as {wrong[:1]}")
        return self.times


def slowest_hundredth(waves: Sequence[Sequence[float]]) -> float:
    """Return the 99th percentile in ms without the first wave, which warms up."""
    times = [took for wave in waves[1:] for took in wave]
    return 1_000 * quantiles(times, n=100)[98]


def post(
    path: str, body: bytes, content_type: str, port: int, cookie: str = "none=0"
) -> bytes:
    """Return a complete POST request."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body


def get(path: str, port: int) -> bytes:
    """Return a complete GET request of a browser that accepts Brotli."""
    head = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Accept-Encoding: br\r\nConnection: close\r\n\r\n"
    )
    return head.encode()


def form(path: str, fields: dict[str, str], port: int, cookie: str = "none=0") -> bytes:
    """Return a POST request as a browser sends a form."""
    body = urlencode(fields).encode()
    return post(path, body, "application/x-www-form-urlencoded", port, cookie)


def send_all(requests: Sequence[bytes], port: int, clients: int) -> Answers:
    """Send the requests from ``clients`` threads, each one at a time."""
    shares = [requests[number::clients] for number in range(clients)]
    with ThreadPoolExecutor(clients) as pool:
        parts = list(pool.map(lambda share: _send(share, port), shares))
    statuses = [status for part in parts for status in part.statuses]
    return Answers(statuses, [took for part in parts for took in part.times])


def send_paced(requests: Sequence[bytes], port: int, rate: float) -> Answers:
    """
    Send ``rate`` requests a second, whether or not earlier ones were answered.

    Each time counts from the moment at which the request was due.
    """
    start = time.perf_counter()

    def send(number: int) -> tuple[bytes, float]:
        due = start + number / rate
        time.sleep(max(0.0, due - time.perf_counter()))
        return _answer(requests[number], port), time.perf_counter() - due

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(send, range(len(requests))))
    return Answers([status for status, _ in answers], [took for _, took in answers])


def _send(requests: Sequence[bytes], port: int) -> Answers:
    answers = Answers([], [])
    for request in requests:
        start = time.perf_counter()
        status = _answer(request, port)
        answers.times.append(time.perf_counter() - start)
        answers.statuses.append(status)
    return answers


def _answer(request: bytes, port: int) -> bytes:
    """Send one request; return the status line after the whole response has arrived."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(request)
        status = b""
        while part := connection.recv(LONGEST_ANSWER):
            status = status or part.partition(b"\r\n")[0]
    return status
