"""What the others did since one's last decision, and how the table shows it."""

import re
from dataclasses import replace

import pytest

from games.models import Game, User
from games.presentation import labels
from games.presentation.event_text import SourceMask
from games.presentation.replay import (
    LATEST,
    Replay,
    chips_of,
    load_since_turn,
    replay_since_turn,
    replay_steps,
)
from games.presentation.timeline import load_timeline
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.state import Phase
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


def test_latest_steps_never_include_the_readers_own(two_player_game: Game) -> None:
    replay = since(placed(two_player_game, "forest 3", "hut"), 0)
    assert replay is not None
    assert [chip.seat for chip in replay.latest] == [1]
    assert replay.earlier == 0


@pytest.mark.parametrize("count", [1, LATEST, LATEST + 2])
def test_latest_and_earlier_steps_are_all_that_are_played(
    two_player_game: Game, count: int
) -> None:
    replay = since(placed(two_player_game, "forest 3", "hut"), 0)
    assert replay is not None
    own, other = replay.chips
    more = replace(replay, chips=(own, own, *[other] * count), count=count)
    assert set(more.latest) == {other}
    assert len(more.latest) + more.earlier == count


def test_chips_tell_people_from_the_hut_and_name_the_feeding(
    finished_game: Game,
) -> None:
    timeline = load_timeline(finished_game)
    mask = SourceMask(finished_game, None)
    chips = chips_of(replay_steps(timeline, 0, finished_game.version, NAMES, mask))
    huts = [chip for chip in chips if chip.people and chip.place == "Hut"]
    assert huts
    assert "person" not in {chip.sign for chip in huts}
    fed = [chip for chip in chips if chip.place == str(labels.PHASES[Phase.FEEDING])]
    assert fed
    assert {(chip.seat, chip.sign) for chip in fed} == {(None, "food")}


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
