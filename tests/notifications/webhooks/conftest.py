"""A receiver on loopback, which counts as if it were elsewhere."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from requests_hardened import Manager

from notifications.webhooks import delivery
from tests.support.hook_server import HookServer, hook_server


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[HookServer]:
    config = replace(delivery.CALLER.config, ip_filter_allow_loopback_ips=True)
    monkeypatch.setattr(delivery, "CALLER", Manager(config))
    with hook_server() as server:
        yield server
