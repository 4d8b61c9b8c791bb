"""A faulty mail server, and settings that use it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from notifications.network.smtp_backend import TIMED_SMTP
from tests.harness.mail_server import MailServer, open_mail_server


@pytest.fixture(autouse=True)
def time_stands() -> None:
    """Use the real time, because workers are processes with the machine's clock."""


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with open_mail_server() as server:
        settings.EMAIL_BACKEND = TIMED_SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 30
        yield server
