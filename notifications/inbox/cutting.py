"""What somebody typed, parted by a library from what their program quoted or added.

When it is not sure what a line is, it is cut: a line that is missing is asked for
again, a quoted line that is played cannot be taken back.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mailparser_reply import EmailReply
from mailparser_reply.parser import EmailMessage

from notifications.inbox.clients import LANGUAGES

Paragraph = tuple[str, ...]
"""Lines, none blank, of which the program may have made several out of one."""

MOST_LINES = 600
LONGEST_LINE = 2000
#: What of a line tells whether somebody typed it.
LONGEST_HEAD = 250
#: A quoted line from this length on may go on in a line that has lost its mark.
_WRAPPED = 55
#: Stands for lines that were marked as a quote. For private use: nobody types it.
_QUOTE = "\ue000"

_PARTING = "-----Original Message-----"
_RULE = re.compile(r"[_-]{10,}")
_MARKED = re.compile(r"[ \t]*[>|\uff1e]")
_ADDRESS = re.compile(r"://\S*$")
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ue000]")


def own_paragraphs(text: str, *, is_wrapped: bool) -> tuple[Paragraph, ...]:
    """
    Return what its writer typed, stripped; blank lines and quotes part paragraphs.

    ``is_wrapped`` says that the program may have broken long lines into several. If it
    did not, each line is a paragraph.
    """
    seen = _UNSEEN.sub("", text).replace("\xa0", " ").splitlines()[:MOST_LINES]
    whole = {_head(line): line.strip()[:LONGEST_LINE] for line in seen}
    shown = "\n".join(_unquoted([_head(line) for line in seen], is_wrapped))
    typed = (line for reply in _own(_parted(shown)) for line in _body(reply))
    found = _paragraphs(whole.get(line, line) for line in typed)
    return tuple(
        found if is_wrapped else ((line,) for lines in found for line in lines)
    )


def _parted(shown: str) -> Sequence[EmailReply]:
    """Part a text where quotes are introduced; lines behind a hyphen are a list."""
    text = f"{_QUOTE}\n{shown}\n"
    languages = list(LANGUAGES)
    message = EmailMessage(text, languages=languages, keep_hyphen_lists=True)
    replies: Sequence[EmailReply] = message.read().replies
    return replies


def _head(line: str) -> str:
    """Strip a line, and cut what is long; one drawn across the page parts mails."""
    stripped = line.strip()[:LONGEST_HEAD].strip()
    # The library knows rules, too, and drops them.
    return _PARTING if _RULE.fullmatch(stripped) else stripped


def _paragraphs(lines: Iterable[str]) -> Iterator[Paragraph]:
    """Yield runs of lines that somebody typed."""
    for is_typed, run in groupby(lines, lambda line: line not in ("", _QUOTE)):
        if is_typed:
            yield tuple(run)


def _unquoted(lines: Sequence[str], is_wrapped: bool) -> Iterator[str]:
    """Put one mark in the place of each run of quoted lines."""
    previous, is_quoted = "", False
    for line in lines:
        was_quoted, is_quoted = is_quoted, bool(_MARKED.match(line))
        if is_quoted and not was_quoted:
            yield _QUOTE
        elif is_wrapped and line and was_quoted and _may_go_on(previous):
            is_quoted = True  # the rest of a quoted line
        elif not is_quoted:
            yield line
        previous = line


def _may_go_on(line: str) -> bool:
    """Whether a line may have been broken: nothing follows an address on its line."""
    return len(line) >= _WRAPPED and not _ADDRESS.search(line)


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
