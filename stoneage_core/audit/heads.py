"""The hash that an old mail quotes, as somebody typed or pasted it.

All of its digits count. Whoever makes histories, and may vary what nobody looks at, has
soon made two whose hashes begin alike; two that have the same hash nobody can make.
"""

import re

DIGITS = 64

_AMONG_WORDS = re.compile(rf"\b[0-9a-f]{{{DIGITS}}}\b")
_ALONE = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
#: What mail programs break a hash by: blanks, line ends, the marks of quoted lines.
_BREAKS = re.compile(r"[\s>]+")


def head_in(text: str) -> str:
    """Return the whole hash out of what was pasted, '' where there is none."""
    text = text.lower()
    found = _AMONG_WORDS.search(text) or _ALONE.fullmatch(_BREAKS.sub("", text))
    return found[0] if found else ""
