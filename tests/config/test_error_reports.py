"""Error reports: what a server with Sentry's protocol receives."""

import gzip
import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import brotli
import pytest

from config.monitoring import error_reports
from tests.config.test_up import ROOT, environment
from tests.support.serving import serving


@pytest.fixture
def server():
    """Yield the address of a report server, and the list of received reports."""
    reports: list[dict] = []

    class ReportHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
            body = unpack[self.headers["Content-Encoding"]](body)
            lines = [json.loads(line) for line in body.splitlines() if line]
            reports.extend(line for line in lines if "exception" in line)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), ReportHandler)) as httpd:
        yield f"http://key@127.0.0.1:{httpd.server_port}/1", reports


#: In a separate process, because the SDK patches Django, Celery and threads
#: permanently.
PROGRAM = """
import logging, sys
import sentry_sdk
from config.monitoring import error_reports
from config.monitoring.log_lines import current

error_reports.start(sys.argv[1])
current.set({"request": "req-12345678"})
try:
    raise ValueError("bob@example.org at /play/secret-token/")
except ValueError:
    logging.getLogger("games").exception("The move of %s failed", "bob@example.org")
sentry_sdk.flush()
"""


def test_error_is_reported_without_personal_data(server, tmp_path):
    told = {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run(
        [sys.executable, "-c", PROGRAM, server[0]],
        cwd=ROOT,
        env=environment(**told),
        check=True,
        capture_output=True,
    )
    (report,) = server[1]
    text = json.dumps(report)
    assert "ValueError" in text
    assert report["tags"]["request"] == "req-12345678"
    assert "bob@example.org" not in text
    assert "secret-token" not in text
    assert "vars" not in report["exception"]["values"][0]["stacktrace"]["frames"][0]


def test_only_path_and_method_of_a_request_are_reported():
    event = {
        "request": {
            "url": "http://127.0.0.1/play/secret/",
            "method": "POST",
            "headers": {"Cookie": "sessionid=1"},
            "cookies": {"sessionid": "1"},
            "data": {"say": "hello"},
            "query_string": "q=1",
            "env": {"REMOTE_ADDR": "127.0.0.1"},
        },
        "user": {"id": 1, "email": "bob@example.org"},
    }
    assert error_reports.clean_report(event, {}) == {
        "request": {"url": "http://127.0.0.1/play/[token]/", "method": "POST"},
        "tags": {},
    }
