"""P1: the page of a turn, opened again by whoever has opened it before."""

import time
from collections.abc import Callable
from statistics import median

from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import path

from bench import goals, matches
from bench.table import Comparison, TableRow, judged, quantity
from bench.timing import Scale, TimedCase, interleaved
from config import urls
from games.links.purposes import PLAY_LINK
from games.now import database_now

#: After how many decisions of its people each game waits for somebody.
POSITIONS = (0, 5, 20, 40, 60, 80, 120, 160)
CONSTANT = "constant/"


class TurnPages:
    """Pages of turns of games of four, each at another position, as browsers ask."""

    def __init__(self) -> None:
        seats = []
        for decisions in POSITIONS:
            game = matches.played_on(matches.invited_game(4), decisions=decisions)
            seats.append(matches.awaited_seat(game))
        now = database_now()
        links = [PLAY_LINK.token(seat, now=now) for seat in seats if seat is not None]
        self.addresses = [f"/play/{token}/" for token in links]
        self.browser = Client(HTTP_HOST="127.0.0.1", HTTP_ACCEPT_ENCODING="br")
        self.case = TimedCase("turn page", self.open, clock=time.process_time)

    def comparisons(self) -> list[Comparison]:
        """Return the pages beside the same HTML, through the same middleware."""
        return [
            Comparison(
                goals.P1,
                "the page of a turn, opened again",
                "the same HTML from a template of constants",
                self.case,
                TimedCase(
                    "constant page", self._from_constants(), clock=time.process_time
                ),
                "ms a page",
            )
        ]

    def cost(self, scale: Scale) -> TableRow:
        """Return the row of what a page takes of a core; all were opened before."""
        rounds = interleaved([self.case], scale)[self.case.name]
        spent = 1e3 / median(rounds)
        what = f"CPU of such a page, mean over {len(self.addresses)} positions"
        return judged(goals.P1_CPU, what, "–", quantity(spent, "ms"), "–", spent)

    def open(self) -> int:
        """Open each page; raise RuntimeError where one is not there."""
        for address in self.addresses:
            answered(self.browser, address)
        return len(self.addresses)

    def _from_constants(self) -> Callable[[], int]:
        """Return a case: each page from a template without a variable."""
        plain = Client(HTTP_HOST="127.0.0.1", HTTP_ACCEPT_ENCODING="identity")
        pages = [
            Template(f"{{% verbatim %}}{html.decode()}{{% endverbatim %}}")
            for html in (answered(plain, each) for each in self.addresses)
        ]

        def constant(request: HttpRequest, number: int) -> HttpResponse:
            return HttpResponse(pages[number].render(Context()))

        urls.urlpatterns.append(path(f"{CONSTANT}<int:number>/", constant))

        def run() -> int:
            for number in range(len(pages)):
                answered(self.browser, f"/{CONSTANT}{number}/")
            return len(pages)

        return run


def answered(browser: Client, address: str) -> bytes:
    """Return what is answered; raise RuntimeError where that is no page."""
    answer = browser.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} was answered by {answer.status_code}")
    return bytes(answer.content)
