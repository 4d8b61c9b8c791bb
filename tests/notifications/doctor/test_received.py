"""The doctor's checks of a received mail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.doctor.observations import Grade, Observation
from notifications.doctor.received import check_received

DOMAIN = "stoneage.example"
ARRIVED = """\
Received: from mail.stoneage.example (mail.stoneage.example [203.0.113.7])
\tby mx.example.org with ESMTPS id 1; Tue, 24 Nov 2026 08:00:00 +0000
Received: from web ([10.0.0.2]) by mail.stoneage.example with SMTP id 2;
\tTue, 24 Nov 2026 08:00:00 +0000
Authentication-Results: mx.example.org; dkim=pass header.d=stoneage.example;
\tspf=pass smtp.mailfrom=bounces@in.stoneage.example; dmarc=pass
\theader.from=stoneage.example
Authentication-Results: forged.example; dmarc=fail
DKIM-Signature: v=1; a=rsa-sha256; bh=d=x; d=stoneage.example; s=s1;
\th=From:To:List-Unsubscribe:List-Unsubscribe-Post; b=abc
List-Unsubscribe: <https://stoneage.example/x>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
From: Stone Age by Mail <play@stoneage.example>
To: ana@example.org
Subject: Your turn

Hello
"""


def read(source: str) -> list[Observation]:
    return list(check_received(source.encode(), DOMAIN))


def amiss(source: str) -> Observation:
    (found,) = [each for each in read(source) if each.grade is not Grade.GOOD]
    return found


def test_good_mail_passes() -> None:
    assert [each.sentence for each in read(ARRIVED)] == [
        "SPF passed at mx.example.org.",
        "DKIM passed at mx.example.org.",
        "DMARC passed at mx.example.org.",
        "It is signed for stoneage.example.",
        "It has signed List-Unsubscribe headers.",
        "1 of 2 servers on its way used TLS.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "grade", "words"),
    [
        ("spf=pass", "spf=softfail", Grade.BAD, "SPF at mx.example.org: softfail"),
        ("dkim=pass", "dkim=fail", Grade.BAD, "DKIM at mx.example.org: fail"),
        ("dmarc=pass", "dmarc=fail", Grade.BAD, "DMARC at mx.example.org: fail"),
        (
            "dkim=pass header.d=stoneage.example;",
            "",
            Grade.UNSURE,
            "says nothing about DKIM",
        ),
        (" d=stoneage.example", " d=provider.example", Grade.BAD, "and not for"),
        (":List-Unsubscribe-Post", "", Grade.UNSURE, "List-Unsubscribe is not signed"),
        ("ESMTPS", "ESMTP", Grade.UNSURE, "No server on its way"),
        ("play@stoneage.example", "a@b.stoneage.example", Grade.UNSURE, "ours are"),
    ],
)
def test_each_fault_is_reported(old: str, new: str, grade: Grade, words: str) -> None:
    found = amiss(ARRIVED.replace(old, new))
    assert found.grade is grade
    assert words in found.sentence
    assert found.remedy.endswith(".")


def test_missing_headers_are_reported() -> None:
    bare = "From: play@stoneage.example\nSubject: x\n\nHello\n"
    sentences = " ".join(each.sentence for each in read(bare))
    assert "added no authentication results" in sentences
    assert "is not signed (DKIM)" in sentences
    assert "List-Unsubscribe" in sentences


def test_malformed_verdict_is_ignored() -> None:
    start = ARRIVED.index("Authentication-Results")
    end = ARRIVED.index("DKIM-Signature")
    nonsense = f"{ARRIVED[:start]}Authentication-Results: ((\n{ARRIVED[end:]}"
    assert "added no authentication results" in amiss(nonsense).sentence


@pytest.mark.parametrize("source", [b"", b"\xff\xfe\x00", b"Subject: x\n\nFrom: a@b\n"])
def test_invalid_mail_is_reported(source: bytes) -> None:
    (found,) = check_received(source, DOMAIN)
    assert found.grade is Grade.BAD
    assert "not a mail" in found.sentence


@given(source=st.binary(max_size=400))
def test_any_bytes_are_read(source: bytes) -> None:
    head = b"From: play@stoneage.example\nDKIM-Signature: " + source
    assert list(check_received(head, DOMAIN))
