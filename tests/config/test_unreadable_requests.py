"""Malformed requests get an ordinary client error."""

import io
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPResponse
from typing import Any

import pytest

from config.wsgi import application
from tests.harness.page_server import PageServer
from tests.support.waiting import PATIENCE

NOT_TEXT = (
    *("idna", "punycode", "undefined", "hex", "rot13", "base64", "uu", "quopri"),
    *("zlib_codec", "bz2_codec", "utf-16", "unicode_escape", "nosuch", "", "a" * 5000),
)
FORMS = ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded")
#: Charsets in unusual places, and invalid parameters.
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
    path: str = "/account/login/",
) -> str:
    """Call the application like a web server; return the status."""
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
def test_invalid_charset_is_refused_with_one_log_line(method, caplog):
    caplog.set_level(logging.INFO, "django.request")
    for kind in (
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ):
        for odd in (*(f"charset={name}" for name in NOT_TEXT), *ODD):
            caplog.clear()
            assert answer(f"{kind}; {odd}", method) == "400 Bad Request", odd
            (record,) = caplog.records
            assert record.getMessage() == "Bad Request: /account/login/"
            assert record.exc_info is None


@pytest.mark.django_db
def test_path_cannot_inject_log_lines(caplog):
    caplog.set_level(logging.INFO, "django.request")
    forged = "/\n2026-11-22 CRITICAL root: all is lost"
    assert answer("text/plain; charset=idna", path=forged) == "400 Bad Request"
    (record,) = caplog.records
    assert "\n" not in record.getMessage()


@pytest.mark.django_db
def test_requests_of_browsers_are_read():
    for odd in ("", "; charset=UTF-8", "; charset=utf8", '; charset="us-ascii"'):
        assert answer(f"application/x-www-form-urlencoded{odd}", "GET") == "200 OK"
        assert answer(f"multipart/form-data; boundary=x{odd}", "GET") == "200 OK"
    assert answer("", "GET") == "200 OK"


@pytest.mark.django_db
def test_too_many_fields_are_refused_without_a_traceback(client, caplog):
    fields = {f"field{number}": "" for number in range(1_001)}
    assert client.get("/mailbox/", fields).status_code == 400
    assert not [record for record in caplog.records if record.exc_info]


MANY_FIELDS = "&".join(f"field{number}=" for number in range(1_001))
TEXT = "Content-Type: text/plain; charset=utf-8"
ODD_REQUESTS = {
    "many fields": (f"GET /?{MANY_FIELDS}", TEXT),
    "many fields at the probe": (f"GET /healthz?{MANY_FIELDS}", TEXT),
    "many fields in a form": (f"POST /account/login/?{MANY_FIELDS}", TEXT),
    "many fields by HEAD": (f"HEAD /?{MANY_FIELDS}", TEXT),
    "charset that is none": ("GET /", "Content-Type: text/plain; charset=idna"),
    "bytes in the Content-Type": ("GET /", "Content-Type: \xff; charset=\xfe"),
    "another host": ("GET /", "Host: elsewhere.example"),
}
ODD_PATHS = ("/%ff%fe", "/%00", "/" + "%ff" * 10_000, "/?next=%ff%fe")
#: Requests that the server refuses before Django, with the status.
UNPARSABLE = {
    b"GET http://[ HTTP/1.1\r\n\r\n": 400,
    b"\x16\x03\x01\x02\x00\x01\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nno header\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n": 501,
    b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000: 431,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    server = PageServer(tmp_path_factory.mktemp("site"))
    try:
        yield server.start()
    finally:
        server.stop()


def connect(site: PageServer) -> socket.socket:
    port = int(site.address.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def send(site: PageServer, request: bytes) -> HTTPResponse:
    """Send raw bytes; return the response with its content read."""
    with closing(connect(site)) as client:
        client.sendall(request)
        method = request.partition(b" ")[0].decode("latin-1")
        response = HTTPResponse(client, method=method)
        response.begin()
        response.content = response.read()  # type: ignore[attr-defined]
        return response


def ask(site: PageServer, first_line: str, *headers: str) -> HTTPResponse:
    host = f"Host: {site.address.rpartition('/')[2]}"
    named = any(header.startswith("Host:") for header in headers)
    lines = [f"{first_line} HTTP/1.0", *([] if named else [host]), *headers, "", ""]
    return send(site, "\r\n".join(lines).encode("latin-1"))


@pytest.mark.long
@pytest.mark.parametrize("name", ODD_REQUESTS)
def test_unreadable_request_gets_the_page_of_the_error_400(site, name):
    first_line, *headers = ODD_REQUESTS[name]
    response = ask(site, first_line, *headers)
    assert response.status == 400
    assert response.headers["Content-Security-Policy"]
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    if not first_line.startswith("HEAD"):
        assert b"<h1>Something was missing</h1>" in response.content


@pytest.mark.long
@pytest.mark.parametrize("header", [TEXT, "Host: elsewhere.example"])
def test_api_client_gets_a_problem_document(site, header):
    response = ask(site, f"GET /api/v1/me?{MANY_FIELDS}", header)
    assert response.status == 400
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = json.loads(response.content)
    assert (problem["status"], problem["code"]) == (400, "malformed")


@pytest.mark.long
def test_odd_bytes_in_a_path_are_not_a_server_error(site):
    assert [ask(site, f"GET {path}").status for path in ODD_PATHS] == [
        *(404, 404, 404),
        200,
    ]


@pytest.mark.long
def test_unparsable_request_is_refused_by_the_server(site):
    answers = {request: send(site, request).status for request in UNPARSABLE}
    assert answers == UNPARSABLE


@pytest.mark.long
def test_malformed_requests_are_not_logged_as_errors(site):
    for first_line, *headers in ODD_REQUESTS.values():
        ask(site, first_line, *headers)
    for request in UNPARSABLE:
        send(site, request)
        with closing(connect(site)) as client:
            client.sendall(request)  # and disconnect before the response
    log = site.log_file.read_text()
    assert "Traceback" not in log
    assert " ERROR " not in log
