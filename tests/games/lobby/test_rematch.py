"""A rematch: the players of a finished game agree to play again."""

from datetime import datetime, timedelta

import pytest

from games.lobby.new_games import cancel_game, create_practice_game
from games.lobby.rematch import (
    DECLINED,
    agree_to_rematch,
    find_rematch,
    start_player_of_rematch,
)
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Invitation, Seat, Status, User
from games.seats.invitations import decline_seat
from games.signals import GameSignal, SeatDeclined, SeatInvited
from stoneage_core import GameState
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms
from tests.support.pages import seat_of
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

LATER = NOW + timedelta(hours=1)


def agree(game: Game, number: int, name: str = "") -> Seat:
    return agree_to_rematch(seat=seat_of(game, number), name=name, now=LATER)


def test_first_player_to_agree_invites_the_others(
    finished_game: Game, alice: User, bob: User, published: list[GameSignal]
) -> None:
    own = agree(finished_game, 1)
    rematch = own.game
    assert (rematch.host, rematch.rematch_of) == (bob, finished_game)
    assert rematch.status == Status.INVITING
    assert rematch.time_control == finished_game.time_control
    assert rematch.terms.tie_break == finished_game.terms.tie_break
    seats = read_seats(rematch)
    assert [seat.user for seat in seats] == [alice, bob]
    assert [seat.invitation for seat in seats] == ["invited", "accepted"]
    invited = [each for each in published if isinstance(each, SeatInvited)]
    assert [each.seat.user for each in invited] == [alice]


def test_rematch_starts_when_all_have_agreed(finished_game: Game) -> None:
    over = positions.state_of(finished_game)
    agree(finished_game, 0)
    rematch = agree(finished_game, 1).game
    assert rematch.status == Status.ACTIVE
    state = positions.state_of(rematch)
    assert state.start_player == start_player_of_rematch(over)


def test_agreeing_is_idempotent(finished_game: Game) -> None:
    first = agree(finished_game, 0)
    assert agree(finished_game, 0).pk == first.pk
    assert agree(finished_game, 1).game == first.game
    assert agree(finished_game, 1).game == first.game
    assert Game.objects.filter(rematch_of=finished_game).count() == 1


@pytest.mark.parametrize(
    ("rounds", "start", "players", "following"),
    [(1, 0, 2, 1), (1, 1, 2, 0), (10, 1, 4, 1), (7, 2, 3, 0), (4, 0, 3, 1)],
)
def test_next_player_starts(
    rounds: int, start: int, players: int, following: int
) -> None:
    """``start`` is the start player of the last round."""
    over = GameState(terms=Terms(players), round=rounds, start_player=start)
    assert start_player_of_rematch(over) == following


def test_player_who_declines_is_announced_and_stays_out(
    finished_game: Game, published: list[GameSignal]
) -> None:
    rematch = agree(finished_game, 0).game
    decline_seat(seat=seat_of(rematch, 1), now=LATER)
    assert any(isinstance(each, SeatDeclined) for each in published)
    with refuses("taken", match=str(DECLINED)):
        agree(finished_game, 1)
    assert seat_of(rematch, 1).invitation == Invitation.DECLINED


def test_cancelled_rematch_makes_room_for_another(
    finished_game: Game, alice: User
) -> None:
    first = agree(finished_game, 0).game
    cancel_game(game=first, by=alice, now=LATER)
    assert find_rematch(finished_game) is None
    second = agree(finished_game, 1).game
    assert second != first
    assert find_rematch(finished_game) == second


def test_bots_agree_at_once(db: None, now: datetime) -> None:
    own = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 2)
    over = play_to_the_end(own.game, now=now)
    again = agree(over, 0)
    assert again.game.status == Status.ACTIVE
    assert [seat.is_automatic for seat in read_seats(again.game)] == [
        *(False, True, True)
    ]
    assert again.user == own.user


def test_bot_replaces_a_player_who_is_gone(finished_game: Game, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    rematch = agree(finished_game, 0).game
    assert rematch.status == Status.ACTIVE
    assert seat_of(rematch, 1).is_automatic


def test_player_can_set_a_name(finished_game: Game, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(name="")
    agree(finished_game, 1, name="Bobby")
    bob.refresh_from_db()
    assert bob.name == "Bobby"


def test_running_game_has_no_rematch(two_player_game: Game) -> None:
    with refuses("not_over"):
        agree(two_player_game, 0)
    assert not Game.objects.filter(rematch_of=two_player_game).exists()


def test_rematch_is_only_for_its_players(finished_game: Game) -> None:
    seat = finished_game.seats.get(number=1)
    Seat.objects.filter(pk=seat.pk).update(user=None)
    with refuses("forbidden"):
        agree(finished_game, 1)
