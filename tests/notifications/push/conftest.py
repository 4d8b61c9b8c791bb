"""A trusted push service that appears to be on the Internet."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings
from urllib3.util import connection

from games.background import outgoing_http
from tests.support.servers.push_server import HOST, PushServer, push_server


@pytest.fixture
def service(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PushServer]:
    """Requests to HOST reach the local server, with normal TLS verification."""
    settings.PUSH_SERVICES = [HOST]
    with push_server(tmp_path) as server:
        ours = ("127.0.0.1", server.port)
        create_connection = connection.create_connection

        def look_up(*_: object, **__: object) -> list[tuple[object, ...]]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ours)]

        def connect(_address: object, *options: Any, **more: Any) -> socket.socket:
            return create_connection(ours, *options, **more)

        monkeypatch.setattr("requests_hardened.ip_filter.socket.getaddrinfo", look_up)
        monkeypatch.setattr(connection, "create_connection", connect)
        monkeypatch.setattr(
            outgoing_http.GUARDED.config, "ip_filter_allow_loopback_ips", True
        )
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(server.certificate))
        yield server
