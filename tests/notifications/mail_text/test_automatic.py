"""Automatic mails are recognised by their headers."""

import pytest

from notifications.mail_text.parse import REACTION, parse_mail
from tests.notifications.inbox.conftest import a_mail


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Auto-Submitted", "auto-replied"),
        ("Auto-Submitted", "auto-generated; owner-email=x"),
        ("Precedence", "bulk"),
        ("Precedence", "Auto_Reply"),
        ("X-Autoreply", "yes"),
        ("List-Id", "<a.example.org>"),
        ("X-Failed-Recipients", "a@example.org"),
        ("Return-Path", "<>"),
        ("Return-Path", "<MAILER-DAEMON@example.org>"),
    ],
)
def test_header_reveals_a_machine(name: str, value: str) -> None:
    assert parse_mail(a_mail(**{name: value})).why_automatic == name


@pytest.mark.parametrize(
    "sender",
    ["MAILER-DAEMON@example.org", "no-reply@example.org", "bounces+1@example.org"],
)
def test_sender_reveals_a_machine(sender: str) -> None:
    assert parse_mail(a_mail(sender=sender)).why_automatic == "From"


@pytest.mark.parametrize(
    "subject",
    [
        *("Automatic reply: your turn", "Out of office: back in June", "Auto-Reply: x"),
        *("Respuesta automática: x", "Resposta automática: x", "자동 회신: x"),
        *("Risposta automatica: x", "부재중: x"),
    ],
)
def test_subject_reveals_a_machine_together_with_a_header(subject: str) -> None:
    marked = a_mail(**{"X-Auto-Response-Suppress": "All"})
    source = marked.replace(b"Re: your turn", subject.encode())
    assert parse_mail(source).why_automatic == "Subject, X-Auto-Response-Suppress"
    source = a_mail().replace(b"Re: your turn", subject.encode())
    assert not parse_mail(source).is_automatic


def test_emoji_reaction_is_automatic() -> None:
    """Gmail sends reactions as an extra part between text and HTML."""
    reaction = (
        b"From: alice@example.org\r\nSubject: Re: Your turn\r\n"
        b'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n'
        b"\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        b"\xf0\x9f\x91\x8d Alice reacted via Gmail\r\n"
        b"--b\r\nContent-Type: text/vnd.google.email-reaction+json\r\n\r\n"
        b'{"emoji": "\xf0\x9f\x91\x8d", "version": 1}\r\n'
        b"--b\r\nContent-Type: text/html\r\n\r\n<p>2</p>\r\n--b--\r\n"
    )
    assert parse_mail(reaction).why_automatic == REACTION


def test_report_is_a_bounce() -> None:
    report = (
        b"From: x@example.org\r\nContent-Type: multipart/report;"
        b' report-type=delivery-status; boundary="b"\r\n\r\n'
        b"--b\r\n\r\nforest 3\r\n--b--"
    )
    letter = parse_mail(report)
    assert letter.is_bounce
    assert letter.is_automatic


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Auto-Submitted", "no"),
        ("Precedence", "first-class"),
        ("Return-Path", "<bob@example.org>"),
        ("X-Mailer", "autoreply"),
    ],
)
def test_persons_mail_is_not_automatic(name: str, value: str) -> None:
    letter = parse_mail(a_mail(**{name: value}))
    assert not letter.is_automatic
    assert not letter.is_bounce
    assert letter.own_lines == ("forest 3",)


def test_only_the_topmost_return_path_counts() -> None:
    source = b"Return-Path: <a@example.org>\r\nReturn-Path: <>\r\n" + a_mail()
    assert not parse_mail(source).is_automatic
