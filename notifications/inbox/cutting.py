"""What somebody typed, parted by a library from what their program quoted or added.

When it is not sure what a line is, it is cut: a line that is missing is asked for
again, a quoted line that is played cannot be taken back.
"""

import re
from collections.abc import Iterator, Sequence

from mailparser_reply import EmailReply
from mailparser_reply.parser import EmailMessage

from notifications.inbox.clients import LANGUAGES

MOST_LINES = 600
LONGEST_LINE = 250
#: A quoted line from this length on may go on in a line that has lost its mark.
_WRAPPED = 55
#: Stands for lines that were marked as a quote. For private use: nobody types it.
_QUOTE = "\ue000"

_PARTING = "-----Original Message-----"
_RULE = re.compile(r"[_-]{10,}")
_MARKED = re.compile(r"[ \t]*[>|\uff1e]")
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ue000]")


def own_lines(text: str) -> tuple[str, ...]:
    """Return the lines its writer typed, stripped, without blank ones."""
    lines = _UNSEEN.sub("", text).replace("\xa0", " ").splitlines()[:MOST_LINES]
    shown = "\n".join(_unquoted([_plain(line) for line in lines]))
    message = EmailMessage(f"{_QUOTE}\n{shown}\n", languages=list(LANGUAGES)).read()
    typed = (line for reply in _own(message.replies) for line in _body(reply))
    return tuple(line for line in typed if line and line != _QUOTE)


def _plain(line: str) -> str:
    """Strip a line; one that is drawn across the page parts mails."""
    stripped = line[:LONGEST_LINE].strip()
    # The library knows rules, too, and drops them.
    return _PARTING if _RULE.fullmatch(stripped) else stripped


def _unquoted(lines: Sequence[str]) -> Iterator[str]:
    """Put one mark in the place of each run of quoted lines."""
    previous, is_quoted = "", False
    for line in lines:
        was_quoted, is_quoted = is_quoted, bool(_MARKED.match(line))
        if is_quoted and not was_quoted:
            yield _QUOTE
        elif not is_quoted and was_quoted and line and len(previous) >= _WRAPPED:
            is_quoted = True  # the rest of a quoted line
        elif not is_quoted:
            yield line
        previous = line


def _own(replies: Sequence[EmailReply]) -> Iterator[EmailReply]:
    """
    Yield the parts that are not what another wrote.

    The first has no introduction. What follows one is a quote, unless its lines were
    marked: then what stands between and beneath the marked ones is an answer.
    """
    for reply in replies:
        if reply.headers and not _is_marked(reply):
            return
        yield reply


def _is_marked(reply: EmailReply) -> bool:
    return _beneath(reply).lstrip("\n ").startswith(_QUOTE)


def _beneath(reply: EmailReply) -> str:
    """Return a part without its introduction."""
    return str(reply.content).removeprefix(reply.headers or "")


def _body(reply: EmailReply) -> list[str]:
    """Return the lines above the signature."""
    content = _beneath(reply)
    if reply.signatures:
        content = content.partition(reply.signatures)[0]
    return [line.strip() for line in content.splitlines()]
