"""Quote stripping: what somebody typed, without what their program quoted or added.

When it is not sure what a line is, it is cut: a line that is missing is asked for
again, a quoted line that is played cannot be taken back.
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
"""Lines, none blank, of which the program may have made several out of one."""

MOST_LINES = 600
LONGEST_LINE = 2000
#: What of a line tells whether somebody typed it.
LONGEST_HEAD = 250
#: A quoted line from this length on may go on in a line that has lost its mark.
_WRAPPED = 55
#: Lines of a signature that no mark tells from what was typed, its closing among them.
LONGEST_SIGNATURE = 5
#: Words of somebody's name.
LONGEST_NAME = 4
#: Stands for lines that were marked as a quote. For private use: nobody types it.
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
    Return what its writer typed, stripped; blank lines and quotes part paragraphs.

    ``is_wrapped`` says that the program may have broken long lines into several. If it
    did not, each line is a paragraph.
    """
    lines = _UNSEEN.sub("", text).replace("\xa0", " ").splitlines()[:MOST_LINES]
    seen = list(_without_armour(lines))
    whole = {_head(line): line.strip()[:LONGEST_LINE] for line in seen}
    shown = "\n".join(_unquoted([_head(line) for line in seen], is_wrapped))
    typed = (line for reply in _own(_parted(shown)) for line in _body(reply))
    found = _paragraphs(whole.get(line, line) for line in typed)
    return tuple(
        found if is_wrapped else ((line,) for lines in found for line in lines)
    )


def _without_armour(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without what is put above and before them to sign them."""
    is_signed = is_head = False
    for line in lines:
        is_head = line == SIGNED or (is_head and bool(SIGNED_HOW.match(line)))
        is_signed = is_signed or is_head
        if not is_head:
            yield line.removeprefix("- ") if is_signed else line


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
    lines = [line.strip() for line in _beneath(reply).splitlines()]
    ends = (at for at, line in enumerate(lines) if ENDING.match(line))
    lines = lines[: next(ends, None)]
    return lines[: _signed_at(lines)]


def _signed_at(lines: Sequence[str]) -> int | None:
    """
    Return where a signature begins that no mark tells from what was typed.

    Only its end tells a closing from thanks at the top: where in doubt, it is kept. A
    line that is not understood is told back, one that was cut is never heard of.
    """
    typed = [at for at, line in enumerate(lines) if line not in ("", _QUOTE)]
    for place in range(max(1, len(typed) - LONGEST_SIGNATURE), len(typed)):
        at, *rest = typed[place:]
        if _ends_in(lines[at], [lines[other] for other in rest]):
            return at
        if not rest and _is_name_behind_dash(lines[typed[place - 1]], lines[at]):
            return at
    return None


def _ends_in(closing: str, rest: Sequence[str]) -> bool:
    """Whether a line closes a letter: nothing, or somebody's name, is beneath it."""
    if not CLOSING.fullmatch(closing):
        return False
    if not rest:
        return True
    name, *details = rest
    # A word alone may be a command, but not in the middle of a sentence.
    goes_on = closing.endswith(",") and not details
    return _is_name(name, least=1 if goes_on else 2) and all(map(_is_detail, details))


def _is_name(line: str, *, least: int) -> bool:
    """Whether a line is words that begin with capitals, and nothing else."""
    words = line.rstrip(",.!").split()
    return least <= len(words) <= LONGEST_NAME and all(map(_is_named, words))


def _is_named(word: str) -> bool:
    """Whether a word is written as names are; Korean ones look like all others."""
    bare = re.sub(r"[.'\u2019-]", "", word)
    return (
        bare.isalpha() and bare[0].isupper() and (len(bare) == 1 or not bare.isupper())
    )


def _is_detail(line: str) -> bool:
    """Whether a line may stand beneath a name; a number is one to call."""
    if _CONTACT.fullmatch(line):
        return True
    return line[0].isupper() and not any(map(str.isdigit, line))


def _is_name_behind_dash(previous: str, line: str) -> bool:
    """Whether a line is a name behind a dash that touches it, and none of a list."""
    is_listed = previous[0] in _DASHES or line[0] not in _DASHES
    return not is_listed and _is_named(line[1:])
