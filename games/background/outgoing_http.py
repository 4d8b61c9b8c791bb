"""HTTP requests to servers that are not trusted, such as those that users named.

requests-hardened resolves a name once, refuses addresses of private networks, connects
to the address that it checked, and follows no redirect. A server that takes too long in
total is disconnected.
"""

import io
import logging
import socket
import time
from collections.abc import Container, Mapping
from http import HTTPStatus
from http.client import HTTPResponse
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

import requests
from django.conf import settings
from requests_hardened import Config, HTTPSession, Manager
from requests_hardened.ip_filter import InvalidIPAddress, filter_host
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.exceptions import TimeoutError as NoAnswer

from games.background.timed_reader import TimedReader

logger = logging.getLogger(__name__)

#: In seconds, for connecting and for each part of the response.
PATIENCE = (3.0, 5.0)
#: In seconds, for the whole response; a batch of the outbox sends at most twenty.
ANSWER_SECONDS = 8.0
#: The port of a name that is looked up.
HTTPS = 443
#: In bytes: how much of a response is read, for an operator.
LONGEST_ANSWER = 300


class PostFailed(Exception):
    """An address did not accept a message; it may accept it later."""


class PostRefused(PostFailed):
    """An address rejected a message; it may accept it after its owner fixed it."""


class ReceiverGone(PostRefused):
    """The address no longer exists."""


class TimedResponse(HTTPResponse):
    """A response that must be complete within ANSWER_SECONDS."""

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
        ip_filter_allow_loopback_ips=settings.WEBHOOK_LOOPBACK,
        user_agent_override="Stone-Age-by-Mail",
    )
)


def secure_address(url: str) -> SplitResult | None:
    """Return the parts of an https address without a password, or None."""
    try:
        address = urlsplit(url)
        address.port  # noqa: B018  it is read for the error
    except ValueError:
        return None
    is_plain = address.scheme == "https" and "@" not in address.netloc
    return address if is_plain else None


def is_private(host: str) -> bool:
    """
    Return whether a host's address is one that we never connect to.

    Looks the name up. One that has no address now may get one later, so it is not
    private; each connection is checked again.
    """
    loopback = GUARDED.config.ip_filter_allow_loopback_ips
    try:
        filter_host(host, HTTPS, allow_loopback=loopback)
    except InvalidIPAddress:
        return True
    except (requests.RequestException, OSError, ValueError):
        return False
    return False


class Answer(NamedTuple):
    """A response: its status, its reason phrase, and the beginning of its body."""

    status: int
    reason: str
    body: bytes


def exchange(
    url: str, body: bytes, headers: Mapping[str, str], *, longest: int = LONGEST_ANSWER
) -> Answer:
    """
    Send a POST request and return the response, with at most ``longest`` bytes.

    Redirects are returned, not followed. Raise PostFailed if there is no response, and
    PostRefused if the address is not public.
    """
    try:
        with GUARDED.get_session() as session:
            request = {"data": body, "headers": dict(headers), "stream": True}
            with session.post(url, **request) as answer:
                found = answer.raw.read(longest, decode_content=True)
    except InvalidIPAddress as error:
        raise PostRefused("its address is not public") from error
    except (requests.RequestException, HTTPError, OSError, ValueError) as error:
        # The rest of the error may contain the address, which is its owner's secret.
        logger.info("A request to another server failed: %s", type(error).__name__)
        raise PostFailed(_describe_failure(error)) from error
    return Answer(answer.status_code, answer.reason or "", found)


def first_line(body: bytes) -> str:
    """Return the first line of a response, for an operator."""
    text = body.decode("utf-8", "replace").replace("\0", "").strip()
    return text.partition("\n")[0]


def send_post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    gone: Container[int] = (HTTPStatus.GONE,),
) -> None:
    """Send a POST request; raise PostFailed, PostRefused or ReceiverGone."""
    status, reason, words = exchange(url, body, headers)
    if 200 <= status < 300:
        return
    why = f"{status} {first_line(words) or reason}".strip()
    if status in gone:
        raise ReceiverGone(why)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500:
        raise PostFailed(why)
    raise PostRefused(why)  # also for redirects, which we do not follow


def _describe_failure(error: Exception) -> str:
    if isinstance(error, requests.exceptions.SSLError):
        return "the secure connection failed"
    if isinstance(error, requests.Timeout | NoAnswer | TimeoutError):
        return "it did not answer in time"
    return "it could not be reached"
