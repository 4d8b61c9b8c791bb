"""A worker is killed in the midst of thinking: the move comes, and comes once."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from msgspec.structs import replace

from games import tasks
from games.lobby.games import create_game
from games.match.thinking import LEASE
from games.models import Game, Seat, User
from stoneage_core.opponents.ladder import OPPONENTS
from tests.e2e.service import environment
from tests.support.play import submit
from tests.support.standing_time import StandingTime

pytestmark = [
    pytest.mark.only_on("sqlite"),
    pytest.mark.django_db(transaction=True),
]

PERSON, THINKER = 0, 1

#: A worker at its task, which says once it thinks, and would do so for ever.
WORKER = """
import time

import django

django.setup()

from games import tasks
from games.match import thinking


def think_for_ever(*_):
    print("it thinks", flush=True)
    time.sleep(3600)


tasks.quicken_thinking = lambda: None
thinking.choose = think_for_ever
tasks.play_opponents()
"""


@pytest.fixture
def game(
    alice: User, time_stands: StandingTime, monkeypatch: pytest.MonkeyPatch
) -> Game:
    """Alice has placed against Flint, who thinks in a trice here."""
    flint = replace(OPPONENTS["Flint"], playouts=4)
    monkeypatch.setitem(OPPONENTS, "Flint", flint)
    monkeypatch.setattr(tasks, "quicken_thinking", lambda: None)
    now = time_stands.now
    made = create_game(host=alice, players=[alice, flint], start_choice=0, now=now)
    submit(made, PERSON, "forest 3", now=now)
    return made


@pytest.fixture
def worker(game: Game, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that thinks of Flint's move, on the database of the test."""
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "for tests only",
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
    }
    with subprocess.Popen(
        [sys.executable, "-c", WORKER],
        cwd=settings.BASE_DIR,
        env=environment() | own,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def thinks_at(game: Game) -> datetime | None:
    """Return when the thinker is due; None once it has decided."""
    return Seat.objects.values_list("thinks_at", flat=True).get(
        game=game, number=THINKER
    )


def moves(game: Game) -> int:
    """Return how many commands of the thinker are recorded, joining aside."""
    told = game.events.filter(decided_by=THINKER).exclude(command="")
    return told.exclude(type="PlayerJoined").count()


def test_the_move_of_a_worker_that_was_killed_comes_once(
    game: Game, worker: "subprocess.Popen[str]", time_stands: StandingTime
) -> None:
    assert worker.stdout is not None
    assert worker.stdout.readline() == "it thinks\n"
    worker.kill()
    worker.wait()
    leased_until = thinks_at(game)
    assert leased_until is not None

    # The broker brings the task again at once: the seat is still leased.
    time_stands.now = leased_until - LEASE / 2
    tasks.play_opponents()
    assert (moves(game), thinks_at(game)) == (0, leased_until)

    # And whenever it comes after the lease, several times over: one decides.
    time_stands.now = leased_until
    for _ in range(3):
        tasks.play_opponents()
    assert moves(game) == 1
    assert thinks_at(game) is None
