"""The management commands: one mail from standard input, and the listener."""

import io
import os
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from pytest_django import Settings

from games import limits
from notifications.inbox.store import UnknownRecipient
from notifications.models import Channel, IncomingMail
from tests.notifications.inbox.conftest import a_mail
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
Pipe = Callable[..., int]


@pytest.fixture
def said() -> list[str]:
    """The sentences of the mail server's log."""
    return []


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> Pipe:
    """Pipe a mail into the command; return its exit code."""

    def run(source: bytes, *recipients: str, sender: str | None = None) -> int:
        stdin = io.TextIOWrapper(io.BytesIO(source))
        monkeypatch.setattr(sys, "stdin", stdin)
        options = [f"--recipient={recipient}" for recipient in recipients]
        if sender is not None:
            options.append(f"--sender={sender}")
        try:
            call_command("receive_mail", *options)
        except CommandError as error:
            said.append(str(error))
            return error.returncode
        return os.EX_OK

    return run


def test_mail_from_standard_input_is_stored(pipe: Pipe, address: str) -> None:
    assert pipe(a_mail(), address, sender="alice@example.org") == os.EX_OK
    mail = IncomingMail.objects.get()
    assert mail.channel == Channel.COMMAND
    assert mail.is_authenticated
    assert bytes(mail.source).startswith(b"Return-Path: <alice@example.org>\r\n")


def test_empty_sender_differs_from_an_unknown_one(pipe: Pipe, address: str) -> None:
    assert pipe(a_mail(), address, sender="") == os.EX_OK
    assert pipe(a_mail(message_id="<two@example.org>"), address) == os.EX_OK
    empty, unknown = IncomingMail.objects.order_by("pk")
    assert bytes(empty.source).startswith(b"Return-Path: <>\r\n")
    assert not bytes(unknown.source).startswith(b"Return-Path")


def test_pipe_is_not_trusted_if_a_mail_server_can_vouch(
    pipe: Pipe, address: str, settings: Settings
) -> None:
    settings.LOOPBACK_IS_TRUSTED = False
    assert pipe(a_mail(), address) == os.EX_OK
    assert not IncomingMail.objects.get().is_authenticated


def test_unknown_recipient_exits_with_nouser(
    pipe: Pipe, address: str, said: list[str]
) -> None:
    assert pipe(a_mail(), "nobody@stoneage.example") == os.EX_NOUSER
    assert said == [str(UnknownRecipient.sentence)]
    assert pipe(a_mail(), "nobody@stoneage.example", address) == os.EX_OK


def test_large_mail_exits_with_dataerr(
    pipe: Pipe, address: str, settings: Settings
) -> None:
    settings.INCOMING_MAIL_BYTES = 1000
    assert pipe(a_mail("x" * 5000), address) == os.EX_DATAERR
    assert not IncomingMail.objects.exists()


def test_lost_database_exits_with_tempfail(
    pipe: Pipe, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Mock(side_effect=DatabaseError("gone"))
    monkeypatch.setattr(IncomingMail.objects, "get_or_create", lost)
    assert pipe(a_mail(), address) == os.EX_TEMPFAIL
    assert not IncomingMail.objects.exists()


def test_rate_limit_exits_with_tempfail(
    pipe: Pipe, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAILS_IN_DAY", limits.Limit("x", most=1, seconds=60))
    assert pipe(a_mail(), address) == os.EX_OK
    assert pipe(a_mail(message_id="<2@x>"), address) == os.EX_TEMPFAIL


def run(*options: str, **variables: str) -> subprocess.Popen[str]:
    """Start the listener in a separate process."""
    return subprocess.Popen(
        [sys.executable, "-m", "django", "receive_mails", *options],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.long
@pytest.mark.parametrize("protocol", ["SMTP", "LMTP"])
def test_listener_prints_its_address_and_stops_on_sigterm(protocol: str) -> None:
    options = ["--lmtp"] if protocol == "LMTP" else []
    process = run("--at", "127.0.0.1:0", *options)
    assert process.stdout is not None
    try:
        *_, place, said = process.stdout.readline().split()
        client = smtplib.LMTP if protocol == "LMTP" else smtplib.SMTP
        host, port = place.split(":")
        with client(host, int(port), timeout=PATIENCE) as talk:
            talk.ehlo_or_helo_if_needed()
            assert talk.noop()[0] == 250
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (said, process.returncode, errors) == (f"({protocol}).", 0, "")


@pytest.mark.parametrize("at", ["2525", "127.0.0.1:", "127.0.0.1:99999", "x:y"])
def test_invalid_address_is_rejected(at: str) -> None:
    with pytest.raises(CommandError, match="HOST:PORT"):
        call_command("receive_mails", at=at)


def test_taken_port_is_rejected() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        at = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(CommandError, match="Cannot listen"):
            call_command("receive_mails", at=at)


def test_listener_needs_a_reply_address(settings: Settings) -> None:
    settings.REPLY_TO = ""
    with pytest.raises(CommandError, match="REPLY_TO"):
        call_command("receive_mails", at="127.0.0.1:0")
