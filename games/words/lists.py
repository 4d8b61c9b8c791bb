"""The marks that stand before the lines of a list, and say nothing."""

import re

_BULLETS = re.compile(r"^\s*(?:[-*+•·‣–—]\s+)+")
#: '1.', '2)', '(3)', the same in wide letters, and '①', if something stands behind it.
_NUMBER = re.compile(
    r"^\s*(?:[(（]?\d{1,2}\s*[.)．）]+(?!\d)|[①-⑳])\s*(?=\S)"  # noqa: RUF001
)


def without_bullets(line: str) -> str:
    """Return a line without what may stand before it in a list."""
    return _BULLETS.sub("", line)


def without_marks(line: str) -> str:
    """Return a line without bullets and without its number in a list."""
    return _NUMBER.sub("", without_bullets(line))
