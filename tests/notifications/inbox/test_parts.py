"""Mails of several parts: what was typed is read once, files and mails are not."""

import pytest

from notifications.inbox.parsing import letter_of


def parts(kind: str, *parts: tuple[str, str]) -> bytes:
    """Return a mail of several parts, each with its headers and its text."""
    within = "".join(f"--b\r\n{head}\r\n\r\n{text}\r\n" for head, text in parts)
    return f'Content-Type: {kind}; boundary="b"\r\n\r\n{within}--b--\r\n'.encode()


HTML = ("Content-Type: text/html", "<p>hut")
PLAIN = ("Content-Type: text/plain", "hut")
BLANK = ("Content-Type: text/plain", " ")
PICTURE = ("Content-Type: image/png\r\nContent-Disposition: inline", "undo")
MAIL = ("Content-Type: message/rfc822", "Subject: x\r\n\r\nundo\r\n")
FILES = [
    ("Content-Disposition: attachment; filename=a.txt", "undo"),
    ("Content-Disposition: attachment", "undo"),
    ("Content-Disposition: inline; filename=a.txt", "undo"),
    ("Content-Type: text/plain; name=list.txt", "undo"),
    ('Content-Type: text/html; name="a.html"', "undo"),
    MAIL,
]


@pytest.mark.parametrize("file", FILES)
def test_attachments_are_no_text(file: tuple[str, str]) -> None:
    for typed in (PLAIN, HTML):
        assert letter_of(parts("multipart/mixed", typed, file)).own_lines == ("hut",)
        assert letter_of(parts("multipart/mixed", file, typed)).own_lines == ("hut",)
    assert letter_of(parts("multipart/mixed", BLANK, file)).own_lines == ()
    assert letter_of(parts("multipart/mixed", file)).own_lines == ()


@pytest.mark.parametrize(
    ("kind", "found", "lines"),
    [
        ("mixed", (PLAIN, PICTURE, PLAIN), ("hut", "hut")),
        ("mixed", (HTML, PICTURE, HTML), ("hut", "hut")),
        ("mixed", (PLAIN, HTML), ("hut",)),
        ("mixed", (HTML, PLAIN), ("hut",)),
        ("mixed", (BLANK, HTML), ("hut",)),
        ("alternative", (HTML, PLAIN), ("hut",)),
        ("alternative", (BLANK, HTML), ("hut",)),
        ("related", (HTML, PICTURE, HTML), ("hut",)),
        ("digest", (MAIL, MAIL), ()),
    ],
)
def test_a_text_in_several_parts(
    kind: str, found: tuple[tuple[str, str], ...], lines: tuple[str, ...]
) -> None:
    assert letter_of(parts(f"multipart/{kind}", *found)).own_lines == lines
