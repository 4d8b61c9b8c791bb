"""`manage.py up` with real processes, from first page to last."""

import signal
import smtplib
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import psutil
import pytest
from django.core.management import CommandError, call_command

from config.launcher.service import answers, lock_directory
from config.launcher.sockets import (
    FIRST_PORT,
    PORTS_TRIED,
    listen_for_pages,
    require_possible,
)
from config.launcher.supervisor import CannotStart, WrongOption
from config.web.__main__ import let_open
from tests.e2e.player import PagePlayer
from tests.harness.environment import ROOT, environment
from tests.harness.service import WORDS, Service
from tests.support.waiting import PATIENCE, wait_for

#: The programs that run although no reply comes in.
ALWAYS = set(WORDS.values()) - {"mails"}
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "
HALF_A_BODY = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nemail="


def command(directory: Path) -> list[str]:
    return [sys.executable, "manage.py", "up", "--var", str(directory)]


def get(service: Service, path: str) -> int:
    """Return the status of a page."""
    return urllib.request.urlopen(service.address + path, timeout=PATIENCE).status


def has_every_program(service: Service) -> bool:
    return service.programs().keys() >= ALWAYS


@contextmanager
def crowd_at(address: str) -> Iterator[list[socket.socket]]:
    """Open a thousand connections, each with half a request."""
    place = urlsplit(address).netloc.split(":")
    let_open(4_000)  # files, in this process
    with ExitStack() as stack:
        crowd = [
            stack.enter_context(socket.create_connection(place, timeout=PATIENCE))
            for _ in range(1_000)
        ]
        for number, client in enumerate(crowd):
            client.sendall((HALF_A_HEAD, HALF_A_BODY)[number % 2])
            client.setblocking(False)
        yield crowd


@pytest.fixture
def taken() -> Iterator[str]:
    """A port on which we listen, so that nobody else can."""
    with socket.create_server(("127.0.0.1", 0)) as ours:
        yield f"127.0.0.1:{ours.getsockname()[1]}"


@pytest.fixture
def up(taken, tmp_path) -> Iterator[Service]:
    """The service, configured to receive mails at a taken port."""
    running = Service(tmp_path, RECEIVE_AT=taken)
    try:
        yield running.start()
    finally:
        running.stop()


def refused(*command_line: str, **variables: str) -> str:
    """Return the one line that a refused start prints."""
    outcome = subprocess.run(
        command_line,
        cwd=ROOT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert outcome.returncode == 2, outcome.stderr
    (line,) = outcome.stderr.strip().splitlines()
    return line


@pytest.mark.long
def test_service_runs_from_first_page_to_shutdown(up, taken, tmp_path):
    assert get(up, "/healthz") == 200
    take_a_turn(up.address)
    wait_for(lambda: has_every_program(up))
    assert "mails" not in up.programs(), "it is started by the first reply"
    mails_come_in_at(up.mails_at, instead_of=taken)
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600

    with crowd_at(up.address) as crowd:
        assert get(up, "/account/login/") == 200
        for client in crowd:
            with pytest.raises(BlockingIOError):  # still open, and nothing to read
                client.recv(1)

    line = refused(*command(tmp_path))
    assert f"in use by another `up` (process {up.process.pid})" in line
    assert get(up, "/healthz") == 200

    up.process.send_signal(signal.SIGINT)
    output, _ = up.process.communicate(timeout=PATIENCE)
    assert up.process.returncode == 0
    assert output.endswith("Stopped.\n")
    assert up.processes() == []


def take_a_turn(address: str) -> None:
    """Play a first turn without an account, while the rest is still starting."""
    visitor = PagePlayer("", address, taste=1)
    page = visitor.browser.get("/")
    page = visitor.browser.submit(page, page.form_with("opponents"), opponents="2")
    assert "/play/" in page.address
    assert visitor.decide_once(page).html != page.html


def mails_come_in_at(place: str, *, instead_of: str) -> None:
    """If the port is taken, mails are received at another, for our addresses only."""
    assert place != instead_of
    with smtplib.SMTP(*place.split(":"), timeout=PATIENCE) as client:
        code, words = client.docmd("MAIL FROM:<someone@example.org>")
        assert code == 503, "it asks who is there"
        client.ehlo()
        client.mail("someone@example.org")
        code, words = client.rcpt("play+1-aaaaaaaaaaaaaaaaaaaa@localhost")
    assert (code, words.split()[0]) == (550, b"5.1.1")


@pytest.mark.slow
def test_killed_programs_are_restarted_and_end_with_the_supervisor(up):
    wait_for(lambda: has_every_program(up))
    killed = up.processes()
    for process in killed:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(killed, timeout=PATIENCE)
    wait_for(lambda: has_every_program(up))
    assert get(up, "/healthz") == 200

    up.kill()
    wait_for(lambda: up.processes() == [])


def test_taken_port_is_refused(taken):
    host, port = taken.split(":")
    refusal = pytest.raises(WrongOption, match=f"Port {port} of {host} is taken")
    with refusal, listen_for_pages(host, int(port)):
        ...


@pytest.mark.parametrize("command", ["up", "serve"])
@pytest.mark.parametrize(
    ("option", "words"),
    [(("--port", "70000"), "no port 70000"), (("--host", "0.0.0.0"), "set SITE_URL")],
)
def test_invalid_options_are_refused_before_anything_starts(
    command, option, words, monkeypatch
):
    monkeypatch.delenv("SITE_URL", raising=False)
    with pytest.raises(CommandError, match=words) as refusal:
        call_command(command, *option)
    assert refusal.value.returncode == 2


@pytest.mark.parametrize("host", ["::1", "127.0.0.1", "localhost"])
def test_local_site_needs_no_site_url(host, monkeypatch):
    monkeypatch.delenv("SITE_URL", raising=False)
    require_possible(host, 8000)


def test_directory_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    refusal = pytest.raises(WrongOption, match="file cannot be used")
    with refusal, lock_directory(tmp_path / "file"):
        ...


@pytest.mark.long
def test_missing_setting_of_a_public_site_stops_the_start(tmp_path):
    outcome = subprocess.run(
        command(tmp_path),
        cwd=ROOT,
        env=environment(SITE_URL="https://stoneage.example"),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert outcome.returncode == 1
    assert "SECRET_KEY is not set" in outcome.stderr


def test_site_that_refuses_its_health_check_is_not_waited_for(monkeypatch):
    refusal = Mock(status=400, reason="Bad Request")
    monkeypatch.setattr("config.launcher.service.ask_health", lambda *_: refusal)
    with (
        listen_for_pages("127.0.0.1", None) as pages,
        pytest.raises(CannotStart, match="/healthz answers 400 Bad Request"),
    ):
        answers(pages, "https://stoneage.example")


def test_first_free_port_from_8000_is_the_default():
    with (
        listen_for_pages("127.0.0.1", None) as first,
        listen_for_pages("127.0.0.1", None) as second,
    ):
        ports = {listener.getsockname()[1] for listener in (first, second)}
    assert len(ports) == 2
    assert ports <= set(range(FIRST_PORT, FIRST_PORT + PORTS_TRIED))
