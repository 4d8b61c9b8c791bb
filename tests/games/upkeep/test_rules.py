"""Running games switch to mended rules. The sweep records each version once."""

from datetime import datetime

import pytest

from games import deadlines
from games import upkeep as service
from games.log.positions import state_of
from games.log.stream import load_stream
from games.models import Game
from stoneage_core.events.service import RulesChanged
from stoneage_core.rules import setup

pytestmark = pytest.mark.both_databases


@pytest.fixture
def _two_releases_later(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (deadlines, service, setup):
        monkeypatch.setattr(module, "RULES_VERSION", 3)


def test_game_by_current_rules_does_not_change(
    two_player_game: Game, now: datetime
) -> None:
    assert deadlines.games_of_older_rules(now) == []
    assert not service.change_rules(game_id=two_player_game.pk, now=now)


@pytest.mark.usefixtures("_two_releases_later")
def test_each_version_is_recorded_in_a_running_game(
    two_player_game: Game, now: datetime
) -> None:
    assert deadlines.games_of_older_rules(now) == [two_player_game.pk]
    assert service.change_rules(game_id=two_player_game.pk, now=now)
    two_player_game.refresh_from_db()
    events = load_stream(two_player_game)
    assert events[-2:] == [RulesChanged(2), RulesChanged(3)]
    assert state_of(two_player_game).rules_version == two_player_game.rules_version == 3
    assert deadlines.games_of_older_rules(now) == []


@pytest.mark.usefixtures("_two_releases_later")
def test_finished_game_keeps_its_rules(finished_game: Game, now: datetime) -> None:
    assert deadlines.games_of_older_rules(now) == []
