"""Redacting tokens in texts: anybody could play with a link or a seat's address."""

import re
from typing import Any

HIDDEN = "[…]"
#: Addresses of seats and digests with anything after the secret, and bounce addresses,
#: also percent-encoded as in mailto links.
TAGGED = (
    r"[\w.+%-]{1,64}(?:\+|%2B)(?:all-|case-)?\d{1,18}-[a-z2-7]{20}(?:-[\w-]{1,40})?"
    r"(?:@|%40)[\w.-]+"
)
#: Also links, and the remains of a link that a mail program broke in two.
_KEYS = re.compile(
    rf"https?://\S+|[\w.-]*(?::[\w.-]+)*:[\w-]{{43}}/?|{TAGGED}", re.IGNORECASE
)


def redact_tokens(text: str) -> str:
    """
    Return a text without its links and secret addresses.

    >>> redact_tokens("Play here: https://stoneage.example/play/12:0:1tK3mB:abc/ now")
    'Play here: […] now'
    """
    return _KEYS.sub(HIDDEN, text)


def redact_tokens_in(data: Any) -> Any:
    if isinstance(data, str):
        return redact_tokens(data)
    if isinstance(data, dict):
        return {name: redact_tokens_in(value) for name, value in data.items()}
    if isinstance(data, list):
        return [redact_tokens_in(value) for value in data]
    return data
