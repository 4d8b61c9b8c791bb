"""HTML turned into the text that its reader sees, quotes marked as in plain text."""

import re
from html.parser import HTMLParser

#: More than any reply has above its quotes; the parser is slow on what is broken.
LONGEST = 100_000
#: What mail programs draw above the mail that is answered.
RULE = "_" * 40

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
_UNSEEN = frozenset(["head", "script", "style", "template", "title"])
#: What has no end tag, and what can do without: it ends with what it is in.
_EMPTY = frozenset(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"])
_OPEN = frozenset(["dd", "dt", "li", "p", "td", "th", "tr"])
_HOLDERS = frozenset(["dl", "ol", "table", "tbody", "tr", "ul"])
_HIDING = re.compile(r"(?:^|;)\s*display\s*:\s*none\b", re.IGNORECASE)
#: Where Outlook, Yahoo and others begin to quote, by ``id`` or ``class``.
_QUOTES = re.compile(
    r"\b(divRplyFwdMsg|appendonsend|yahoo_quoted\w*|protonmail_quote|mail-editor-"
    r"reference-message-container|OLK_SRC_BODY_SECTION|zmail_extra|naver_quoted)\b"
)
_BLANKS = re.compile(r"[ \t\r\n\f]+")


class _Reader(HTMLParser):
    """
    Collects lines; ``depth`` is how many quotes it is in.

    ``hidden`` is how many elements it is in of the kind that hides what is in it.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.depth = 0
        self.unseen = 0
        self.hidden_by = ""
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._hides(tag, attrs):
            return
        self.unseen += tag in _UNSEEN
        if tag in _BLOCKS:
            self._end_line()
        if any(_QUOTES.search(value or "") for name, value in attrs if name in _NAMES):
            self.lines += ["", RULE, ""]
        if tag == "br":
            self.lines.append("")
        elif tag == "hr":
            self.lines += ["", RULE, ""]
        elif tag == "blockquote":
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and self._is_of_hidden(tag):
            return
        self.unseen -= tag in _UNSEEN and self.unseen > 0
        if tag in _BLOCKS:
            self._end_line()
        if tag == "blockquote":
            self.depth = max(0, self.depth - 1)

    def handle_data(self, data: str) -> None:
        text = _BLANKS.sub(" ", data)
        if self.unseen or self.hidden or (not text.strip(" ") and not self.lines[-1]):
            return
        if not self.lines[-1]:
            self.lines[-1] = "> " * self.depth
            text = text.lstrip(" ")
        self.lines[-1] += text

    def _hides(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """Whether an element that begins is hidden, or in one that is."""
        is_next = self.hidden_by == "p" and tag in _BLOCKS
        if self.hidden and (is_next or tag == self.hidden_by):
            self.hidden = 0 if tag in _OPEN or is_next else self.hidden + 1
        if not self.hidden and tag not in _EMPTY and _is_hidden(attrs):
            self.hidden_by, self.hidden = tag, 1
        return bool(self.hidden)

    def _is_of_hidden(self, tag: str) -> bool:
        """Whether what ends is hidden; else it ends what is hidden in it as well."""
        around = _BLOCKS if self.hidden_by == "p" else _HOLDERS
        if tag == self.hidden_by:
            self.hidden -= 1
            return True
        if self.hidden_by in _OPEN and tag in around:
            self.hidden = 0
        return bool(self.hidden)

    def _end_line(self) -> None:
        if self.lines[-1]:
            self.lines.append("")


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    return any(
        name == "hidden" or (name == "style" and _HIDING.search(value or ""))
        for name, value in attrs
    )


_NAMES = ("id", "class", "name")


def html_to_text(html: str) -> str:
    """Return the text of a page of HTML, however broken it is."""
    reader = _Reader()
    try:
        # Never closed: it would look for the end of each open tag, again and again.
        reader.feed(f"{html[:LONGEST]}\n<br>")
    except Exception:  # an assertion of the parser: what it has read so far will do
        reader.lines.append("")
    return "\n".join(line.rstrip() for line in reader.lines)
