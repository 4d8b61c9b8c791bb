"""Fixtures that all tests share. Those of one part are in its own conftest."""

import gc
from collections.abc import Iterator
from functools import cache

import pytest
from django.test import Client, TransactionTestCase
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings
from requests_hardened.ip_filter import filter_host

from games import clocks
from games.presentation.picture import draw_picture
from games.presentation.table_view import Mode, table_of
from stoneage_core.chance import RandomChance
from stoneage_core.simulation import opening
from tests.support.emptying import delete_committed_rows
from tests.support.standing_chance import drawn_for
from tests.support.standing_time import StandingTime

pytest_plugins = [
    "tests.support.selection",
    "tests.support.people",
    "tests.support.games",
    "tests.support.pages",
    "tests.support.mails",
    "tests.support.servers.beacon_relay",
    "tests.support.transparency",
]

# On however slow a machine, and alike in each run and whichever tests run: a profile is
# for all.
settings.register_profile(
    "suite",
    max_examples=20,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("slow", settings.get_profile("suite"), max_examples=40)


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples with --slow."""
    settings.load_profile("slow" if config.getoption("--slow") else "suite")


def pytest_collection_finish() -> None:
    """Look for garbage seldom: it takes a tenth of the time of tests in this process.

    What has been imported and collected by now never becomes any.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture(autouse=True)
def time_stands(monkeypatch: pytest.MonkeyPatch) -> StandingTime:
    """Let no test depend on the day it runs: pages and tasks read one moment of ours.

    Tests of processes, which have the machine's time, put a fixture of theirs in place
    of this one.
    """
    standing = StandingTime()
    monkeypatch.setattr("games.now._NOW", standing)
    return standing


@pytest.fixture(autouse=True)
def _chance_stands(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let no test pass or fail by chance: its name alone says what it draws.

    Tried once more, it draws anew: what it left behind is not taken for what it makes.
    """
    node = request.node
    with drawn_for(node.nodeid, attempt=getattr(node, "execution_count", 1)):
        yield


@pytest.fixture
def client() -> Client:
    """A browser at this machine, which says that its connection stays."""
    return Client(HTTP_CONNECTION="keep-alive")


@pytest.fixture(autouse=True)
def _names_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of other servers are public, and only addresses are checked."""

    def look_up(host: str, port: int, *, allow_loopback: bool) -> str:
        is_name = any(letter.isalpha() for letter in host) and ":" not in host
        if is_name and host != "localhost":
            return "192.0.2.1"
        return str(filter_host(host, port, allow_loopback=allow_loopback))

    monkeypatch.setattr("games.background.outgoing_http.filter_host", look_up)


@pytest.fixture(autouse=True)
def _english_in_utc() -> Iterator[None]:
    """Let no test read what comes after another's request in that reader's language."""
    with translation.override("en"), timezone.override(None):
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_board_for_all_mails() -> Iterator[None]:
    """
    Let all mails show the board of one position, whichever test comes first.

    Drawing takes longer than many a test. ``test_picture`` tries it for its own sake,
    and the tests of the whole service, whose processes this does not reach, draw all.
    """

    @cache
    def drawn() -> bytes:
        state = opening(4, RandomChance(7)).state
        return draw_picture(table_of(state, tuple("ABCD"), mode=Mode.WATCH))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "notifications.sending.render.draw_picture", lambda *_, **__: drawn()
        )
        yield


@pytest.fixture(scope="session", autouse=True)
def _tests_that_commit_delete_what_they_wrote() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            TransactionTestCase,
            "_fixture_teardown",
            lambda _self: delete_committed_rows(),
        )
        yield


@pytest.fixture(autouse=True)
def _outages_of_other_tests_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rolled back test leaves no outage, but this process would know it by its id."""
    monkeypatch.setattr(clocks._Known, "latest", None)
