"""Keys in texts: who reads a link or an address of a seat could play by it."""

import re
from typing import Any

HIDDEN = "[…]"
#: Links, what is left of one that a mail program broke in two, addresses of seats and
#: those to which our mails come back.
_KEYS = re.compile(
    r"https?://\S+|[\w.-]*(?::[\w.-]+)*:[\w-]{43}/?|[\w.+-]+\+\d+-[a-z2-7]{20}@[\w.-]+",
    re.IGNORECASE,
)


def without_keys(text: str) -> str:
    """
    Return a text with its keys cut out.

    >>> without_keys("Play here: https://stoneage.example/play/12:0:1tK3mB:abc/ now")
    'Play here: […] now'
    """
    return _KEYS.sub(HIDDEN, text)


def data_without_keys(data: Any) -> Any:
    """Return the same lists and dictionaries, their texts without keys."""
    if isinstance(data, str):
        return without_keys(data)
    if isinstance(data, dict):
        return {name: data_without_keys(value) for name, value in data.items()}
    if isinstance(data, list):
        return [data_without_keys(value) for value in data]
    return data
