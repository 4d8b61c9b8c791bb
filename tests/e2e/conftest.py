"""The site in real processes, and everybody who looks at it from outside."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.e2e.chromium import PROGRAMS, WHOLE_BROWSERS, launch
from tests.e2e.table_pages import showing
from tests.harness.migrated import copy_migrated_database
from tests.harness.page_server import PageServer
from tests.harness.service import Service
from tests.support.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """The pages, once for all tests that leave them whole; they end with the last."""
    running = PageServer(tmp_path_factory.mktemp("site"))
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[PageServer]:
    """The pages for one test alone: not started yet, and to be stopped at will."""
    running = PageServer(tmp_path)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A whole service for one test alone: not started yet, and to be broken at will."""
    copy_migrated_database(tmp_path)
    running = Service(tmp_path)
    try:
        yield running
    finally:
        running.stop()


# Of the package, not of the session: while it is open an event loop runs, and Django
# refuses to use a database beside one. No test here uses one in its own process.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Browser:
    """An installed Chromium: nothing is downloaded for the tests."""
    return launch(playwright, *PROGRAMS)


@pytest.fixture
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser that can show notifications, too."""
    with launch(playwright, *WHOLE_BROWSERS) as browser:
        yield browser


@pytest.fixture(scope="module")
def table(chromium: Browser) -> Iterator[Page]:
    """One page on which the tables of a module are shown, one after the other."""
    context = chromium.new_context(locale="en-GB")
    with showing(context) as page:
        yield page
    context.close()


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """Where pictures of the pages go: E2E_PICTURES, without which none is taken."""
    named = os.environ.get("E2E_PICTURES")
    if named is None:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
