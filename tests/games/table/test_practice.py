"""Practice against bots has no deadline, for guests and for people who signed in."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from games.deadlines import due_seats
from games.lobby.new_games import create_game
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Seat, User
from games.presentation.time_control_text import timeout_terms_of
from games.table.table_page import faces_of, turn_of
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.terms import Terms
from tests.support.pages import page, text_of
from tests.support.play import against_automatic, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(alice: User) -> Seat:
    """The seat of Alice, who is signed in, in a practice game."""
    seat = against_automatic(alice, now=NOW)
    submit(seat.game, 0, "forest 1", now=NOW)
    return Seat.objects.select_related("game").get(pk=seat.pk)


def test_nobody_is_reminded_or_timed_out_in_practice(seat: Seat) -> None:
    assert seat.awaited_at is not None
    assert seat.deadline_at is None
    assert seat.remind_at is None
    assert due_seats(NOW + timedelta(days=300)) == []


def test_the_pages_of_a_practice_game_name_no_deadline(
    client: Client, seat: Seat, alice: User
) -> None:
    client.force_login(alice)
    table = f"/games/{seat.game.slug}/play/"
    assert client.get(table).context["turn"].deadline is None
    about = text_of(page(client, f"{table}?sheet=about"))
    assert timeout_terms_of(seat.game.time_control) not in about
    assert "until" not in text_of(page(client, "/games/"))
    seats = read_seats(seat.game)
    state = positions.state_of(seat.game)
    turn = turn_of(seats[0], seats, state, action="", now=NOW)
    assert turn.deadline is None


def test_a_rated_game_against_bots_has_a_deadline(alice: User) -> None:
    game = create_game(
        host=alice,
        players=[alice, OPPONENTS["Pebble"]],
        terms=Terms(2, first_player=0, rated=True),
        now=NOW,
    )
    assert game.seats.get(number=0).deadline_at is not None


def test_the_rules_page_says_which_games_are_practice(client: Client) -> None:
    assert "Practice games have no deadline: in them you play alone against bots" in (
        text_of(page(client, "/rules/"))
    )


def test_bots_of_the_ladder_have_faces_of_their_own() -> None:
    drawn = (settings.BASE_DIR / "games/static/games/icons.svg").read_text()
    for step, name in enumerate(OPPONENTS, 1):
        assert faces_of([Seat(number=1, bot=name)]) == {1: step}
        assert f'id="face-{step}"' in drawn


def test_bots_of_one_kind_at_a_table_look_different() -> None:
    seats = [Seat(number=number, bot="Flint") for number in range(1, 4)]
    faces = faces_of([Seat(number=0), *seats])
    assert [*faces] == [1, 2, 3]
    assert len({*faces.values()}) == 3
