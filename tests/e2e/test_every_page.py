"""All other pages in a browser, with a finished game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.chromium import PHONE, WIDE, Screen, on_screens, visiting
from tests.harness.page_server import PageServer

#: Pages by what they are called here; {0} is a finished game, {1} the link to a seat.
PAGES = {
    "over": "{1}",
    "board": "/games/{0}/",
    "history": "/games/{0}/history/",
    "position": "/games/{0}/at/120/",
    "result": "/games/{0}/result/",
    "rematch": "{1}rematch/",
    "report": "/games/{0}/report/",
    "check": "/check/?game={0}&head=" + 4 * "0123456789abcdef",
    "log": "/log/",
    "rules": "/rules/",
    "open-seats": "/open-seats/",
    "watch": "/watch/",
    "watch-finished": "/watch/?show=finished",
    "my-games": "/games/",
    "account": "/account/",
    "programs": "/account/programs/",
}

#: Lists of games, and what is left of one: held to the rules of axe-core as well.
LISTS = {"open-seats", "watch", "my-games", "result", "report"}


@pytest.fixture(scope="module")
def finished(site: PageServer) -> tuple[str, str]:
    """
    A game against automatic players that is over: its name, the link to the seat.

    It is played to the final scoring, without an address and without a mail, and
    reviewed.
    """
    slug, link = site.set_scene("tests.e2e.reviewed_games.play", 3)
    return slug, link


def shown_on(
    screen: Screen, pages: dict[str, str], *, is_slow: bool
) -> Iterator[tuple[str, str]]:
    """Yield the pages for a screen: each for one of the two, with --slow for both."""
    for number, page in enumerate(pages.items()):
        if is_slow or number % 2 == screen.is_phone:
            yield page


@on_screens(WIDE, PHONE)
def test_every_page_can_be_read_by_everybody(
    site: PageServer,
    chromium: Browser,
    pictures: Path | None,
    finished: tuple[str, str],
    screen: Screen,
    is_slow: bool,
) -> None:
    """Names, landmarks, targets and room for all of it, on every page there is."""
    with visiting(chromium, screen, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()  # which signs a guest in
        site.set_scene("tests.e2e.scenes.let_everybody_watch")
        for name, address in shown_on(screen, PAGES, is_slow=is_slow):
            path = address.format(*finished).removeprefix(site.address)
            answer = visitor.page.goto(site.address + path)
            assert answer is not None
            assert answer.status == 200, name
            visitor.look(name)
            if name in LISTS:
                found = Axe().run(visitor.page)
                assert found.violations_count == 0, found.generate_report()


@pytest.fixture(scope="module")
def leagues(site: PageServer) -> tuple[str, str, str]:
    """A session of the host of a league and a tournament, and the links of both."""
    session, league, tournament = site.set_scene("tests.e2e.leagues.fill")
    return session, league, tournament


@on_screens(WIDE, PHONE)
def test_leagues_can_be_read_by_everybody(
    site: PageServer,
    chromium: Browser,
    pictures: Path | None,
    leagues: tuple[str, str, str],
    screen: Screen,
    is_slow: bool,
) -> None:
    """By who hosts and plays them: lists, tables, and the form of a new one."""
    session, league, tournament = leagues
    with visiting(chromium, screen, pictures) as visitor:
        cookie = {"name": "sessionid", "value": session, "url": site.address}
        visitor.page.context.add_cookies([cookie])
        pages = {
            "leagues": "/leagues/",
            "new-league": "/leagues/new/",
            "league-open": f"/leagues/{league}/",
            "league-host": f"/leagues/{league}/host/",
            "league-over": f"/leagues/{league}/?season=1",
            "leagues-finished": "/leagues/finished/",
            "tournament": f"/leagues/{tournament}/",
            "games-of-leagues": "/games/",
        }
        for name, path in shown_on(screen, pages, is_slow=is_slow):
            answer = visitor.page.goto(site.address + path)
            assert answer is not None
            assert answer.status == 200, name
            visitor.look(name)
            found = Axe().run(visitor.page)
            assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["es", "pt-br", "it"])
def test_table_of_a_league_fits_a_phone_in_long_languages(
    site: PageServer,
    chromium: Browser,
    pictures: Path | None,
    leagues: tuple[str, str, str],
    language: str,
) -> None:
    _session, league, _tournament = leagues
    with visiting(chromium, PHONE, pictures) as visitor:
        cookie = {"name": "django_language", "value": language, "url": site.address}
        visitor.page.context.add_cookies([cookie])
        visitor.page.goto(f"{site.address}/leagues/{league}/?season=1")
        assert visitor.page.locator("html").get_attribute("lang") == language
        table = visitor.page.locator(".table-wrap").first
        assert table.evaluate("one => one.scrollWidth <= one.clientWidth")


@on_screens(PHONE, slow=(WIDE,))
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/7:1:abc:nonsense/", 403),
        ("/invitation/7:1:abc:nonsense/", 403),
        ("/games/nosuchgame/", 404),
    ],
)
def test_pages_of_refusal_can_be_read_too(
    site: PageServer,
    chromium: Browser,
    pictures: Path | None,
    screen: Screen,
    path: str,
    status: int,
) -> None:
    """A calm page instead of a bare error; the browser notes its status, no more."""
    with visiting(chromium, screen, pictures) as visitor:
        answer = visitor.page.goto(site.address + path)
        assert answer is not None
        assert answer.status == status
        visitor.look(f"refused-{status}-{path.split('/')[1]}")
        (noted,) = visitor.complaints
        assert str(status) in noted
        visitor.complaints.clear()


@on_screens(WIDE, PHONE)
def test_pages_for_leaving_can_be_read_by_everybody(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """By a host and player, for games before and after their start."""
    session, pages = site.set_scene("tests.e2e.leaving.fill")
    with visiting(chromium, screen, pictures) as visitor:
        cookie = {"name": "sessionid", "value": session, "url": site.address}
        visitor.page.context.add_cookies([cookie])
        for name, address in pages.items():
            path = address.removeprefix(site.address)
            answer = visitor.page.goto(site.address + path)
            assert answer is not None
            assert answer.status == 200, name
            visitor.look(name)
            found = Axe().run(visitor.page)
            assert found.violations_count == 0, found.generate_report()
