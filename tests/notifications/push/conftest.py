"""A push service that is known and trusted, and at an address as if of the Internet."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.support.push_server import HOST, PushServer, push_server


@pytest.fixture
def service(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PushServer]:
    """Whoever pushes to HOST reaches this one, by TLS that is checked as ever."""
    settings.PUSH_SERVICES = [HOST]
    with push_server(tmp_path) as server:
        known = ssl.create_default_context(cafile=str(server.certificate))
        monkeypatch.setattr("notifications.push.delivery.PORT", server.port)
        monkeypatch.setattr("notifications.push.delivery.is_public", lambda _: True)
        monkeypatch.setattr(
            "notifications.push.delivery.ssl.create_default_context", lambda: known
        )
        monkeypatch.setattr(
            "notifications.push.delivery.addresses_of", lambda _: ["127.0.0.1"]
        )
        yield server
