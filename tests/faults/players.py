"""Players who use the links in their mails, and record all responses."""

import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from statistics import quantiles
from types import TracebackType
from uuid import UUID

from django.db import Error, connections

from bench import load, matches
from bench.accept import fields
from games.errors import Refused
from games.links.purposes import PLAY_LINK
from games.models import Game, Seat, User
from games.now import database_now
from notifications.models import MailPreferences
from stoneage_core.time_control import PerMove, TimeControl

#: Seconds within which every form must get a response, even if it is a refusal.
ANSWERED = 3.0
#: Seconds before the same form is sent again.
PATIENCE = 0.3
#: A clock that expires within a minute, for games without players.
QUICK = TimeControl(PerMove(60), misses=20)


@dataclass
class Account:
    """
    The forms sent and the responses, written by all players.

    ``sent`` has all request ids, ``accepted`` those answered by 303.
    """

    sent: set[UUID] = field(default_factory=set)
    accepted: set[UUID] = field(default_factory=set)
    took: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)

    def note(self, status: int | None, took: float) -> None:
        self.took.append(took)
        self.answers[str(status or "no answer")] += 1

    @property
    def slow(self) -> int:
        """How many responses took too long."""
        return sum(took > ANSWERED for took in self.took)

    @property
    def hundredth(self) -> float:
        """The 99th percentile of the response times, in seconds."""
        return (
            quantiles(self.took, n=100, method="inclusive")[98]
            if self.took[1:]
            else 0.0
        )


class Players:
    """
    Threads that play games of two while the block runs.

    Each sends a form repeatedly, with the same request id, until the response is 303 or
    409. There are also ``idle`` games without players.
    """

    def __init__(
        self,
        port: int,
        *,
        threads: int = 3,
        games: int = 5,
        idle: int = 0,
        pause: float = 0.4,
    ) -> None:
        self.port, self.pause = port, pause
        self.account = Account()
        self.games: list[int] = []
        self.idle = [quiet_game(QUICK).pk for _ in range(idle)]
        self.stopping = threading.Event()
        shares = [[quiet_game().pk for _ in range(games)] for _ in range(threads)]
        self.games = [pk for share in shares for pk in share]
        self.threads = [
            threading.Thread(target=self._play, args=[share, Random(number)])
            for number, share in enumerate(shares)
        ]

    def __enter__(self) -> "Players":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def _play(self, games: list[int], chance: Random) -> None:
        try:
            while not self.stopping.is_set():
                self._play_once(games, chance)
        finally:
            connections.close_all()

    def _play_once(self, games: list[int], chance: Random) -> None:
        number = chance.randrange(len(games))
        try:
            seat = matches.awaited_seat(Game.objects.get(pk=games[number]))
            if seat is None:
                games[number] = quiet_game().pk
                self.games.append(games[number])
                return
            form = fields(seat)
            path = f"/play/{PLAY_LINK.token(seat, now=database_now())}/"
        except Error:  # the database is down
            connections.close_all()
            self.stopping.wait(self.pause)
            return
        except Refused:
            return
        # A person thinks before pressing, and the service may crash meanwhile.
        self.stopping.wait(self.pause)
        self._send(UUID(form["request_id"]), load.form(path, form, self.port))

    def _send(self, request_id: UUID, request: bytes) -> None:
        self.account.sent.add(request_id)
        while True:
            status, took = answer_to(request, self.port)
            self.account.note(status, took)
            if status == HTTPStatus.SEE_OTHER:
                self.account.accepted.add(request_id)
                return
            if status == HTTPStatus.CONFLICT:
                return
            if self.stopping.wait(PATIENCE):
                return


def answer_to(request: bytes, port: int) -> tuple[int | None, float]:
    """Send a request; return the status or None, and the seconds."""
    began_at = time.monotonic()
    try:
        (line,) = load.send_all([request], port, 1).statuses
        status = int(line.split()[1])
    except (OSError, IndexError, ValueError):
        status = None
    return status, time.monotonic() - began_at


def quiet_game(control: TimeControl | None = None, people: int = 2) -> Game:
    """Return a running game whose players want mails without pictures."""
    game = matches.invited_game(people, **({"control": control} if control else {}))
    users = User.objects.filter(seats__game=game)
    wanting = [MailPreferences(user=user, text_only=True) for user in users]
    MailPreferences.objects.bulk_create(wanting, ignore_conflicts=True)
    return game


def seats_of(games: Sequence[int]) -> list[Seat]:
    seats = Seat.objects.filter(game__in=games).order_by("game", "number")
    return list(seats.select_related("game", "user"))
