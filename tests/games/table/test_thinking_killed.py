"""The process that thinks is killed in the middle of it: it is counted, and mended."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from msgspec.structs import replace

from games.background.attempts import ENDED
from games.lobby.new_games import create_game
from games.models import Attempt, Game, User
from games.thinking import LEASE, TRIES, think_once
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.terms import Terms
from tests.harness.environment import environment
from tests.support.play import submit
from tests.support.standing_time import StandingTime

pytestmark = [
    pytest.mark.only_on("sqlite"),
    pytest.mark.django_db(transaction=True),
]

PERSON, THINKER = 0, 1

#: The process that thinks, which says once it does, and would do so for ever.
THINKING = """
import time

import django

django.setup()

from django.core.management import call_command

from games import thinking


def think_for_ever(*_):
    print("it thinks", flush=True)
    time.sleep(3600)


thinking.choose = think_for_ever
call_command("think")
"""


@pytest.fixture
def game(
    alice: User, time_stands: StandingTime, monkeypatch: pytest.MonkeyPatch
) -> Game:
    """Alice has placed against Flint, who thinks in a trice here."""
    flint = replace(OPPONENTS["Flint"], playouts=4)
    monkeypatch.setitem(OPPONENTS, "Flint", flint)
    now = time_stands.now
    made = create_game(
        host=alice, players=[alice, flint], terms=Terms(2, first_player=0), now=now
    )
    submit(made, PERSON, "forest 3", now=now)
    return made


@pytest.fixture
def start(game: Game, tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start a process that thinks of Flint's move, on the database of the test."""
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "for tests only",
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
    }
    with ExitStack() as started:

        def start_one() -> subprocess.Popen[str]:
            process = started.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", THINKING],
                    cwd=settings.BASE_DIR,
                    env=environment(**own),
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            started.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == "it thinks\n"
            return process

        yield start_one


def moves(game: Game) -> int:
    """Return how many commands of the thinker are recorded, joining aside."""
    told = game.events.filter(decided_by=THINKER).exclude(command="")
    return told.exclude(type="PlayerJoined").count()


def test_decision_whose_process_was_killed_comes_once(
    game: Game, start: Callable[[], subprocess.Popen[str]], time_stands: StandingTime
) -> None:
    start().kill()
    (attempt,) = Attempt.objects.all()
    assert (attempt.count, attempt.error) == (1, ENDED)

    # Another process is started at once: the decision is still leased.
    time_stands.now = attempt.next_at - LEASE / 2
    assert not think_once(time_stands.now)
    assert moves(game) == 0

    time_stands.now = attempt.next_at
    assert think_once(time_stands.now)
    assert not think_once(time_stands.now)
    assert moves(game) == 1
    assert not Attempt.objects.exists()


def test_decision_that_kills_its_process_three_times_is_made_by_autopilot(
    game: Game, start: Callable[[], subprocess.Popen[str]], time_stands: StandingTime
) -> None:
    for count in range(1, TRIES + 1):
        start().kill()
        (attempt,) = Attempt.objects.all()
        assert attempt.count == count
        # Let the next one come now: the other process has the time of the machine.
        Attempt.objects.update(next_at=time_stands.now)
    assert think_once(time_stands.now)
    assert moves(game) == 1
    last = game.events.order_by("-sequence")[0]
    assert last.source == Source.AUTOPILOT
