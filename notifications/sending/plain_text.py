"""The text part of a mail, and its subject: wrapped and tidied for mail programs."""

import re
import textwrap

from notifications.mail_text.body import columns_of

#: In columns, of which letters of Korean take two.
LINE_WIDTH = 76
LONGEST_SUBJECT = 160
#: Tells a mail program where the text ends; its blank belongs to it.
SIGNATURE = "-- "

_BULLET = re.compile(r"- |\d+\. ")
_GAPS = re.compile(r"\n{3,}")


def one_line(text: str) -> str:
    """Return a subject in which no name can begin a header of its own."""
    printable = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return textwrap.shorten(printable, LONGEST_SUBJECT, placeholder="…")


def tidy(text: str) -> str:
    """Wrap long lines, hanging under their bullet, and close up gaps."""
    lines = [_wrapped(line) for line in text.strip().splitlines()]
    return _GAPS.sub("\n\n", "\n".join(lines)) + "\n"


def _wrapped(line: str) -> str:
    if line.rstrip() == SIGNATURE.rstrip():
        return SIGNATURE
    if 2 * len(line) <= LINE_WIDTH or (columns := columns_of(line)) <= LINE_WIDTH:
        return line.rstrip()  # no letter takes more than two columns
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
