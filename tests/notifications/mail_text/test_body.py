"""Multipart mails: each text is read once, files and enclosed mails are not."""

import pytest

from notifications.mail_text.parse import parse_mail


def parts(kind: str, *parts: tuple[str, str]) -> bytes:
    """Return a multipart mail, given the headers and text of each part."""
    within = "".join(f"--b\r\n{head}\r\n\r\n{text}\r\n" for head, text in parts)
    return f'Content-Type: {kind}; boundary="b"\r\n\r\n{within}--b--\r\n'.encode()


HTML = ("Content-Type: text/html", "<p>hut")
PLAIN = ("Content-Type: text/plain", "hut")
BLANK = ("Content-Type: text/plain", " ")
PICTURE = ("Content-Type: image/png\r\nContent-Disposition: inline", "undo")
MAIL = ("Content-Type: message/rfc822", "Subject: x\r\n\r\nundo\r\n")
NAMED = [
    ("Content-Disposition: inline; filename=a.txt", "undo"),
    ("Content-Type: text/plain; name=list.txt", "undo"),
    ('Content-Type: text/html; name="a.html"', "undo"),
]
FILES = [
    ("Content-Disposition: attachment; filename=a.txt", "undo"),
    ("Content-Disposition: attachment", "undo"),
    MAIL,
]


@pytest.mark.parametrize("file", NAMED + FILES)
def test_attachments_are_ignored(file: tuple[str, str]) -> None:
    for typed in (PLAIN, HTML):
        assert parse_mail(parts("multipart/mixed", typed, file)).own_lines == ("hut",)
        assert parse_mail(parts("multipart/mixed", file, typed)).own_lines == ("hut",)
    assert parse_mail(parts("multipart/mixed", BLANK, file)).own_lines == ()


def test_text_with_a_file_name_is_read_if_it_is_the_only_text() -> None:
    for text in NAMED:
        found = parts("multipart/mixed", text, PICTURE, *FILES, NAMED[0])
        assert parse_mail(found).own_lines == ("undo",)
        head, words = text
        assert parse_mail(f"{head}\r\n\r\n{words}".encode()).own_lines == ("undo",)
    for file in FILES:
        assert parse_mail(parts("multipart/mixed", file)).own_lines == ()


@pytest.mark.parametrize("boundary", ["=_a=b", "----=_Part_1.2=", '"=_a=b"'])
def test_boundary_may_contain_any_character(boundary: str) -> None:
    bare = boundary.strip('"')
    head = f"Content-Type: multipart/alternative; boundary={boundary}; charset=utf-8"
    within = f"--{bare}\r\n{PLAIN[0]}\r\n\r\nhut\r\n--{bare}--\r\n"
    assert parse_mail(f"{head}\r\n\r\n{within}".encode()).own_lines == ("hut",)


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
def test_several_text_parts_are_joined(
    kind: str, found: tuple[tuple[str, str], ...], lines: tuple[str, ...]
) -> None:
    assert parse_mail(parts(f"multipart/{kind}", *found)).own_lines == lines
