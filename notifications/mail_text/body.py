"""The text of a mail, from its plain or HTML part."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from itertools import chain

from selectolax.lexbor import LexborHTMLParser, LexborNode

from notifications.mail_text import charsets, headers
from notifications.mail_text.headers import storable_text

#: More than any reply has above its quotes.
LONGEST = 100_000
#: Stands for the rule that mail programs draw above a quoted mail.
RULE = "_" * 40

_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "div"),
        *("dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"),
        *("hr", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "td"),
        *("th", "thead", "tr", "ul"),
    }
)
_UNSEEN = frozenset(["head", "script", "style", "template", "title"])
_HIDING = re.compile(r"(?:^|;)\s*display\s*:\s*none\b", re.IGNORECASE)
#: The ``id``, ``class`` or ``name`` where Outlook, Yahoo and others begin to quote.
_QUOTES = re.compile(
    r"\b(divRplyFwdMsg|appendonsend|yahoo_quoted\w*|protonmail_quote|mail-editor-"
    r"reference-message-container|OLK_SRC_BODY_SECTION|zmail_extra|naver_quoted)\b"
)
#: Attributes by which programs mark a blockquote as a quote, and their line beside it.
_MARKS = frozenset({"type", "cite", "class", "id", "name"})
_LINED = re.compile(
    r"border-(?:left|inline-start)|border\s*:(?!\s*(?:none|0))", re.IGNORECASE
)
_UNLINED = re.compile(r"border\s*:\s*(?:none|0)", re.IGNORECASE)
#: Of Latin and of East Asian texts.
_COLONS = (":", "\N{FULLWIDTH COLON}")
_MARKED = re.compile(r"^(?:> )+")
_BLANKS = re.compile(r"[ \t\r\n\f]+")


def html_to_text(html: str) -> str:
    """
    Return the text of an HTML page, even a broken one. Quotes are marked with "> ".
    """
    lines = [""]
    blocks = _Blocks(lines)
    for node, is_end in _walk(LexborHTMLParser(storable_text(html[:LONGEST])).root):
        tag = node.tag
        if tag in _BLOCKS and lines[-1]:
            lines.append("")
        if tag == "blockquote":
            blocks.end() if is_end else blocks.begin(node)
        if is_end:
            continue
        if tag == "hr" or _begins_quote(node):
            lines += ["", RULE, ""]
            blocks.has_quotes = True
        elif tag == "br":
            lines.append("")
        elif tag == "-text":
            text = _BLANKS.sub(" ", node.text_content or "")
            if not lines[-1] and (text := text.lstrip(" ")):
                text = "> " * blocks.depth + text
            lines[-1] += text
    blocks.unmark_own()
    return "\n".join(line.rstrip() for line in lines)


class _Blocks:
    """
    The blockquotes of a page: quotes, and what its writer has indented. Only some
    programs mark which is which. ``depth`` is how many quotes are around the text that
    comes next in ``lines``.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.depth = 0
        self.has_quotes = False
        self._indented = 0
        #: The lines of each outermost block that may be either.
        self._unclear: list[list[int]] = []

    def begin(self, node: LexborNode) -> None:
        if self._indented or (not self.depth and _is_indentation(node)):
            self._indented += 1
            return
        self.depth += 1
        if self.depth > 1:
            return
        if _is_bare(node) and not self._is_introduced():
            self._unclear.append([len(self.lines) - 1])
        else:
            self.has_quotes = True

    def end(self) -> None:
        if self._indented:
            self._indented -= 1
            return
        self.depth -= 1
        if not self.depth and self._unclear and len(self._unclear[-1]) == 1:
            self._unclear[-1].append(len(self.lines) - 1)

    def unmark_own(self) -> None:
        """
        Unmark the unclear blocks at the end of a text without other quotes. A quote has
        an introduction above or its answer below.
        """
        below = len(self.lines)
        for begins, ends in reversed(self._unclear):
            if self.has_quotes or any(map(str.strip, self.lines[ends:below])):
                return
            for number in range(begins, ends):
                self.lines[number] = _MARKED.sub("", self.lines[number])
            below = begins

    def _is_introduced(self) -> bool:
        """Return whether the last words end like "Ana wrote:"."""
        last = next((line for line in reversed(self.lines) if line.strip()), "")
        return last.rstrip().endswith(_COLONS)


def _is_indentation(node: LexborNode) -> bool:
    """Return whether a block was made by a button that indents, as Gmail's does."""
    return _is_bare(node) and bool(_UNLINED.search(node.attributes.get("style") or ""))


def _is_bare(node: LexborNode) -> bool:
    """
    Return whether nothing marks a block, or one in it, as a quote, and it has no link,
    picture or table, of which our own mails have some.
    """
    blocks = node.css("blockquote")
    marks = [name for block in blocks for name in block.attributes if name in _MARKS]
    lined = any(_LINED.search(block.attributes.get("style") or "") for block in blocks)
    foreign = node.css("a, img, table, hr") or "://" in node.text()
    return not (marks or lined or foreign)


def _walk(root: LexborNode | None) -> Iterator[tuple[LexborNode, bool]]:
    """Yield each visible node twice: at its start and at its end."""
    stack = [(root, False)]
    while stack:
        node, is_end = stack.pop()
        if node is None:
            continue
        if is_end:
            yield node, True
            continue
        stack.append((node.next, False))
        if not _is_hidden(node):
            yield node, False
            stack += [(node, True), (node.child, False)]


