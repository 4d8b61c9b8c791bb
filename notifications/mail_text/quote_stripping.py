"""Quote stripping: what somebody typed, without what their program quoted or added.

A line that may be a quote is cut: the player can send a missing line again, but cannot
take back a quoted line that was played.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mailparser_reply import EmailReply
from mailparser_reply.parser import EmailMessage

from notifications.mail_text.quote_patterns import (
    CLOSING,
    ENDING,
    LANGUAGES,
    SIGNED,
    SIGNED_HOW,
)

Paragraph = tuple[str, ...]
"""Lines without blanks; the program may have wrapped one line into several."""

MOST_LINES = 600
LONGEST_LINE = 2000
#: How much of a line is examined to decide whether somebody typed it.
LONGEST_HEAD = 250
#: A quoted line of at least this length may continue on an unmarked line.
_WRAPPED = 55
#: Lines of a signature without a mark, including its closing.
LONGEST_SIGNATURE = 5
#: In words.
LONGEST_NAME = 4
#: Stands for quoted lines; a private-use character, which nobody types.
_QUOTE = "\ue000"

_PARTING = "-----Original Message-----"
_RULE = re.compile(r"[_-]{10,}")
_MARKED = re.compile(r"[ \t]*[>|\uff1e]")
_ADDRESS = re.compile(r"://\S*$")
_DASHES = "-\u2013\u2014"
_CONTACT = re.compile(
    r"(?:[^\W\d_]{1,6}[.:]{1,2} ?)?\+?[\d ()/.-]{7,}|\S*(?:@|www\.|://)\S*"
)
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ue000]")


def own_paragraphs(text: str, *, is_wrapped: bool) -> tuple[Paragraph, ...]:
    """
    Return what the writer typed, stripped, in paragraphs.

    Blank lines and quotes separate paragraphs. ``is_wrapped`` means that the mail
    program may have wrapped long lines; otherwise each line is a paragraph.
    """
    lines = _UNSEEN.sub("", text).replace("\xa0", " ").splitlines()[:MOST_LINES]
    lines = list(_without_armour(lines))
    heads = []
    for line in lines:
        head = line.strip()[:LONGEST_HEAD].strip()
        # A rule across the page separates mails; the library would drop it.
        heads.append(_PARTING if _RULE.fullmatch(head) else head)
    whole = {
        head: line.strip()[:LONGEST_LINE]
        for head, line in zip(heads, lines, strict=True)
    }
    shown = "\n".join(_unquoted(heads, is_wrapped))
    typed = [
        whole.get(line, line)
        for reply in _own_parts(shown)
        for line in _above_signature(_beneath(reply))
    ]
    runs = groupby(typed, lambda line: line not in ("", _QUOTE))
    found = [tuple(run) for is_typed, run in runs if is_typed]
    if is_wrapped:
        return tuple(found)
    return tuple((line,) for paragraph in found for line in paragraph)


def _without_armour(lines: Iterable[str]) -> Iterator[str]:
    is_signed = is_head = False
    for line in lines:
        is_head = line == SIGNED or (is_head and bool(SIGNED_HOW.match(line)))
        is_signed = is_signed or is_head
        if not is_head:
            yield line.removeprefix("- ") if is_signed else line


def _unquoted(lines: Sequence[str], is_wrapped: bool) -> Iterator[str]:
    """Yield the lines with one mark in place of each run of quoted lines."""
    previous, is_quoted = "", False
    for line in lines:
        was_quoted, is_quoted = is_quoted, bool(_MARKED.match(line))
        # A line that ends in an address does not continue.
        may_go_on = len(previous) >= _WRAPPED and not _ADDRESS.search(previous)
        if is_quoted and not was_quoted:
            yield _QUOTE
        elif is_wrapped and line and was_quoted and may_go_on:
            is_quoted = True  # the rest of a quoted line
        elif not is_quoted:
            yield line
        previous = line


def _own_parts(shown: str) -> Iterator[EmailReply]:
    """
    Yield the parts of a text that its writer wrote.

    The first part has no introduction such as “On Monday Ann wrote:”. What follows one
    is a quote, unless its lines are marked as quoted: then the lines between and below
    the marked ones are an answer.
    """
    text = f"{_QUOTE}\n{shown}\n"
    # Lines that begin with a hyphen are a list, not a signature.
    message = EmailMessage(text, languages=list(LANGUAGES), keep_hyphen_lists=True)
    replies: Sequence[EmailReply] = message.read().replies
    for reply in replies:
        is_marked = _beneath(reply).lstrip("\n ").startswith(_QUOTE)
        if reply.headers and not is_marked:
            return
        yield reply


def _beneath(reply: EmailReply) -> str:
    return str(reply.content).removeprefix(reply.headers or "")


def _above_signature(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    ends = (at for at, line in enumerate(lines) if ENDING.match(line))
    lines = lines[: next(ends, None)]
    return lines[: _signed_at(lines)]


def _signed_at(lines: Sequence[str]) -> int | None:
    """
    Return the index at which a signature without a mark begins, or None.

    A closing looks like thanks at the top, except that it is at the end. In doubt the
    lines are kept: our answer quotes a line that we do not understand, while a line
    that was cut would be lost silently.
    """
    typed = [at for at, line in enumerate(lines) if line not in ("", _QUOTE)]
    for place in range(max(1, len(typed) - LONGEST_SIGNATURE), len(typed)):
        at, *rest = typed[place:]
        if _ends_in(lines[at], [lines[other] for other in rest]):
            return at
        # A name directly after a dash, which is not an entry of a list.
        previous, line = lines[typed[place - 1]], lines[at]
        is_behind_dash = line[0] in _DASHES and previous[0] not in _DASHES
        if not rest and is_behind_dash and _is_named(line[1:]):
            return at
    return None


def _ends_in(closing: str, rest: Sequence[str]) -> bool:
    """Return whether a line closes a letter, with nothing or a name below it."""
    if not CLOSING.fullmatch(closing):
        return False
    if not rest:
        return True
    name, *details = rest
    # A single word may be a command, but not in the middle of a sentence.
    least = 1 if closing.endswith(",") and not details else 2
    words = name.rstrip(",.!").split()
    is_name = least <= len(words) <= LONGEST_NAME and all(map(_is_named, words))
    return is_name and all(map(_is_detail, details))


def _is_named(word: str) -> bool:
    """Return whether a word is capitalised like a name; Korean has no capitals."""
    bare = re.sub(r"[.'\u2019-]", "", word)
    return (
        bare.isalpha() and bare[0].isupper() and (len(bare) == 1 or not bare.isupper())
    )


def _is_detail(line: str) -> bool:
    """Return whether a line may follow a name in a signature: a phone number."""
    if _CONTACT.fullmatch(line):
        return True
    return line[0].isupper() and not any(map(str.isdigit, line))
