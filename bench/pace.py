"""L1 and L2: how long moves and pages take while a service is busy, not full."""

from http import HTTPStatus
from statistics import quantiles

from bench import goals, load
from bench.accept import Service
from bench.goals import Goal
from bench.load import Answers
from bench.servers import Servers
from bench.table import Row, judged, quantity
from bench.timing import Effort
from games.links.purposes import PLAY_LINK
from games.models import Seat
from games.now import database_now

#: Moves a second, and people who open a page at the same time.
MOVES, READERS = 12, 8
#: How often each game has its turn; the first time warms up.
WAVES = 3


class Pace:
    """Games at two web processes, whose players move and read at a given pace."""

    def __init__(self, servers: Servers, effort: Effort) -> None:
        self.service = Service(servers, effort.requests)

    def rows(self) -> list[Row]:
        """Return the slowest hundredth of the moves, and of the pages."""
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

    def _moves(self) -> Answers:
        self.service.prepare()
        requests, port = self.service.requests, self.service.port
        return checked(load.send_paced(requests, port, MOVES), HTTPStatus.SEE_OTHER)

    def _pages(self) -> Answers:
        now = database_now()
        seats = Seat.objects.filter(
            game__in=self.service.games, awaited_version__isnull=False
        ).select_related("game", "user")
        requests = [
            load.get(f"/play/{PLAY_LINK.token(seat, now=now)}/", self.service.port)
            for seat in seats.order_by("pk")
        ]
        sent = load.send_all(requests, self.service.port, READERS)
        return checked(sent, HTTPStatus.OK)


def slowest(goal: Goal, what: str, waves: list[Answers]) -> Row:
    """Return a row with the 99th percentile of all waves but the first, in ms."""
    times = [took for wave in waves[1:] for took in wave.times]
    spent = 1_000 * quantiles(times, n=100)[98]
    what = f"{what}, of {len(times)}, in milliseconds"
    return judged(goal, what, "–", quantity(spent, "ms"), "–", spent)


def checked(answers: Answers, expected: HTTPStatus) -> Answers:
    """Return answers that are all as they must be; raise RuntimeError otherwise."""
    status = f" {expected.value} ".encode()
    wrong = [line for line in answers.statuses if status not in line]
    if wrong:
        raise RuntimeError(f"{len(wrong)} wrong answers, as {wrong[0]!r}")
    return answers
