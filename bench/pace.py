"""L1 and L2: response times of moves and pages while a service is busy."""

from http import HTTPStatus

from bench import goals, load
from bench.accept import ServiceUnderLoad
from bench.goals import Goal
from bench.table import TableRow, judged, quantity
from bench.timing import Scale
from games.links.purposes import PLAY_LINK
from games.now import database_now
from tests.harness.servers import Servers

#: Moves a second, and concurrent page readers.
MOVES, READERS = 12, 8
#: How often each game has its turn; the first wave warms up.
WAVES = 3


class PacedLoad:
    """Games on two web processes, whose players move and read at a given rate."""

    def __init__(self, servers: Servers, scale: Scale) -> None:
        self.service = ServiceUnderLoad(servers, scale.requests)

    def rows(self) -> list[TableRow]:
        """Return the 99th percentiles of moves and of pages."""
        return [
            slowest(
                goals.L1,
                f"the slowest hundredth of moves, {MOVES} a second",
                [self._moves() for _ in range(WAVES)],
            ),
            slowest(
                goals.L2,
                f"the slowest hundredth of pages of turns, {READERS} readers at a time",
                [self._pages() for _ in range(WAVES)],
            ),
        ]

    def _moves(self) -> list[float]:
        self.service.prepare()
        sent = load.send_paced(self.service.requests, self.service.port, MOVES)
        return sent.times_of("moves", HTTPStatus.SEE_OTHER)

    def _pages(self) -> list[float]:
        now = database_now()
        requests = [
            load.get(f"/play/{PLAY_LINK.token(seat, now=now)}/", self.service.port)
            for seat in self.service.awaited_seats()
        ]
        sent = load.send_all(requests, self.service.port, READERS)
        return sent.times_of("pages", HTTPStatus.OK)


def slowest(goal: Goal, what: str, waves: list[list[float]]) -> TableRow:
    """Return a row with the 99th percentile of all waves but the first, in ms."""
    spent = load.slowest_hundredth(waves)
    what = f"{what}, of {sum(map(len, waves[1:]))}, in milliseconds"
    return judged(goal, what, "–", quantity(spent, "ms"), "–", spent)
