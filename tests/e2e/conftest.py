"""The service in real processes, and everybody who looks at it from outside."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.chromium import chromium_program
from tests.e2e.service import Service
from tests.support.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service, once for all tests that leave it whole; it ends with the last."""
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


# Of a module, not of the session: while it is open an event loop runs, and Django
# refuses to use a database beside one.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """An installed Chromium: nothing is downloaded for the tests."""
    program = chromium_program()
    if program is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where pictures of the pages go: E2E_PICTURES, or a passing place."""
    folder = Path(os.environ.get("E2E_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
