"""All other pages in a browser, with a finished game."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.chromium import PHONE, WIDE, Screen, visiting
from tests.e2e.service import Service

#: Pages by what they are called here; {0} is a finished game, {1} the link to a seat.
PAGES = {
    "over": "{1}",
    "board": "/games/{0}/",
    "history": "/games/{0}/history/",
    "position": "/games/{0}/at/120/",
    "between": "/games/{0}/between/40/120/",
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

#: Lets everyone watch all games: those of guests are listed nowhere.
LIST_ALL = "from games.models import Game; Game.objects.update(audience='everyone')"

PLAY = "from tests.e2e import reviewed_games; reviewed_games.play(3)"
FILL_LEAGUES = "from tests.e2e import leagues; leagues.fill()"
#: Lists of games, and what is left of one: held to the rules of axe-core as well.
LISTS = {"open-seats", "watch", "my-games", "result", "report"}


@pytest.fixture(scope="module")
def finished(service: Service) -> tuple[str, str]:
    """
    A game against automatic players that is over: its name, the link to the seat.

    It is played to the final scoring, without an address and without a mail, and
    reviewed.
    """
    slug, link = service.manage("shell", "--no-imports", "-c", PLAY).split()[-2:]
    return slug, link


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=lambda screen: screen.name)
def test_every_page_can_be_read_by_everybody(
    service: Service,
    chromium: Browser,
    pictures: Path,
    finished: tuple[str, str],
    screen: Screen,
) -> None:
    """Names, landmarks, targets and room for all of it, on every page there is."""
    with visiting(chromium, screen, pictures) as visitor:
        visitor.page.goto(service.address)
        visitor.start_practice()  # which signs a guest in
        service.manage("shell", "--no-imports", "-c", LIST_ALL)
        for name, address in PAGES.items():
            path = address.format(*finished).removeprefix(service.address)
            answer = visitor.page.goto(service.address + path)
            assert answer is not None
            assert answer.status == 200, name
            visitor.look(name)
            if name in LISTS:
                found = Axe().run(visitor.page)
                assert found.violations_count == 0, found.generate_report()


@pytest.fixture(scope="module")
def leagues(service: Service) -> tuple[str, str, str]:
    """A session of the host of a league and a tournament, and the links of both."""
    told = service.manage("shell", "--no-imports", "-c", FILL_LEAGUES)
    session, league, tournament = told.split()[-3:]
    return session, league, tournament


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=lambda screen: screen.name)
def test_leagues_can_be_read_by_everybody(
    service: Service,
    chromium: Browser,
    pictures: Path,
    leagues: tuple[str, str, str],
    screen: Screen,
) -> None:
    """By who hosts and plays them: lists, tables, and the form of a new one."""
    session, league, tournament = leagues
    with visiting(chromium, screen, pictures) as visitor:
        cookie = {"name": "sessionid", "value": session, "url": service.address}
        visitor.page.context.add_cookies([cookie])
        for name, path in {
            "leagues": "/leagues/",
            "new-league": "/leagues/new/",
            "league-open": f"/leagues/{league}/",
            "league-over": f"/leagues/{league}/?season=1",
            "tournament": f"/leagues/{tournament}/",
            "games-of-leagues": "/games/",
        }.items():
            answer = visitor.page.goto(service.address + path)
            assert answer is not None
            assert answer.status == 200, name
            visitor.look(name)
            found = Axe().run(visitor.page)
            assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=lambda screen: screen.name)
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/7:1:abc:nonsense/", 403),
        ("/invitation/7:1:abc:nonsense/", 403),
        ("/games/nosuchgame/", 404),
    ],
)
def test_pages_of_refusal_can_be_read_too(
    service: Service,
    chromium: Browser,
    pictures: Path,
    screen: Screen,
    path: str,
    status: int,
) -> None:
    """A calm page instead of a bare error; the browser notes its status, no more."""
    with visiting(chromium, screen, pictures) as visitor:
        answer = visitor.page.goto(service.address + path)
        assert answer is not None
        assert answer.status == status
        visitor.look(f"refused-{status}-{path.split('/')[1]}")
        (noted,) = visitor.complaints
        assert str(status) in noted
        visitor.complaints.clear()
