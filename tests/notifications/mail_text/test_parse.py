"""Every mail is parsed as far as possible, without errors."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notifications.mail_text import headers
from notifications.mail_text.parse import (
    answers_of,
    message_id_of,
    message_of,
    parse_mail,
)
from tests.notifications.inbox.conftest import a_mail

CORPUS = [
    path.read_bytes() for path in (Path(__file__).parent / "corpus").glob("*.eml")
]
SLOW = settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck)
)


def assert_fits_any_database(source: bytes) -> None:
    letter, message = parse_mail(source), message_of(source)
    subject = headers.line(message, "Subject")
    told = [message_id_of(message), *answers_of(message), subject]
    texts = json.dumps([letter.__dict__, told], ensure_ascii=False)
    assert "\\u0000" not in texts, "PostgreSQL takes no NUL"
    texts.encode("utf-8")  # no lone surrogates either
    assert "\n" not in subject
    assert all(line.strip() and "\n" not in line for line in letter.own_lines)


def test_whole_reply_is_parsed() -> None:
    source = a_mail(
        "forest 3\n\n-- \nAlice\n",
        In_Reply_To="<turn@x>",
        References="<start@x> <mid@x> <turn@x>",
    )
    letter, message = parse_mail(source), message_of(source)
    assert message_id_of(message) == "<one@example.org>"
    assert headers.only_address(message, "From") == "alice@example.org"
    assert headers.line(message, "Subject") == "Re: your turn"
    assert letter.own_lines == ("forest 3",)
    assert answers_of(message) == ("<turn@x>", "<mid@x>", "<start@x>")
    assert not letter.is_automatic
    assert not letter.is_bounce


@pytest.mark.parametrize(
    ("charset", "text", "octets"),
    [
        ("utf-8", "숲 3", "숲 3".encode()),
        ("euc-kr", "숲 3", "숲 3".encode("euc-kr")),
        ("ks_c_5601-1987", "뷁 3", "뷁 3".encode("cp949")),
        ("iso-8859-1", "árbol", "árbol".encode("latin-1")),
        ("utf-16", "hut", "hut".encode("utf-16")),
        ("no-such-charset", "hut", b"hut"),
        ("rot13", "hut", b"hut"),
        ("unicode_escape", r"\N{x} \q", rb"\N{x} \q"),
        ("idna", "hut", b"hut"),
        ("utf-8\0", "hut", b"hut"),
        ("us-ascii", "árbol", "árbol".encode("cp1252")),
        ("", "hut", b"hut"),
    ],
)
def test_unusual_charsets_are_decoded(charset: str, text: str, octets: bytes) -> None:
    head = f"Content-Type: text/plain; charset={charset}\r\n\r\n"
    assert parse_mail(head.encode() + octets).own_lines == (text,)


@pytest.mark.parametrize(
    "html",
    [
        "<p>forest 3</p><p>hut</p>",
        "forest 3<br/>hut",
        "<div>forest&nbsp;3</div>\n<div><span>hu</span>t</div>",
        "<style>p{}</style><script>undo</script><title>undo</title>forest 3<br>hut",
        "<ul><li>forest 3<li>hut</ul>",
        "<table><tr><td>forest 3</td></tr><tr><td>hut",
        "<blockquote>undo</blockquote>forest 3<br>hut<hr>undo",
        "</blockquote></p>forest 3<p><!-- undo -->hut<![CDATA[",
        "forest 3<br>hut<br>--<br>undo",
        '<div style="display:none">undo<div>undo</div>undo</div>forest 3<br>hut',
        'forest 3<p style="color:red; DISPLAY : none !important">undo<p>hut',
        'forest 3<div><p style="display:none">undo</div>hut',
        'forest 3<p style="display:none">undo<div>hut</div>',
        '<table><tr><td style="display:none">undo</tr></table>forest 3<p>hut',
        "<ul><li hidden><p>undo</p>undo<li>forest 3<li>hut</ul>",
        "<blockquote>undo<p hidden>undo</blockquote>forest 3<br>hut",
        "forest 3<br>hut<blockquote type=cite><blockquote hidden>1</blockquote>undo",
        '<span hidden>undo<hr></span>forest 3<img style="display:none"><br>hut',
        '<div style="display:none"><blockquote>undo</div>forest 3<br>hut',
        '<div style="display:block">forest 3</div><div style="">hut</div>',
    ],
)
def test_html_is_converted_to_visible_text(html: str) -> None:
    source = b"Content-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    assert parse_mail(source).own_lines == ("forest 3", "hut")


@pytest.mark.parametrize(
    ("kind", "text", "paragraphs"),
    [
        ("plain", "one \r\ntwo\r\nthree", (("one", "two", "three"),)),
        ("plain; format=flowed", "one \r\ntwo\r\nthree", (("one two",), ("three",))),
        (
            "plain; Format=Flowed; DelSp=Yes",
            "on \r\ne\r\n> 1 \r\n2",
            (("one",), ("2",)),
        ),
        ("plain; format=flowed", "one \r\n\r\ntwo", (("one",), ("two",))),
        ("plain; format=flowed", "one \r\n> two \r\n> three\r\n", (("one",),)),
        ("plain; format=flowed", " From one \r\n two\r\n", (("From one two",),)),
        ("plain; format=flowed", "one \r\n-- \r\ntwo", (("one",),)),
        ("plain; format=fixed", "one\r\ntwo\r\n\r\n3", (("one", "two"), ("3",))),
        ("html", "one<br>two", (("one",), ("two",))),
    ],
)
def test_line_ends_are_recognised(
    kind: str, text: str, paragraphs: tuple[tuple[str, ...], ...]
) -> None:
    source = f"Content-Type: text/{kind}\r\n\r\n{text}".encode()
    assert parse_mail(source).paragraphs == paragraphs


BROKEN = {
    "nothing": b"",
    "nul": b"\0" * 1000,
    "no end of headers": b"Subject: x",
    "a header without end": b"Subject: " + b"x" * 1_000_000,
    "a million addresses": b"From: " + b"a@b.c, " * 100_000 + b"\r\n\r\nhut",
    "brackets": b"From: "
    + b"(" * 50_000
    + b"\r\nTo: "
    + b"<" * 50_000
    + b"\r\n\r\nhut",
    "message id": b"Message-ID: [\r\nIn-Reply-To: <<<[[\r\n\r\nhut",
    "encoded": b"Subject: =?utf-8?q?" + b"=00=ED=A0=80" * 50 + b"?=\r\n\r\nhut",
    "unknown word": b"Subject: =?x-none?b?////?= =?utf-8?z?a?=\r\n\r\nhut",
    "type": b'Content-Type: text/plain; charset="\r\n\r\nhut',
    "types": b"Content-Type: ;;;;=;\r\nContent-Type: text/html\r\n\r\n<p>hut",
    "transfer": b"Content-Transfer-Encoding: base64\r\n\r\n*(&^%$=\r\n====",
    "uuencoded": b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 6 x\r\n!!!",
    "no boundary": b"Content-Type: multipart/mixed\r\n\r\n--\r\nhut",
    "never closed": b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n',
    "header in the body": b"Subject: a\r\n\r\nBcc: x@example.org\r\n\r\nhut",
    "folded": b"Subject: a\r\n \r\n\t\r\n Bcc: x@example.org\r\n\r\nhut",
    "encoded line ends": b"Subject: =?utf-8?q?a=0D=0ABcc:_x@example.org?=\r\n\r\nhut",
    "disposition": b"Content-Disposition: \"'*=;=\xff\r\n\r\nhut",
    "surrogates": b"From: \xed\xa0\x80@example.org\r\n\r\n\xed\xa0\x80",
    "open tags": b"Content-Type: text/html\r\n\r\n" + b"<a " * 200_000,
    "open comment": b"Content-Type: text/html\r\n\r\n" + b"<!--" * 100_000,
    "references": b"Content-Type: text/html\r\n\r\n" + b"&#1114112;&#55296;&#0;" * 1000,
}


def nested(depth: int) -> bytes:
    parts = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n)
        for n in range(depth)
    )
    return parts + b"\r\nhut"


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN)
def test_broken_mails_are_parsed(source: bytes) -> None:
    assert_fits_any_database(source)
    sender = headers.only_address(message_of(source), "From")
    assert "Bcc" not in sender
    assert sender != "alice@example.org"


@pytest.mark.parametrize("depth", [10, 500, 3000])
def test_deeply_nested_mail_is_parsed(depth: int) -> None:
    assert_fits_any_database(nested(depth))


@pytest.mark.long
def test_mail_of_twenty_megabytes_is_parsed() -> None:
    assert_fits_any_database(a_mail("forest 3\n" * 2_000_000))
    assert_fits_any_database(random.Random(1).randbytes(20_000_000))


@given(source=st.binary(max_size=2000))
@SLOW
def test_any_bytes_are_parsed(source: bytes) -> None:
    assert_fits_any_database(source)


@given(data=st.data())
@SLOW
def test_real_mails_with_changed_bytes_are_parsed(data: st.DataObject) -> None:
    source = bytearray(data.draw(st.sampled_from(CORPUS)))
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(source)))
        cut = data.draw(st.integers(0, 40))
        source[at : at + cut] = data.draw(st.binary(max_size=20) | SPICES)
    assert_fits_any_database(bytes(source))


SPICES = st.sampled_from(
    [
        *(
            b"\r\n",
            b"\r\n\r\n",
            b"\0",
            b"\r",
            b"=?utf-8?q?",
            b"?=",
            b"--b",
            b"boundary=",
        ),
        *(b"Content-Type: multipart/mixed\r\n", b"charset=", b"<", b">", b"\xff\xfe"),
        *(b"\xed\xa0\x80", b"base64", b"From: alice@example.org\r\n", b'"', b"(", b";"),
    ]
)


@given(text=st.text(max_size=500))
@SLOW
def test_any_text_is_parsed(text: str) -> None:
    octets = text.encode("utf-8", "surrogatepass")
    for kind in (b"plain", b"html"):
        head = b"Content-Type: text/%s; charset=utf-8\r\n\r\n" % kind
        assert_fits_any_database(head + octets)
