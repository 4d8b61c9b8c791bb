"""The simulation of a month: its clock jumps ahead, and all chance has one seed."""

from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace

import pytest

from games import tasks
from games.models import Heartbeat
from games.outages import HEART
from tests.games.month.simulation import Simulation
from tests.games.month.weeks import START as WEEKS_START
from tests.games.month.weeks import Weeks
from tests.support.mails import Send

#: Clocks are set back in the following month: in Europe, then in America.
START = datetime(2026, 10, 9, 6, 0, tzinfo=UTC)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Simulation:
    """A simulation whose clock the sweep reads."""
    random = Random(2026)
    world = Simulation(START, random)
    secrets = SimpleNamespace(token_bytes=random.randbytes)

    def get_random_string(length: int, allowed: str) -> str:
        return "".join(random.choice(allowed) for _ in range(length))

    monkeypatch.setattr("games.lobby.new_games.get_random_string", get_random_string)
    monkeypatch.setattr("games.log.seeds.secrets", secrets)
    monkeypatch.setattr("games.log.read_model.random", random)
    monkeypatch.setattr(tasks, "database_now", lambda: world.now)
    return world


@pytest.fixture
def weeks(send: Send, db: None, monkeypatch: pytest.MonkeyPatch) -> Weeks:
    """Some weeks whose clock the sweep reads."""
    weeks = Weeks(WEEKS_START, send)
    Heartbeat.objects.filter(pk=HEART).update(beat_at=WEEKS_START)
    monkeypatch.setattr(tasks, "database_now", lambda: weeks.now)
    return weeks
