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


def html(body: str) -> tuple[str, ...]:
    """Return the own lines of a mail that has only HTML."""
    source = f"Content-Type: text/html; charset=utf-8\r\n\r\n{body}"
    return parse_mail(source.encode()).own_lines


GMAILS_INDENT = '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">'


@pytest.mark.parametrize(
    "body",
    [
        "<blockquote>hut</blockquote>",
        "<p>Hi!</p><blockquote><p>hut</p></blockquote>",
        "<p>Hi!</p><blockquote><blockquote>hut</blockquote></blockquote><p> </p>",
        "<p>Hi!</p><blockquote style='margin-top:0'>hut</blockquote>",
        f"<p>Hi!</p>{GMAILS_INDENT}hut</blockquote>",
        f"<p>Hi!</p>{GMAILS_INDENT}{GMAILS_INDENT}hut</blockquote></blockquote>",
        f"<p>My move:</p>{GMAILS_INDENT}hut</blockquote><p>Ana",
        f"{GMAILS_INDENT}hut</blockquote><div>On 3 May 2026 Bo wrote:</div>"
        "<blockquote class=gmail_quote>undo</blockquote>",
    ],
)
def test_indented_text_is_ones_own(body: str) -> None:
    assert "hut" in html(body)
    assert "undo" not in html(body)


def test_several_indented_blocks_at_the_end_are_ones_own() -> None:
    block = "<blockquote>{}</blockquote>"
    assert html(block.format("hut") + block.format("forest 3")) == ("hut", "forest 3")


@pytest.mark.parametrize(
    "quote",
    [
        "<blockquote type=cite>undo</blockquote>",
        "<blockquote class=gmail_quote>undo</blockquote>",
        "<blockquote style='border-left:1px solid'>undo</blockquote>",
        "<blockquote style='border:none;border-left:1px solid'>undo</blockquote>",
        "<blockquote><blockquote type=cite>undo</blockquote></blockquote>",
        "<blockquote>undo<a href='https://x.example'>Play</a></blockquote>",
        "<blockquote>undo<br>https://x.example/play</blockquote>",
        "<blockquote><table><tr><td>undo</table></blockquote>",
        "<div>2026-05-03, Bo:</div><blockquote>undo</blockquote>",
        "<div>3 maj, Bo wrote：</div><blockquote>undo</blockquote>",  # noqa: RUF001
        f"<blockquote type=cite>{GMAILS_INDENT}undo</blockquote></blockquote>",
    ],
)
def test_quotes_are_not_ones_own(quote: str) -> None:
    assert "undo" not in html(f"<p>hut</p>{quote}")


def test_block_above_an_answer_is_a_quote() -> None:
    """Who answers a selected line may have no introduction above it."""
    assert html("<blockquote>undo</blockquote><p>hut</p>") == ("hut",)
    split = "<blockquote>undo</blockquote><p>hut</p><blockquote>undo</blockquote>"
    assert html(f"<p>3 May, Bo:</p>{split}")[-1] == "hut"
