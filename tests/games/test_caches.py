"""Per-process caches: positions by the hash of their event, fragments by view."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.caches import EventCache
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, StoredEvent
from games.presentation.replay import load_since_turn
from games.presentation.table_view import Mode, table_of
from stoneage_core import GameState, replay
from tests.support.play import submit
from tests.support.standing_time import NOW


@pytest.mark.django_db
def test_position_is_cached_by_the_hash_of_its_event(
    two_player_game: Game, django_assert_num_queries
) -> None:
    game = submit(two_player_game, 0, "forest 3", now=NOW).game
    last = StoredEvent.objects.filter(game=game).latest("sequence")
    before = positions.state_after(game, last.sequence, last.hash)
    assert before == replay(load_stream(game))
    assert positions.state_at(game, last.sequence) is before
    with django_assert_num_queries(0):
        assert positions.state_after(game, last.sequence, last.hash) is before
    with django_assert_num_queries(1):  # another past: computed again
        positions.state_after(game, last.sequence, "0" * 64)


def test_number_of_cached_positions_is_limited(two_player_game: Game) -> None:
    kept, state = EventCache[GameState](most=2), positions.state_of(two_player_game)
    for sequence in (1, 2, 3):
        kept.keep(two_player_game, sequence, "", state)
    found = [kept.get(two_player_game, sequence, "") for sequence in (1, 2, 3)]
    assert found == [None, state, state]


@pytest.mark.django_db
def test_events_since_a_turn_are_read_once_per_version(
    two_player_game: Game, django_assert_num_queries
) -> None:
    game = submit(two_player_game, 0, "forest 3", now=NOW).game
    seat = read_seats(game)[0]
    since = load_since_turn(seat)
    with django_assert_num_queries(0):
        assert load_since_turn(seat) is since
    moved_on = submit(game, 1, "quarry 2", now=NOW).game
    anew = load_since_turn(read_seats(moved_on)[0])
    assert anew.happened[-1].sequence == moved_on.version > game.version


def test_table_is_cached_by_language(two_player_game: Game) -> None:
    def board() -> str:
        state = positions.state_of(two_player_game)
        return str(table_of(state, ("Ann", "Ben"), mode=Mode.WATCH).board)

    english = board()
    with translation.override("es"):
        assert board() != english
    assert board() == english


def test_fragments_are_cached_by_view_and_language(two_player_game: Game) -> None:
    def screen(names: tuple[str, ...]) -> str:
        state = positions.state_of(two_player_game)
        table = table_of(state, names, mode=Mode.WATCH)
        return render_to_string("games/table/screen.html", {"table": table})

    english = screen(("Ann", "Ben"))
    assert "Civilization cards" in english
    with translation.override("es"):
        assert "Civilization cards" not in screen(("Ann", "Ben"))
    assert "Cid" in screen(("Ann", "Cid"))
    assert screen(("Ann", "Ben")) == english