def _is_hidden(node: LexborNode) -> bool:
    if node.tag in _UNSEEN:
        return True
    style = node.attributes
    return "hidden" in style or bool(_HIDING.search(style.get("style") or ""))


def _begins_quote(node: LexborNode) -> bool:
    marks = (node.attributes.get(name) or "" for name in ("id", "class", "name"))
    return any(map(_QUOTES.search, marks))


#: Characters of a body that are read; the rest is nested quotes.
LONGEST_TEXT = 100_000
_TEXTS = ("text/plain", "text/html")
_DEPTH = re.compile(r">*")
#: Ends in a space without continuing on the next line.
_SIGNATURE = "-- "


@dataclass(frozen=True)
class _Piece:
    part: Message
    text: str

    @property
    def is_html(self) -> bool:
        return self.part.get_content_subtype() == "html"

    @property
    def is_wrapped(self) -> bool:
        return not self.is_html and not _is_flowed(self.part)

    def as_seen(self, most: int) -> str:
        text = self.text[:most]
        if self.is_html:
            return html_to_text(text)
        return _unflowed(self.part, text) if _is_flowed(self.part) else text


def body_text(message: Message, language: str = "") -> tuple[str, bool]:
    """
    Return the text of a mail, and whether long lines may be wrapped without a mark.
    ``language`` is its writer's; it decides if no charset fits.
    """
    try:
        # If all texts have file names, the first one is the mail.
        shown = list(_shown(message))
        is_named = bool(shown) and all(map(_has_name, shown))
        pieces = _piece(shown[0], language) if is_named else _pieces(message, language)
    except Exception:  # parts nested too deeply
        return "", False
    seen, left = [], LONGEST_TEXT
    for piece in pieces:
        seen.append(piece.as_seen(left))
        left -= min(left, len(piece.text))
    text = headers.storable_text("\n\n".join(seen))
    return "\n".join(text.splitlines()), any(piece.is_wrapped for piece in pieces)


def _shown(part: Message) -> Iterator[Message]:
    """Yield the texts in a part, with or without a file name, but no attachments."""
    if _is_attached(part):
        return
    if part.get_content_type() in _TEXTS:
        yield part
    for each in _parts(part):
        yield from _shown(each)


def _pieces(part: Message, language: str) -> list[_Piece]:
    """Return the texts to read in a part without duplicates: all plain, or all HTML."""
    if _is_attached(part):
        return []
    if part.get_content_type() in _TEXTS:
        return [] if _has_name(part) else _piece(part, language)
    each = (_pieces(inner, language) for inner in _parts(part))
    found = [pieces for pieces in each if pieces]
    if not found:
        return []
    match part.get_content_subtype():
        case "alternative":
            return min(found, key=lambda pieces: pieces[0].is_html)
        case "related":  # the other parts belong to the first
            return found[0]
    # A multipart/mixed may have texts around a picture. A text of the other kind is a
    # copy or a footer.
    kind = found[0][0].is_html
    return [piece for piece in chain(*found) if piece.is_html is kind]


def _parts(part: Message) -> list[Message]:
    """Return the parts of a multipart; an enclosed mail is somebody else's."""
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        return []
    return [each for each in part.get_payload() if isinstance(each, Message)]


def _piece(part: Message, language: str) -> list[_Piece]:
    text = _decoded(part, language)
    return [_Piece(part, text)] if text.strip() else []


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _has_name(part: Message) -> bool:
    return part.get_filename() is not None


def _decoded(part: Message, language: str) -> str:
    try:
        payload = part.get_payload(decode=True)
        return charsets.decode(
            payload if isinstance(payload, bytes) else b"",
            declared=str(part.get_content_charset() or ""),
            is_html=part.get_content_subtype() == "html",
            language=language,
        )
    except Exception:  # an invalid transfer encoding
        return ""


def _is_flowed(part: Message) -> bool:
    return _parameter(part, "format") == "flowed"


def _unflowed(part: Message, text: str) -> str:
    ends_in_nothing = _parameter(part, "delsp") == "yes"
    lines: list[list[str]] = []
    open_depth = -1
    for line in text.splitlines():
        depth, words = _parted(line)
        if depth != open_depth or words == _SIGNATURE or not words.strip():
            lines.append(["> " * depth])
        goes_on = words.endswith(" ") and words != _SIGNATURE and bool(words.strip())
        lines[-1].append(words[:-1] if goes_on and ends_in_nothing else words)
        open_depth = depth if goes_on else -1
    return "\n".join("".join(pieces) for pieces in lines)


def _parted(line: str) -> tuple[int, str]:
    match = _DEPTH.match(line)
    depth = match.end() if match else 0
    return depth, line[depth:].removeprefix(" ")


def _parameter(part: Message, name: str) -> str:
    try:
        return str(part.get_param(name, "")).casefold()
    except Exception:  # a malformed Content-Type
        return ""


def columns_of(line: str) -> int:
    """Return the width of a line in columns; Korean letters take two."""
    if line.isascii():
        return len(line)
    return len(line) + sum(unicodedata.east_asian_width(c) in "WF" for c in line)
