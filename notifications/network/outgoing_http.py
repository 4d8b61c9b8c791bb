"""HTTP requests to addresses that strangers gave, none of which is trusted.

requests-hardened looks a name up once, refuses addresses of our own network, connects
to the one that it checked, and follows nobody anywhere. Whoever answers too slowly in
all is not listened to any longer.
"""

import io
import socket
import time
from collections.abc import Mapping
from http.client import HTTPResponse
from typing import Any, NamedTuple

import requests
from requests_hardened import Config, HTTPSession, Manager
from requests_hardened.ip_filter import InvalidIPAddress
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from notifications.network.timed_reader import TimedReader

#: Seconds for connecting, and for each part of the answer.
PATIENCE = (3.0, 5.0)
#: Seconds for the answer in all; a batch of the outbox has twenty at the most.
ANSWER_SECONDS = 8.0
#: Bytes of an answer that are read: it is for an operator's eyes.
LONGEST_ANSWER = 300


class NoAnswer(Exception):
    """An address could not be reached, or gave no answer in time."""


class NotPublic(NoAnswer):
    """An address is one of our own network."""


class HttpAnswer(NamedTuple):
    """The status of an answer, and its first words."""

    status: int
    words: str


class TimedResponse(HTTPResponse):
    """Has to be said within ANSWER_SECONDS."""

    def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        ends_at = time.monotonic() + ANSWER_SECONDS
        self.fp.close()
        self.fp = io.BufferedReader(TimedReader(sock, lambda: ends_at))


class _Plain(HTTPConnection):
    response_class = TimedResponse


class _Secure(HTTPSConnection):
    response_class = TimedResponse


class _PlainPool(HTTPConnectionPool):
    ConnectionCls = _Plain


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _Secure


class GuardedManager(Manager):  # type: ignore[misc]
    """Makes sessions that are guarded, and whose answers are timed."""

    def get_session(self) -> HTTPSession:
        session = super().get_session()
        for adapter in session.adapters.values():
            pools = {"http": _PlainPool, "https": _SecurePool}
            adapter.poolmanager.pool_classes_by_scheme = pools
        return session


GUARDED = GuardedManager(
    Config(
        default_timeout=PATIENCE,
        never_redirect=True,
        ip_filter_enable=True,
        ip_filter_allow_loopback_ips=False,
        user_agent_override="Stone-Age-by-Mail",
    )
)


def send_post(url: str, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
    """Send something; raise NoAnswer, or NotPublic for an address that is ours."""
    try:
        with GUARDED.get_session() as session:
            told = {"data": body, "headers": dict(headers), "stream": True}
            with session.post(url, **told) as answer:
                words = answer.raw.read(LONGEST_ANSWER, decode_content=True)
    except InvalidIPAddress as error:
        raise NotPublic("it is at no public address") from error
    except (requests.RequestException, HTTPError, OSError, ValueError) as error:
        raise NoAnswer(type(error).__name__) from error
    return HttpAnswer(answer.status_code, words.decode("utf-8", "replace").strip())
