"""A faulty mail server, and settings that use it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from notifications.network.smtp_backend import TIMED_SMTP
from tests.notifications.chaos import faulty_server as chaos
from tests.notifications.chaos.faulty_server import FaultyServer


@pytest.fixture(autouse=True)
def time_stands() -> None:
    """Use the real time, because workers are processes with the machine's clock."""


@pytest.fixture
def server(settings: Settings) -> Iterator[FaultyServer]:
    with chaos.running() as server:
        settings.EMAIL_BACKEND = TIMED_SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 30
        yield server
