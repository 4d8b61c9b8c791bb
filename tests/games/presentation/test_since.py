"""What the others did since one's last decision, and how the table shows it."""

import re

import pytest

from games.models import Game, User
from games.presentation.replay import Replay, load_since_turn, replay_since_turn
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from tests.support.pages import page, seat_of, signed_in, text_of
from tests.support.play import submit
from tests.support.standing_time import NOW
from tests.support.words import event_sentence

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bob")


def since(game: Game, number: int) -> Replay | None:
    seat = seat_of(game, number)
    return replay_since_turn(seat, NAMES, load_since_turn(seat))


def placed(game: Game, *commands: str) -> Game:
    """Let both place people in turn, Alice first."""
    for number, command in enumerate(commands):
        submit(game, number % 2, command, now=NOW)
    return Game.objects.get(pk=game.pk)


def test_replay_begins_after_the_readers_decision(two_player_game: Game) -> None:
    game = placed(two_player_game, "forest 3", "hut")
    replay = since(game, 0)
    assert replay is not None
    own, chip = replay.chips
    assert own.text == event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice")
    assert (chip.seat, chip.people, chip.place) == (1, 2, "Hut")
    assert (replay.number, replay.count) == (1, 1)
    assert (replay.at, replay.last) == (game.version, game.version)
    assert replay.first == own.at


def test_replay_shows_the_own_decision_if_nothing_followed(
    two_player_game: Game,
) -> None:
    replay = since(placed(two_player_game, "forest 3"), 0)
    assert replay is not None
    assert replay.count == 0
    (own,) = replay.chips
    assert own.text == event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice")


def test_replay_before_the_first_decision_omits_the_setup(
    two_player_game: Game,
) -> None:
    assert since(two_player_game, 1) is None
    game = placed(two_player_game, "forest 3")
    replay = since(game, 1)
    assert replay is not None
    (chip,) = replay.chips
    assert chip.text == event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice")
    assert replay.count == 1
    assert (
        replay.first
        == game.events.filter(type="TurnStarted").earliest("sequence").sequence
    )


def test_table_contains_the_steps_to_play(two_player_game: Game, alice: User) -> None:
    game = placed(two_player_game, "forest 3", "hut")
    html = page(signed_in(alice), f"/games/{game.slug}/play/")
    replay = since(game, 0)
    assert replay is not None
    steps = f"steps.json?from={replay.first}&amp;to={game.version}"
    assert f'data-steps="/games/{game.slug}/{steps}"' in html
    assert "games/table_page.js" in html
    assert "2 → Hut" in text_of(html)
    # Without script one walks from there.
    assert f'href="/games/{game.slug}/at/{replay.first}/" data-replay-open' in html


def test_waiting_player_sees_who_is_awaited_until_when(
    two_player_game: Game, alice: User
) -> None:
    """And nothing that they know: their own last move is not told again."""
    game = placed(two_player_game, "forest 5")
    html = page(signed_in(alice), f"/games/{game.slug}/play/")
    dock = text_of(html[html.index('id="dock"') :])
    assert 'id="replay"' not in html
    assert seat_of(game, 1).deadline_at is not None
    assert re.search(r"Bob : [^,]*, until \w+ \d+ \w+", dock)
    assert "since" not in dock
    assert "→" not in dock
