"""Expensive or guessable requests are limited."""

from datetime import timedelta

import pytest
from django.test import Client

from games import limits
from games.models import Game
from games.now import database_now
from tests.support.play import submit
from tests.support.standing_time import NOW


def test_many_visitors_do_not_lift_a_limit(db: None) -> None:
    """A cache of limited size would evict the count when there are many others."""
    limit = limits.SECOND_FACTORS_TRIED
    for _ in range(limit.most):
        limit.spend(1, now=database_now())
    for number in range(300):
        limits.WHOLE_GAMES.spend(f"198.51.100.{number}", now=database_now())
    with pytest.raises(limits.TooMany):
        limit.spend(1, now=database_now())
    limit.spend(1, now=database_now() + timedelta(seconds=limit.seconds))


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("history/", "WHOLE_GAMES"),
        ("at/1/", "POSITIONS"),
        ("at/?round=1", "WHOLE_GAMES"),
        ("steps.json?from=1&to=2", "POSITIONS"),
        ("log.jsonl", "WHOLE_GAMES"),
        ("record.jsonl", "WHOLE_GAMES"),
        ("report/", "WHOLE_GAMES"),
    ],
)
def test_reading_whole_games_is_limited(
    client: Client,
    two_player_game: Game,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    limit: str,
) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW)
    few = limits.Limit("few", most=2, seconds=600)
    for module in ("history", "proofs"):
        monkeypatch.setattr(f"games.history.views.{module}.{limit}", few, raising=False)
    address = f"/games/{two_player_game.slug}/{path}"
    for _ in range(2):
        assert client.get(address).status_code in (200, 302, 403)
    assert client.get(address).status_code == 429
    assert client.get(address, REMOTE_ADDR="192.0.2.7").status_code != 429
