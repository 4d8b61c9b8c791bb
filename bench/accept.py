"""A1: accepting a move over HTTP, with all its work."""

import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from uuid import uuid4

from django.db.models import QuerySet

from bench import goals, load, matches
from bench.cores import CoreClock
from bench.load import Answers
from bench.table import Comparison, TableRow, judged, quantity
from bench.timing import Scale, TimedCase
from config.launcher import programs
from config.launcher.sockets import listen_on
from config.launcher.supervisor import Program
from games.links.purposes import PLAY_LINK
from games.log import positions
from games.log.lookups import mark_of
from games.models import Game, Seat
from games.now import database_now
from games.web.browsers import COOKIE, cookie_of
from stoneage_core import GameState, legal_commands, notation
from stoneage_core.commands import Command
from stoneage_core.payments import Payments
from tests.harness.environment import ROOT
from tests.harness.servers import Servers

CLIENTS = (1, 8)
WORKERS = 2
BARE = "the bare move view"
MOVE = b'{"type":"gather","player":2,"place":"river","dice":[3,5,6],"gain":2}'


class ServiceUnderLoad:
    """
    Our pages, and games that all wait for a placement.

    One round posts one move for each game through the link of the awaited seat: a valid
    link, a current version, a legal command, a new request id. The browser has a cookie
    from earlier today, because the daily note of a browser is not part of a move.
    """

    def __init__(self, servers: Servers, games: int, decisions: int = 0) -> None:
        self.port, self.programs = serve(servers, "service", "config.wsgi")
        self.games = [
            matches.played_on(matches.invited_game(4), decisions=decisions).pk
            for _ in range(games)
        ]
        self.requests: list[bytes] = []

    def prepare(self) -> None:
        """Build the request of the next move in every game."""
        now = database_now()
        self.requests = [self._request(seat, now) for seat in self.awaited_seats()]

    def send(self) -> int:
        """Send the moves one after the other; return how many were accepted."""
        answers = load.send_all(self.requests, self.port, 1)
        return len(answers.times_of("moves", HTTPStatus.SEE_OTHER))

    def awaited_seats(self) -> QuerySet[Seat]:
        """Return the awaited seat of each game."""
        seats = Seat.objects.filter(game__in=self.games, awaited_version__isnull=False)
        return seats.select_related("game", "user").order_by("pk")

    def _request(self, seat: Seat, now: datetime) -> bytes:
        path = f"/play/{PLAY_LINK.token(seat, now=now)}/"
        held = cookie_of("0" * 32, seat.user, now) if seat.user else ""
        return load.form(path, fields(seat), self.port, cookie=f"{COOKIE}={held}")


def fields(seat: Seat) -> dict[str, str]:
    """Return the fields of the turn page's form with the first legal command."""
    game: Game = seat.game
    command = first_legal(positions.state_of(game), seat.number)
    return {
        "command": notation.to_text(command),
        "expected_version": str(game.version),
        "expected_head": mark_of(game.head),
        "request_id": str(uuid4()),
    }


def first_legal(state: GameState, player: int) -> Command:
    """Return the first legal command of ``player``."""
    option = legal_commands(state, player)[0]
    return next(option.commands()) if isinstance(option, Payments) else option


class AcceptedMoves:
    """The cases of A1, and the response times in seconds, by wave."""

    def __init__(self, servers: Servers, scale: Scale) -> None:
        self.times: dict[str, list[list[float]]] = {}
        self.service = ServiceUnderLoad(servers, scale.requests)
        self.bare, bare_programs = bare_service(servers)
        self.clocks = (
            CoreClock(servers, self.service.programs),
            CoreClock(servers, bare_programs),
        )
        request = load.post("/move", MOVE, "application/json", self.bare)
        self.bare_requests = [request] * scale.requests

    def comparisons(self) -> list[Comparison]:
        """Return our rates beside the floor's, for each number of clients."""
        return [
            Comparison(
                goals.A1,
                f"a move accepted, all checks, {clients} at a time",
                BARE,
                TimedCase(
                    f"move c={clients}", self._ours(clients), self.service.prepare
                ),
                TimedCase(f"bare c={clients}", self._theirs(clients)),
                "moves/s",
            )
            for clients in CLIENTS
        ] + [self._by_cores()]

    def _by_cores(self) -> Comparison:
        """Return the comparison by CPU time, which other load does not distort."""
        ours, theirs = self.clocks
        return Comparison(
            goals.A1,
            "the same in CPU time, web server and database",
            BARE,
            TimedCase("move by cores", self._ours(1), self.service.prepare, ours),
            TimedCase("bare by cores", self._theirs(1), clock=theirs),
            "moves/s",
        )

    def slowest(self) -> list[TableRow]:
        """Return the rows of the 99th percentiles."""
        return [
            judged(
                goals.A1_SLOWEST,
                f"the slowest hundredth of them, {clients} at a time",
                BARE,
                quantity(ours := self._slowest(f"move c={clients}"), "ms"),
                quantity(theirs := self._slowest(f"bare c={clients}"), "ms"),
                ours / theirs,
            )
            for clients in CLIENTS
        ]

    def _slowest(self, name: str) -> float:
        return load.slowest_hundredth(self.times[name])

    def _ours(self, clients: int) -> Callable[[], int]:
        return lambda: self._note(
            f"move c={clients}",
            load.send_all(self.service.requests, self.service.port, clients),
            HTTPStatus.SEE_OTHER,
        )

    def _theirs(self, clients: int) -> Callable[[], int]:
        return lambda: self._note(
            f"bare c={clients}",
            load.send_all(self.bare_requests, self.bare, clients),
            HTTPStatus.OK,
        )

    def _note(self, name: str, answers: Answers, expected: HTTPStatus) -> int:
        """Keep the times; raise RuntimeError for an unexpected response."""
        times = answers.times_of(name, expected)
        self.times.setdefault(name, []).append(times)
        return len(times)


def bare_service(servers: Servers) -> tuple[int, list[Program]]:
    """Start the bare view with its own tables; return its port and processes."""
    module = "bench.floors.bare_app"
    command = [sys.executable, "-m", module]
    subprocess.run(command, check=True, cwd=ROOT, env=servers.environment)
    return serve(servers, "bare", module)


def serve(servers: Servers, name: str, application: str) -> tuple[int, list[Program]]:
    """Start an application on our web server; return its port and processes."""
    listener = listen_on("127.0.0.1", 0)
    started = [
        programs.web(listener, f"{application}.application") for _ in range(WORKERS)
    ]
    for program in started:
        program.environment = servers.environment | {"WEB_THREADS": "1"}
        program.log = servers.directory / f"{name}.log"
        servers.start(program)
    port: int = listener.getsockname()[1]
    listener.detach()
    return port, started
