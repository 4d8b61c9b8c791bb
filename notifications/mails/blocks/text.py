"""How text is written in mails: lines by their width."""

import unicodedata


def columns_of(text: str) -> int:
    """Return how many columns a line takes; letters of Korean take two."""
    return len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text)
