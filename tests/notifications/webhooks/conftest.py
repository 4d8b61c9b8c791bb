"""A receiver on loopback that counts as a public address."""

from collections.abc import Iterator

import pytest

from games.background import outgoing_http
from tests.support.servers.hook_server import HookServer, hook_server


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[HookServer]:
    monkeypatch.setattr(
        outgoing_http.GUARDED.config, "ip_filter_allow_loopback_ips", True
    )
    with hook_server() as server:
        yield server
