"""config/monitoring/log_lines.py: no secret link is logged."""

import io
import logging

import pytest
from django.core.signing import Signer

from config.monitoring.log_lines import RedactingFormatter, redact

#: Signed by a TimestampSigner, at the same time in all test processes.
TOKEN = Signer(key="k", salt="play").sign("12:0:1xUlnx")


@pytest.mark.parametrize(
    "text",
    [
        f"Not Found: /play/{TOKEN}/",
        f"Forbidden (CSRF token missing.): /invitation/{TOKEN}/",
        f'"GET /sign-in/{TOKEN}/?next=/games/ HTTP/1.1" 200',
        f"something else with {TOKEN} in it",
        f"/mail/{TOKEN.replace(':', '%3A')}/",
        "/play/short/",
    ],
)
def test_tokens_are_redacted(text):
    assert TOKEN.rpartition(":")[2] not in redact(text)
    assert "[token]" in redact(text)


def test_addresses_are_redacted():
    refusal = "Mail 7 was refused for good: 550 5.1.1 <Bob.B+x@mail.example.org>: no"
    assert redact(refusal) == "Mail 7 was refused for good: 550 5.1.1 <[address]>: no"


@pytest.mark.parametrize("about", ["", "-4711"])
@pytest.mark.parametrize(("plus", "at"), [("+", "@"), ("%2B", "@"), ("%2b", "%40")])
def test_seat_addresses_are_redacted_everywhere(about, plus, at):
    address = f"play{plus}17-q7h2k4m5n6p3r2s7t4uv{about}{at}localhost"
    assert redact(f"to {address}") == "to [address]"
    assert redact(f"see mailto:{address}?body=hut") == "see mailto:[address]?body=hut"


@pytest.mark.parametrize(
    "text",
    [
        "celery@host ready.",
        "Not Found: /games/abcdefghij/history/",
        "/sign-in/",
        "2026-11-20 19:52:15,260 ERROR celery.beat: Message Error",
        "head " + "0123456789abcdef" * 4,
    ],
)
def test_other_text_is_unchanged(text):
    assert redact(text) == text


def test_arguments_and_tracebacks_are_redacted():
    try:
        raise ValueError(f"/play/{TOKEN}/")
    except ValueError as error:
        exception = (ValueError, error, error.__traceback__)
    record = logging.LogRecord(
        "any", logging.ERROR, "", 0, "at %s", (f"/play/{TOKEN}/",), exception
    )
    text = RedactingFormatter("%(message)s").format(record)
    assert "Traceback" in text
    assert TOKEN not in text


@pytest.mark.django_db
def test_failing_request_does_not_log_its_link(client, caplog):
    caplog.set_level("WARNING", logger="django.request")
    (handler,) = (
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler.formatter, RedactingFormatter)
    )
    output = io.StringIO()
    before = handler.setStream(output)
    try:
        client.get(f"/no-such-page/{TOKEN}/")
    finally:
        handler.setStream(before)
    assert "Not Found: /no-such-page/[token]/" in output.getvalue()
    assert TOKEN not in output.getvalue()


def test_django_logs_only_through_the_redaction():
    for name in ("django", "django.server", "django.request"):
        assert logging.getLogger(name).handlers == []


def test_refused_page_is_not_logged_as_an_error():
    assert logging.getLogger("django.request").level == logging.ERROR
