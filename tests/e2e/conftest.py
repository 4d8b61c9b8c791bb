"""The service in real processes, and everybody who looks at it from outside."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.service import Service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service, once for all tests that leave it whole."""
    running = Service(tmp_path_factory.mktemp("service"))
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A service for one test alone: not started yet, and to be broken at will."""
    running = Service(tmp_path)
    try:
        yield running
    finally:
        running.stop()
