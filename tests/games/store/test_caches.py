"""Caches of a process: positions by the hash of their event, parts by their values."""

import pytest
from django.template import Context, Template
from django.utils import translation

from games.models import Game, StoredEvent
from games.presentation.replay.since import load_since_turn
from games.presentation.table import Mode, table_of
from games.presentation.tribe_rows import TribeNumber
from games.store import positions
from games.store.caches import EventCache
from games.store.stream import load_stream
from games.store.table_rows import read_seats
from stoneage_core import GameState, replay
from tests.support.play import submit
from tests.support.standing_time import NOW

PART = Template("{% load stoneage %}{% part number.template number=number %}")


@pytest.mark.django_db
def test_a_position_is_kept_for_the_hash_of_its_event_alone(
    two_player_game: Game, django_assert_num_queries
) -> None:
    game = submit(two_player_game, 0, "forest 3", now=NOW).game
    last = StoredEvent.objects.filter(game=game).latest("sequence")
    before = positions.state_after(game, last.sequence, last.hash)
    assert before == replay(load_stream(game))
    assert positions.state_at(game, last.sequence) is before
    with django_assert_num_queries(0):
        assert positions.state_after(game, last.sequence, last.hash) is before
    with django_assert_num_queries(1):  # another past: read anew
        positions.state_after(game, last.sequence, "0" * 64)


def test_few_positions_are_kept(two_player_game: Game) -> None:
    kept, state = EventCache[GameState](most=2), positions.state_of(two_player_game)
    for sequence in (1, 2, 3):
        kept.keep(two_player_game, sequence, "", state)
    found = [kept.get(two_player_game, sequence, "") for sequence in (1, 2, 3)]
    assert found == [None, state, state]


def test_a_part_says_what_it_is_shown_in_the_language_of_its_reader() -> None:
    def drawn(count: int) -> str:
        number = TribeNumber(0, "food", count, balance="+1")
        return PART.render(Context({"number": number}))

    assert "<b>3</b>" in drawn(3)
    assert "<b>4</b>" in drawn(4)
    assert drawn(3) == drawn(3)
    with translation.override("es"):
        assert "after feeding" not in drawn(3)
    assert "after feeding" in drawn(3)


@pytest.mark.django_db
def test_what_came_since_a_turn_is_read_once_for_each_version(
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


def test_a_table_is_kept_in_the_language_of_its_reader(two_player_game: Game) -> None:
    def board() -> str:
        state = positions.state_of(two_player_game)
        return str(table_of(state, ("Ann", "Ben"), mode=Mode.WATCH).board)

    english = board()
    with translation.override("es"):
        assert board() != english
    assert board() == english
