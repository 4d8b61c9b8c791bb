"""Converting HTML to the text that its reader sees, with quotes marked by ">"."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

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
_BLANKS = re.compile(r"[ \t\r\n\f]+")


def html_to_text(html: str) -> str:
    """Return the text of an HTML page, even a broken one."""
    lines = [""]
    depth = 0
    for node, is_end in _walk(LexborHTMLParser(storable_text(html[:LONGEST])).root):
        tag = node.tag
        if tag in _BLOCKS and lines[-1]:
            lines.append("")
        if tag == "blockquote":
            depth += -1 if is_end else 1
        if is_end:
            continue
        if tag == "hr" or _begins_quote(node):
            lines += ["", RULE, ""]
        elif tag == "br":
            lines.append("")
        elif tag == "-text":
            text = _BLANKS.sub(" ", node.text_content or "")
            if not lines[-1] and (text := text.lstrip(" ")):
                text = "> " * depth + text
            lines[-1] += text
    return "\n".join(line.rstrip() for line in lines)


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
