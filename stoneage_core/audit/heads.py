"""Finds the hash of an old email in pasted or typed text.

Only a whole hash is accepted. It is easy to make two histories whose hashes begin with
the same digits, but impossible to make two with the same hash.
"""

import re

DIGITS = 64

_AMONG_WORDS = re.compile(rf"\b[0-9a-f]{{{DIGITS}}}\b")
_ALONE = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
#: What mail programs insert into a hash: blanks, newlines and quotation marks (>).
_BREAKS = re.compile(r"[\s>]+")


def head_in(text: str) -> str:
    """Return the whole hash in a pasted text, or ''."""
    text = text.lower()
    found = _AMONG_WORDS.search(text) or _ALONE.fullmatch(_BREAKS.sub("", text))
    return found[0] if found else ""
