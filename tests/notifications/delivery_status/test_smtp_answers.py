"""What a refusal concerns: the address, or only this mail."""

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
def test_unknown_address_is_recognised(code: int, words: str) -> None:
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
def test_rejected_mail_is_recognised(code: int, words: str) -> None:
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
def test_temporary_refusal_is_recognised(error: Exception) -> None:
    assert not is_permanent(error)
    assert not is_address_refused(error)


def test_refusal_after_data_concerns_the_address_only_with_a_code() -> None:
    assert is_address_refused(smtplib.SMTPDataError(550, b"5.1.1 no such user"))
    assert not is_address_refused(smtplib.SMTPDataError(550, b"no such user"))


def test_providers_suppressed_recipient_is_a_permanent_refusal() -> None:
    """The reason comes later in an event; this alone marks nobody."""
    error = AnymailRecipientsRefused()
    assert is_permanent(error)
    assert not is_address_refused(error)


def test_words_become_one_storable_line() -> None:
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
def test_names_of_exceptions_are_not_shown(error: Exception, words: str) -> None:
    assert describe_error(error) == words
