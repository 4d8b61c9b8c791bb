"""How wide text is where all columns are alike: letters of Korean take two."""

import unicodedata


def columns_of(text: str) -> int:
    """Return how many columns a line takes."""
    return len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text)
