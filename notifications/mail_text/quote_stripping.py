"""Quote stripping: what a reply says, without what it quotes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mailparser_reply import EmailReply
from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from games.command_language.vocabulary import mail_patterns

LANGUAGE = "stoneage"
LANGUAGES = [LANGUAGE, "es", "ko", "it"]  # the library adds English

#: The rest of this line, and up to three more: programs wrap introductions, even before
#: the verb.
_REST = r"[^\n]{0,250}(?:\n[^\n]{1,250}){0,3}?\n?"
_END = r"[^\n]{0,80}(?:\n[^\n]{1,80})?[:\uff1a][ ]*$"
_WROTE, _STARTS = mail_patterns("wrote"), mail_patterns("starts")
#: A date, or a name with an address, at the start of a line.
_DATE = r"[(\[]?(?:\d{4}[-./년]|\d{1,2}[-./] ?\d{1,2}[-./])"
_WHO = r"[^\n<]{0,120}<[^\n>]{3,250}>"

_INTRODUCTIONS = (
    rf"^(?:> ?)*(?:(?:{_STARTS})[ ,]|{_DATE}|{_WHO}){_REST}(?:{_WROTE}){_END}",
    # Between dashes, as in Zoho; and in Russian, where the verb alone is enough.
    rf"^-{{2,10}} ?(?:{_STARTS})[ ,][^\n]{{0,250}}(?:{_WROTE})[^\n-]{{0,40}}-{{2,10}}$",
    rf"^[^\n]{{1,250}} (?:{mail_patterns('wrote_alone')})[^\n]{{0,40}}:[ ]*$",
    # The program broke the line at the address.
    r"^[^\n]{1,250}<\n[^\s@<>]{1,200}@[^\s@<>]{1,200}>:[ ]*$",
    # An address and a colon at the end of a line, in any language.
    r"^[^\n]{0,250}[^\s@<>(]{1,200}@[^\s@<>)]{1,200}[>)\]]{0,3}[^\n]{0,60}:[ ]*$",
)

#: Between dashes, or alone on a line.
_BANNERS, _FORWARDS = mail_patterns("banners"), mail_patterns("forwards")
_LABELS = mail_patterns("labels")
_LABEL = rf"[*\t ]{{0,4}}(?:{_LABELS})[ *]{{0,3}}:[^\n]{{1,250}}"

_BEGINNINGS = (
    rf"^[-_=*> ]{{0,30}}(?:{_BANNERS})[-_=* ]{{0,30}}:?$",
    rf"^(?:> ?)*(?:{_FORWARDS}):?$",
    rf"^{_LABEL}\n{{1,2}}{_LABEL}$",
)

#: What phones and programs add below an email, and the beginnings of legal notices.
_ENDINGS = "|".join(
    (mail_patterns("sent"), mail_patterns("notices"), "-----BEGIN PGP SIGNATURE-----")
)
#: A line that begins so is below the typed text; no command begins with these words.
ENDING = re.compile(rf"[-_]{{2}}$|{_ENDINGS}", re.IGNORECASE)
#: Begins a text with an inline signature (RFC 4880, 7); headers follow up to a blank
#: line.
SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNED_HOW = re.compile(r"(?:Hash|Charset|NotDashEscaped):", re.IGNORECASE)
#: A line with only a closing, for signatures without the two dashes.
CLOSING = re.compile(rf"(?:{mail_patterns('closings')})[,.! ]*", re.IGNORECASE)

MAIL_LANGUAGES[LANGUAGE] = {
    "wrote_header": "|".join(f"({pattern})" for pattern in _INTRODUCTIONS),
    "from_header": "|".join(f"({pattern})" for pattern in _BEGINNINGS),
    # The library drops everything after a "Thanks,", wherever it stands.
    "signatures": "",
    "disclaimers": "",
    "sent_from": "",
}


Paragraph = tuple[str, ...]
"""Lines without blanks; the program may have wrapped one line into several."""

MOST_LINES = 600
LONGEST_LINE = 2000
#: How much of a line is examined to decide whether somebody typed it.
LONGEST_HEAD = 250
#: A quoted line of at least this length may continue on an unmarked line.
_WRAPPED = 55
#: Lines of a signature without a mark, including its closing.
LONGEST_SIGNATURE = 12
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
#: An address of any kind, or as many digits as only telephone numbers have.
_REACHED = re.compile(r"@|www\.|://|\[cid:|(?:\D*\d){6}", re.IGNORECASE)
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ue000]")


def own_paragraphs(text: str, *, is_wrapped: bool) -> tuple[Paragraph, ...]:
    """
    Return what the writer typed, stripped, in paragraphs. Blank lines and quotes
    separate paragraphs. ``is_wrapped`` means that the mail program may have wrapped
    long lines; otherwise each line is a paragraph.
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
    Yield the parts of a text that its writer wrote. The first part has no introduction
    such as “On Monday Ann wrote:”. What follows one is a quote, unless its lines are
    marked as quoted: then the lines between and below the marked ones are an answer.
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
    Return the index at which a signature without a mark begins, or None. A closing
    looks like thanks at the top, except that it is at the end. In doubt the lines are
    kept: our answer quotes a line that we do not understand, while a line that was cut
    would be lost silently.
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
    """Return whether a line may follow a name in a signature: a title, a number."""
    if _CONTACT.fullmatch(line) or _REACHED.search(line) or "|" in line:
        return True
    return line[0].isupper() and not any(map(str.isdigit, line))
