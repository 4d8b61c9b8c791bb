"""What a server's refusal is about: the address, or only this mail."""

import smtplib

import pytest
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core.exceptions import ImproperlyConfigured

from notifications.delivery_status.smtp_answers import (
    describe_error,
    is_address_refused,
    is_permanent,
)


def rcpt(code: int, words: str) -> Exception:
    return smtplib.SMTPRecipientsRefused({"bob@example.org": (code, words.encode())})


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (550, "5.1.1 no such user"),
        (550, "No such user here"),
        (551, "User not local"),
        (553, "5.1.3 bad address syntax"),
        (554, "5.2.1 mailbox disabled"),
        (556, "5.1.10 the domain accepts no mail"),
    ],
)
def test_nobody_is_there(code: int, words: str) -> None:
    assert is_permanent(rcpt(code, words))
    assert is_address_refused(rcpt(code, words))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (554, "5.7.1 spam"),
        (552, "5.3.4 too big"),
        (552, "5.2.2 mailbox full"),
        (550, "5.7.26 unauthenticated"),
        (550, "5.1.8 sender's domain does not exist"),
        (550, "blocked by our policy"),
        (550, "relaying denied"),
        (550, "Sender verify failed"),
        (553, "sender address rejected: not owned by user"),
        (550, "your address 5.1.1.1 is on a blocklist"),
        (554, "transaction failed"),
        (521, "we take no mail"),
    ],
)
def test_the_mail_is_not_liked(code: int, words: str) -> None:
    assert is_permanent(rcpt(code, words))
    assert not is_address_refused(rcpt(code, words))


@pytest.mark.parametrize(
    "error",
    [
        rcpt(450, "greylisted"),
        rcpt(-1, "what?"),
        smtplib.SMTPDataError(451, b"later"),
        smtplib.SMTPSenderRefused(550, b"5.1.1 no", "us"),
        TimeoutError("slow"),
    ],
)
def test_what_may_pass(error: Exception) -> None:
    assert not is_permanent(error)
    assert not is_address_refused(error)


def test_a_refusal_of_the_content_speaks_of_the_address_only_by_its_code() -> None:
    assert is_address_refused(smtplib.SMTPDataError(550, b"5.1.1 no such user"))
    assert not is_address_refused(smtplib.SMTPDataError(550, b"no such user"))


def test_a_provider_refuses_its_suppressed_recipients_for_good() -> None:
    """Why, it says by an event; this alone marks nobody."""
    error = AnymailRecipientsRefused()
    assert is_permanent(error)
    assert not is_address_refused(error)


def test_words_become_one_line_that_any_database_takes() -> None:
    assert describe_error(rcpt(550, "no\r\n\0such   user")) == "550 no such user"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (smtplib.SMTPServerDisconnected("please run connect() first"),
         "please run connect() first"),
        (TimeoutError("timed out"), "timed out"),
        (ConnectionResetError(), "the server did not answer"),
        (ImproperlyConfigured("set the key"), "set the key"),
        (AnymailAPIError("the provider\nsays no"), "the provider says no"),
        (FileNotFoundError(2, "No such file", "/srv/font.ttf"),
        "it could not be rendered; see the log"),
        (KeyError("nonsense"), "it could not be rendered; see the log"),
    ],
)  # fmt: skip
def test_no_name_of_an_exception_is_told_to_people(
    error: Exception, words: str
) -> None:
    assert describe_error(error) == words
