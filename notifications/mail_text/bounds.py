"""Bounds on the structure of a mail, checked before any parser reads it. Pure.

Parsers take minutes for malicious mails: deeply nested parts, or headers with thousands
of parameters. So everything that may open a part or name a parameter is counted, in
linear time, wherever it stands. That can be more than a parser finds, never less; no
genuine reply comes near the bounds.
"""

import re

#: In bytes, all headers together.
LONGEST_HEAD = 64 * 1024
MOST_LINES = 100_000
#: Parts in total, and nested.
MOST_PARTS = 250
DEEPEST = 50
#: Paragraphs of a report: each is a part.
MOST_PARAGRAPHS = 5_000
#: Bytes and parameters of a Content- header.
LONGEST_CONTENT = 4_000
MOST_PARAMETERS = 20

_END = rb"(?:\r\n|\r|\n)"
_START = rb"(?:\A|(?<=[\r\n]))"
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_DELIMITER = re.compile(_START + rb"--")
#: Containers have a boundary or are message/ parts.
_HOLDER = re.compile(rb"boundary|message/", re.IGNORECASE)
_REPORT = re.compile(rb"delivery-status", re.IGNORECASE)
_BLANK = re.compile(rb"(?<=\n)(?:\r\n|\r|\n)|(?<=\r)\r\n?")
_CONTENT = re.compile(
    _START + rb"content-[^\r\n]*(?:" + _END + rb"[ \t][^\r\n]*)*", re.IGNORECASE
)


def head_of(source: bytes) -> bytes:
    """Return only the headers of a mail, cut at a bound."""
    return _END_OF_HEAD.split(source[:LONGEST_HEAD], maxsplit=1)[0] + b"\r\n\r\n"


def bare_head_of(source: bytes) -> bytes:
    """Return the headers without those that say how to read the body."""
    return _CONTENT.sub(b"X-Dropped:", head_of(source))


def is_plain(source: bytes) -> bool:
    """Return whether a mail is within the bounds, so that parsing is fast."""
    return _is_bounded(source) and all(map(_is_short, _CONTENT.findall(source)))


def _is_bounded(source: bytes) -> bool:
    return (
        len(head_of(source)) <= LONGEST_HEAD
        and source.count(b"\n") + source.count(b"\r") <= 2 * MOST_LINES
        and len(_DELIMITER.findall(source)) <= MOST_PARTS
        and len(_HOLDER.findall(source)) <= DEEPEST
        and (_REPORT.search(source) is None or _paragraphs(source) <= MOST_PARAGRAPHS)
    )


def _paragraphs(source: bytes) -> int:
    return len(_BLANK.findall(source))


def _is_short(header: bytes) -> bool:
    return len(header) <= LONGEST_CONTENT and header.count(b";") <= MOST_PARAMETERS
