"""Whole numbers in URLs and forms, which may contain anything."""

#: The most digits that certainly fit into a database key.
LONGEST = 18


def read_number(text: str | None) -> int | None:
    """Return the whole number in a text, 0 or more, or None."""
    text = (text or "").strip()
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST
    return int(text) if is_number else None
