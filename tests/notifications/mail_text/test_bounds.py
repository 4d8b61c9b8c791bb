"""Mails built to slow down parsers are recognised before parsing."""

from time import process_time

import pytest

from notifications.inbox import process
from notifications.mail_text import bounds
from notifications.mail_text.parse import parse_mail
from tests.notifications.inbox.conftest import a_mail

HEAD = b"From: alice@example.org\r\nMessage-ID: <one@example.org>\r\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
PART = b"--b\r\n\r\nx\r\n"
PLAIN = b"Content-Type: text/plain;"


def nested(depth: int) -> bytes:
    """Return nested parts."""
    each = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"
    return HEAD + b"".join(each % (n, n) for n in range(depth)) + b"\r\nhut"


TANGLES = {
    "parameters": HEAD + PLAIN + b" a*0*=x;" * 6_000 + b"\r\n\r\nhut",
    "parameters, folded": HEAD + PLAIN + b"\r\n a*0*=x;" * 6_000 + b"\r\n\r\nhut",
    "parameters of a part": MIXED + b"--b\r" + PLAIN + b" a=x;" * 6_000 + b"\r\rhut",
    "one long parameter": HEAD + PLAIN + b" a=" + b"x" * 40_000 + b"\r\n\r\nhut",
    "a disposition": HEAD + b"content-disposition: x" + b";a=x" * 21 + b"\n\nhut",
    "parts": MIXED + PART * 180_000,
    "a few parts too many": MIXED + PART * (bounds.MOST_PARTS + 1),
    "parts within parts": nested(5_000),
    "mails within mails": HEAD + b"Content-Type: Message/RFC822\n\n" * 51,
    "headers": HEAD + b"a: b\r\n" * 140_000 + b"\r\nhut",
    "one long header": HEAD + b"Subject: " + b"x" * 70_000 + b"\r\n\r\nhut",
    "lines": HEAD + b"\r\n" + b"\n" * 300_000,
    "a long report": HEAD
    + b"Content-Type: message/delivery-status\n\n"
    + b"\n" * 9_000,
}


@pytest.mark.parametrize("source", TANGLES.values(), ids=TANGLES)
def test_tangled_mail_is_recognised_quickly(source: bytes) -> None:
    begun = process_time()
    assert not bounds.is_plain(source)
    assert process_time() - begun < 1


def test_ordinary_mails_are_within_bounds() -> None:
    picture = b"--b\r\nContent-Type: image/png; name=x.png\r\n\r\n" + b"x" * 70_000
    within = [
        a_mail("forest 3\n" * 5_000),
        nested(20),
        MIXED + PART + picture * 25,
        HEAD + b"Received: from a by b\r\n\tfor c;\r\n" * 500 + b"\r\nhut",
        HEAD + PLAIN + b"".join(b" name*%d=a;" % n for n in range(15)) + b"\n\nhut",
    ]
    assert all(map(bounds.is_plain, within))


def test_mail_just_within_bounds_is_parsed_quickly() -> None:
    kind = PLAIN + b" a*0*=x;" * (bounds.MOST_PARAMETERS - 1)
    parts = MIXED + (b"--b\r\n" + kind + b"\r\n\r\nx\r\n") * bounds.MOST_PARTS
    deep = nested(bounds.DEEPEST) + b"\nx" * 90_000
    report = HEAD + b"Content-Type: message/delivery-status\n\n" + b"a: b\n\n" * 4_900
    for source in (parts, deep, report):
        assert bounds.is_plain(source)
        begun = process_time()
        parse_mail(source)
        assert process_time() - begun < process.LONGEST_READING
