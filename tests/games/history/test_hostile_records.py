"""Malicious records: each is refused in one sentence, and nothing is stored."""

from datetime import datetime

import pytest

from games.history.importing import import_game
from games.models import Game
from stoneage_core import awaited
from stoneage_core.events.clocks import AbsenceDeclared
from stoneage_core.events.staff import GamePaused
from stoneage_core.time_control import HOUR, PerMove, TimeControl
from tests.core.audit.record_forger import Line, sealed
from tests.core.recorder import LoggedGame
from tests.support.refusals import refuses

NOT_CALLED = "Event 1 is wrong: This is not a valid name of a game"
NOT_NOW = "This is not a valid date and time"
FAR = "9999-12-31T23:59:59.000000Z"


@pytest.fixture(scope="module")
def recorded() -> LoggedGame:
    """A whole game that was played elsewhere."""
    game = LoggedGame(2, clock=TimeControl(PerMove(HOUR), vacation=7))
    game.moves(4)
    return game


@pytest.mark.parametrize(
    "name", ["", "../x y", "<script>", "a" * 500, "alice@example.org", "\x1b[2J"]
)
def test_game_with_an_impossible_name_is_refused(
    db: None, recorded: LoggedGame, now: datetime, name: str
) -> None:
    first, *others = recorded.lines
    renamed = first | {"event": first["event"] | {"game": name}}
    assert refused([renamed, *others], now) == NOT_CALLED


def test_game_whose_name_is_no_slug_is_refused(db: None, now: datetime) -> None:
    game = LoggedGame(2)
    while awaited(game.state):
        game.moves()
    sentence = "No game can have the name of this one here."
    assert refused(game.lines, now) == sentence


@pytest.mark.parametrize(
    "event",
    [
        GamePaused(FAR),
        AbsenceDeclared(0, "2026-11-20T13:00:00.000000Z", FAR),
    ],
)
def test_endless_pause_or_absence_is_refused(
    db: None, now: datetime, event: GamePaused | AbsenceDeclared
) -> None:
    game = LoggedGame(2)
    own = isinstance(event, AbsenceDeclared)
    game.happens([event], 0 if own else None, "page" if own else "staff")
    assert refused(game.lines, now).endswith(NOT_NOW)


@pytest.mark.parametrize("year", ["0001", "1999", "2200", "9999"])
def test_event_dated_in_another_age_is_refused(
    db: None, recorded: LoggedGame, now: datetime, year: str
) -> None:
    moment = f"{year}-01-01T00:00:00.000000Z"
    lines = [line | {"recorded_at": moment} for line in recorded.lines]
    assert refused(lines, now) == f"Event 1 is wrong: {NOT_NOW}"


def refused(lines: list[Line], now: datetime) -> str:
    """Return why a record is refused."""
    with refuses("invalid") as refusal:
        import_game(text=sealed(lines), now=now)
    assert not Game.objects.exists()
    return str(refusal.value)
