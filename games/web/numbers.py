"""Whole numbers in addresses and forms, which may bring anything."""

#: Digits: a column for keys has room for any number of so many.
LONGEST = 18


def read_number(text: str | None) -> int | None:
    """Return the whole number that a text is, 0 or more; None for anything else."""
    text = (text or "").strip()
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST
    return int(text) if is_number else None
