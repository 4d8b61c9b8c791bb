"""Wrapping and tidying a mail's text part and subject."""

import re
import textwrap

from notifications.mail_text.body import columns_of

#: In columns; a Korean letter takes two.
LINE_WIDTH = 76
LONGEST_SUBJECT = 160
#: The signature separator; mail programs require the trailing space.
SIGNATURE = "-- "

_BULLET = re.compile(r"- |\d+\. ")
_GAPS = re.compile(r"\n{3,}")


def one_line(text: str) -> str:
    """Return the text as a single-line subject, so that no name can inject a header."""
    printable = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return textwrap.shorten(printable, LONGEST_SUBJECT, placeholder="…")


def tidy(text: str) -> str:
    """Wrap long lines, indented below their bullet, and collapse blank lines."""
    lines = [_wrapped(line) for line in text.strip().splitlines()]
    return _GAPS.sub("\n\n", "\n".join(lines)) + "\n"


def _wrapped(line: str) -> str:
    if line.rstrip() == SIGNATURE.rstrip():
        return SIGNATURE
    if 2 * len(line) <= LINE_WIDTH or (columns := columns_of(line)) <= LINE_WIDTH:
        return line.rstrip()  # no letter is wider than two columns
    body = line.lstrip(" ")
    indent = " " * (len(line) - len(body))
    bullet = _BULLET.match(body)
    hanging = indent + " " * (len(bullet[0]) if bullet else 0)
    return textwrap.fill(
        body,
        LINE_WIDTH * len(line) // columns,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
