"""What a request says of its body: what cannot be read is refused, in one line."""

import io
import logging
from typing import Any

import pytest

from config.wsgi import application

NOT_TEXT = (
    *("idna", "punycode", "undefined", "hex", "rot13", "base64", "uu", "quopri"),
    *("zlib_codec", "bz2_codec", "utf-16", "unicode_escape", "nosuch", "", "a" * 5000),
)
FORMS = ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded")
#: Where a charset stands beside the usual place, and what is no parameter at all.
ODD = (
    "charset*=idna''%ff",
    "charset*0*=undefined''x",
    "boundary*=nosuch''x",
    "boundary*=punycode''%ff",
    "charset=utf\0",
)


def answer(
    content_type: str,
    method: str = "POST",
    body: bytes = b"",
    path: str = "/sign-in/",
) -> str:
    """Ask the application as a web server does; return the status."""
    statuses: list[str] = []
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "next=%2F",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    application(environ, lambda status, headers, error=None: statuses.append(status))
    return statuses[0]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_what_is_no_charset_is_refused_in_one_line(method, caplog):
    caplog.set_level(logging.INFO, "django.request")
    for kind in (
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ):
        for odd in (*(f"charset={name}" for name in NOT_TEXT), *ODD):
            caplog.clear()
            assert answer(f"{kind}; {odd}", method) == "400 Bad Request", odd
            (record,) = caplog.records
            assert record.getMessage() == "Bad Request (Content-Type): /sign-in/"
            assert record.exc_info is None


def test_no_address_writes_a_line_of_its_own_into_the_log(caplog):
    caplog.set_level(logging.INFO, "django.request")
    forged = "/\n2026-11-22 CRITICAL root: all is lost"
    assert answer("text/plain; charset=idna", path=forged) == "400 Bad Request"
    (record,) = caplog.records
    assert "\n" not in record.getMessage()


@pytest.mark.django_db
def test_what_browsers_send_is_read():
    for odd in ("", "; charset=UTF-8", "; charset=utf8", '; charset="us-ascii"'):
        assert answer(f"application/x-www-form-urlencoded{odd}", "GET") == "200 OK"
        assert answer(f"multipart/form-data; boundary=x{odd}", "GET") == "200 OK"
    assert answer("", "GET") == "200 OK"


@pytest.mark.django_db
def test_more_fields_than_a_form_has_are_refused_without_a_traceback(client, caplog):
    fields = {f"field{number}": "" for number in range(1_001)}
    assert client.get("/mailbox/", fields).status_code == 400
    assert not [record for record in caplog.records if record.exc_info]
