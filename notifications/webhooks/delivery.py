"""Calling an address that a player gave: it is believed in nothing.

requests-hardened looks its name up once, refuses addresses of our own network, connects
to the one that it checked, and follows nobody anywhere.
"""

from urllib.parse import urlsplit

import requests
from requests_hardened import Config, Manager

from notifications.models.webhooks import Webhook

#: Seconds for connecting, and for each part of the answer.
PATIENCE = (3.0, 5.0)
LONGEST_ANSWER = 200
GONE = 410
CALLER = Manager(
    Config(
        default_timeout=PATIENCE,
        never_redirect=True,
        ip_filter_enable=True,
        ip_filter_allow_loopback_ips=False,
        user_agent_override="Stone-Age-by-Mail",
    )
)


class CallFailed(Exception):
    """An address did not take what it was sent."""


class ReceiverGone(CallFailed):
    """An address wants no more calls."""


def is_callable(url: str) -> bool:
    """Whether an address can be one of a receiver: over TLS, with no password in it."""
    try:
        address = urlsplit(url)
        address.port  # noqa: B018  it is read for the error
    except ValueError:
        return False
    host = address.hostname or ""
    return address.scheme == "https" and "." in host and "@" not in address.netloc


def call(webhook: Webhook, url: str, body: bytes, headers: dict[str, str]) -> None:
    """Send something to a receiver; raise CallFailed, or ReceiverGone for good."""
    kind = {"Content-Type": "application/json"}
    try:
        answer = CALLER.send_request(
            "POST", url, data=body, headers=kind | headers, stream=True
        )
        words = answer.raw.read(LONGEST_ANSWER, decode_content=True)
        answer.close()
    except (requests.RequestException, OSError, ValueError) as error:
        raise CallFailed(type(error).__name__) from error
    if answer.status_code == GONE:
        raise ReceiverGone(f"{GONE}: it wants no more calls")
    if not answer.ok or answer.is_redirect:
        told = words.decode("utf-8", "replace").split("\n", 1)[0]
        raise CallFailed(f"{answer.status_code} {told}".strip())
