"""Reports of common servers are parsed, and others do no harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.delivery_status.reports import LONGEST, DeliveryReport, report_of
from notifications.models import OutgoingMail
from tests.notifications.delivery_status.conftest import CORPUS, source_of

MAIL = OutgoingMail(pk=7, message_id="<your_turn.7@stoneage.example>")
#: name: (hard, delayed)
SHAPES = {
    "postfix": (True, False),
    "exim": (True, False),
    "outlook": (True, False),
    "gmail": (True, False),
    "qmail": (True, False),
    "postfix_disabled": (True, False),
    "postfix_no_such_domain": (True, False),
    "postfix_spam": (False, False),
    "postfix_too_big": (False, False),
    "postfix_full": (False, False),
    "postfix_gave_up": (False, False),
    "postfix_without_code": (False, False),
    "postfix_delayed": (False, True),
}


def read(name: str) -> DeliveryReport | None:
    return report_of(source_of(name, MAIL))


@pytest.mark.parametrize("name", SHAPES)
def test_report_is_parsed(name: str) -> None:
    report = read(name)
    assert report is not None
    assert (report.is_hard, report.is_delay) == SHAPES[name]
    assert report.recipients == {"bob@example.org"}
    assert report.message_ids == (MAIL.message_id,)
    assert report.words


def test_words_are_the_servers() -> None:
    report = read("postfix_full")
    assert report is not None
    assert report.words == "552 5.2.2 Mailbox is full"


@pytest.mark.parametrize(
    "name", ["vacation", "vacation_left", "vacation_with_report", "sieve_reject"]
)
def test_automatic_reply_is_no_report(name: str) -> None:
    """Even if it looks like one: it shows that the mail has arrived."""
    assert read(name) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"report-type=delivery-status", b"report-type=disposition-notification"),
        (b"multipart/report", b"multipart/mixed"),
    ],
)
def test_automatic_reply_counts_only_as_a_standard_report(
    old: bytes, new: bytes
) -> None:
    source = source_of("postfix", MAIL)
    assert source.count(old) == 1
    assert report_of(source.replace(old, new)) is None


def test_words_of_the_returned_mail_are_ignored() -> None:
    """Exim's report ends with our mail, which mentions spam and quotas here."""
    source = source_of("exim", MAIL)
    assert b"spam" in source.partition(b"copy of the message")[2]
    report = report_of(source)
    assert report is not None
    assert report.is_hard


def test_huge_report_is_read_at_its_beginning() -> None:
    source = source_of("postfix", MAIL) + b"x" * 20 * LONGEST
    report = report_of(source)
    assert report is not None
    assert report.is_hard


def test_deeply_nested_report_ends_somewhere() -> None:
    nested = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" * 5000
    assert report_of(nested) is None


@given(st.binary(max_size=2000))
def test_any_bytes_are_harmless(noise: bytes) -> None:
    report_of(noise)


@given(
    st.sampled_from(sorted(path.stem for path in CORPUS.glob("*.eml"))),
    st.integers(0, 4000),
    st.integers(0, 400),
    st.binary(max_size=60),
)
def test_broken_reports_are_harmless(
    name: str, start: int, length: int, noise: bytes
) -> None:
    source = source_of(name, MAIL)
    report_of(source[:start] + noise + source[start + length :])
