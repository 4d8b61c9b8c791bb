"""P1: the page of a turn, opened again."""

import time
from statistics import median

from django.test import Client

from bench import goals, matches
from bench.table import TableRow, judged, quantity
from bench.timing import Scale, TimedCase, interleaved
from games.links.purposes import PLAY_LINK
from games.now import database_now

#: After how many decisions each game waits.
POSITIONS = (0, 5, 20, 40, 60, 80, 120, 160)


class TurnPages:
    """Turn pages of games of four at different positions, as browsers request them."""

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

    def cost(self, scale: Scale) -> TableRow:
        """Return the row with the CPU time of a page; all were opened before."""
        rounds = interleaved([self.case], scale)[self.case.name]
        spent = 1e3 / median(rounds)
        what = f"CPU of a turn's page, opened again, at {len(self.addresses)} positions"
        return judged(goals.P1, what, "–", quantity(spent, "ms"), "–", spent)

    def open(self) -> int:
        """Open each page; raise RuntimeError if one fails."""
        for address in self.addresses:
            answered(self.browser, address)
        return len(self.addresses)


def answered(browser: Client, address: str) -> bytes:
    """Return the content of a page; raise RuntimeError unless the status is 200."""
    answer = browser.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} was answered by {answer.status_code}")
    return bytes(answer.content)
