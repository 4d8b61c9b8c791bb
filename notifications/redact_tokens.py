"""Redaction of tokens in texts: by a link, or an address of a seat, one could play."""

import re
from typing import Any

HIDDEN = "[…]"
#: Addresses of seats and of digests, whatever stands behind the secret, and those to
#: which our mails come back: as they are, and as links to write to them have them.
TAGGED = (
    r"[\w.+%-]{1,64}(?:\+|%2B)(?:all-)?\d{1,18}-[a-z2-7]{20}(?:-[\w-]{1,40})?"
    r"(?:@|%40)[\w.-]+"
)
#: Those, links, and what is left of a link that a mail program broke in two.
_KEYS = re.compile(
    rf"https?://\S+|[\w.-]*(?::[\w.-]+)*:[\w-]{{43}}/?|{TAGGED}", re.IGNORECASE
)


def redact_tokens(text: str) -> str:
    """
    Return a text with its keys cut out.

    >>> redact_tokens("Play here: https://stoneage.example/play/12:0:1tK3mB:abc/ now")
    'Play here: […] now'
    """
    return _KEYS.sub(HIDDEN, text)


def redact_tokens_in(data: Any) -> Any:
    """Return the same lists and dictionaries, their texts without keys."""
    if isinstance(data, str):
        return redact_tokens(data)
    if isinstance(data, dict):
        return {name: redact_tokens_in(value) for name, value in data.items()}
    if isinstance(data, list):
        return [redact_tokens_in(value) for value in data]
    return data
