"""The mover takes back what revealed nothing, for a little while."""

from datetime import datetime, timedelta

import pytest

from games.deadlines import expire_turn
from games.history.export import record_lines
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, Seat, StoredEvent, User
from games.seats.invitations import accept_seat
from games.signals import GameAdvanced, GameSignal
from games.table.submit import take_back_decision
from stoneage_core import audit
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl
from tests.support.games import Loaded
from tests.support.play import against_automatic, play_on, submit
from tests.support.refusals import refuses

TWO_MINUTES = timedelta(minutes=2)
MOMENT = timedelta(seconds=1)


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def take_back(game: Game, number: int, now: datetime) -> Game:
    """Take back a player's last decision, as the page does."""
    made = StoredEvent.objects.filter(game=game, decided_by=number).moves()
    last = made.order_by("-sequence").values_list("sequence", flat=True).first() or 1
    return take_back_decision(seat=seat_of(game, number), sequence=last, now=now)


def position(game: Game) -> object:
    state = positions.state_of(Game.objects.get(pk=game.pk))
    return state.players, state.slots, state.turn, state.phase, state.round


def test_a_placement_is_taken_back(two_player_game: Game, now: datetime) -> None:
    before, version = position(two_player_game), two_player_game.version
    submit(two_player_game, 0, "hut", now=now)
    take_back(two_player_game, 0, now + MOMENT)
    row = StoredEvent.objects.filter(game=two_player_game).order_by("sequence").last()
    assert row is not None
    assert row.data == (
        f'{{"agreed":false,"player":0,"sequence":{version},"type":"DecisionTakenBack"}}'
    )
    assert position(two_player_game) == before


def test_the_clock_goes_on_from_where_it_was(
    two_player_game: Game, now: datetime
) -> None:
    deadline = seat_of(two_player_game, 0).deadline_at
    submit(two_player_game, 0, "hut", now=now + timedelta(hours=5))
    take_back(two_player_game, 0, now + timedelta(hours=5) + MOMENT)
    alice, bob = two_player_game.seats.order_by("number")
    assert (alice.deadline_at, alice.awaited_at) == (deadline, now)
    assert bob.awaited_at is None


def test_another_decision_can_follow_a_taking_back(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    take_back(two_player_game, 0, now + MOMENT)
    submit(two_player_game, 0, "field", now=now + MOMENT)
    take_back(two_player_game, 0, now + 2 * MOMENT)
    game = submit(two_player_game, 0, "tool maker", now=now + 2 * MOMENT).game
    assert positions.state_of(game).players[0].unplaced == 4


def test_decision_cannot_be_taken_back_after_the_window(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    with refuses("too_late"):
        take_back(two_player_game, 0, now + TWO_MINUTES)
    take_back(two_player_game, 0, now + TWO_MINUTES - MOMENT)


def test_decision_cannot_be_taken_back_after_anothers_decision(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    submit(two_player_game, 1, "field", now=now)
    with refuses("too_late"):
        take_back(two_player_game, 0, now + MOMENT)
    take_back(two_player_game, 1, now + MOMENT)


def test_decision_that_revealed_dice_cannot_be_taken_back(
    two_player_game: Game, now: datetime, loaded: Loaded
) -> None:
    game = submit(two_player_game, 0, "forest 5", now=now).game
    game = submit(game, 1, "quarry 5", now=now).game  # and Alice's dice are rolled
    with refuses("too_late"):
        take_back(game, 1, now + MOMENT)


def test_decision_cannot_be_taken_back_twice(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    take_back(two_player_game, 0, now + MOMENT)
    with refuses("too_late"):
        take_back(two_player_game, 0, now + MOMENT)


def test_decision_of_a_rejected_proposal_cannot_be_taken_back(
    two_player_game: Game, now: datetime
) -> None:
    with refuses("too_late"):
        take_back(two_player_game, 0, now)
    submit(two_player_game, 0, "hut", now=now)
    own = seat_of(two_player_game, 0)
    with refuses("too_late"):
        take_back_decision(seat=own, sequence=1, now=now)


def test_decision_cannot_be_taken_back_after_its_players_time(
    two_player_game: Game, now: datetime
) -> None:
    late = now + timedelta(days=3) - MOMENT
    submit(two_player_game, 0, "hut", now=late)
    with refuses("too_late"):
        take_back(two_player_game, 0, late + MOMENT)


def test_decision_by_timeout_cannot_be_taken_back(
    two_player_game: Game, now: datetime
) -> None:
    late = now + timedelta(days=3)
    expire_turn(seat_id=seat_of(two_player_game, 0).pk, now=late)
    with refuses("too_late"):
        take_back(two_player_game, 0, late + MOMENT)


def test_answers_of_automatic_players_go_back_too(alice: User, now: datetime) -> None:
    own = against_automatic(alice, now=now)
    before = position(own.game)
    submit(own.game, 0, "hut", now=now)
    assert positions.state_of(Game.objects.get(pk=own.game_id)).players[1].unplaced < 5
    take_back(own.game, 0, now + MOMENT)
    assert position(own.game) == before


def test_dice_after_a_taking_back_are_different(
    alice: User, bob: User, now: datetime
) -> None:
    """They follow from the position in the stream, which went on."""
    game = create_game(
        host=alice, players=[alice, bob], terms=Terms(2, first_player=0), now=now
    )
    game = accept_seat(seat=game.seats.get(number=1), now=now)
    submit(game, 0, "forest 5", now=now)
    take_back(game, 0, now)
    version = Game.objects.get(pk=game.pk).version
    game = submit(game, 0, "forest 5", now=now).game
    rolled = play_on(game, now=now, decisions=12)
    first = StoredEvent.objects.filter(game=rolled, type="DiceRolled").first()
    assert first is not None
    assert first.sequence > version


def test_a_short_clock_has_a_short_window(
    alice: User, bob: User, now: datetime
) -> None:
    game = create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(2, TimeControl(PerMove(600)), first_player=0),
        now=now,
    )
    game = accept_seat(seat=game.seats.get(number=1), now=now)
    submit(game, 0, "hut", now=now)
    with refuses("too_late"):
        take_back(game, 0, now + timedelta(seconds=30))


def test_increment_is_added_once(alice: User, bob: User, now: datetime) -> None:
    game = create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(
            2,
            TimeControl(Bank(start=86400, increment=3600, cap=172800)),
            first_player=0,
        ),
        now=now,
    )
    game = accept_seat(seat=game.seats.get(number=1), now=now)
    for _ in range(3):
        submit(game, 0, "hut", now=now)
        take_back(game, 0, now)
    submit(game, 0, "hut", now=now)
    assert Game.objects.get(pk=game.pk).table_state.seats[0].bank == 86400 + 3600


def test_signal_contains_the_end_of_the_window(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    submit(two_player_game, 0, "forest 5", now=now)
    submit(two_player_game, 1, "quarry 5", now=now)
    told = [news.open_until for news in published if isinstance(news, GameAdvanced)]
    assert told == [now + TWO_MINUTES, None]


def test_columns_equal_those_of_a_rebuild(two_player_game: Game, now: datetime) -> None:
    from games.history.stream_check import check_stream

    submit(two_player_game, 0, "hut", now=now)
    take_back(two_player_game, 0, now + MOMENT)
    assert check_stream(two_player_game.pk)[1] == []
    submit(two_player_game, 0, "field", now=now + MOMENT)
    assert check_stream(two_player_game.pk)[1] == []


@pytest.fixture
def banked_game(alice: User, bob: User, now: datetime) -> Game:
    """Two days in the bank, six hours more for each turn, an hour of grace."""
    control = TimeControl(Bank(2 * DAY, 6 * HOUR, 3 * DAY), grace=HOUR)
    game = create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(2, control, first_player=0),
        now=now,
    )
    return accept_seat(seat=game.seats.get(number=1), now=now)


def test_taking_back_returns_time_to_the_bank(banked_game: Game, now: datetime) -> None:
    """Or the same hours would be taken twice."""
    deadline = seat_of(banked_game, 0).deadline_at
    late = now + timedelta(hours=40)
    submit(banked_game, 0, "hut", now=late)
    game = take_back(banked_game, 0, late + MOMENT)
    assert game.table_state.seats[0].bank == 2 * DAY
    assert seat_of(game, 0).deadline_at == deadline
    submit(game, 0, "field", now=late + 2 * MOMENT)
    spent = 39 * HOUR + 2
    game = Game.objects.get(pk=game.pk)
    assert game.table_state.seats[0].bank == 2 * DAY - spent + 6 * HOUR
    verdict = audit.verify("".join(record_lines(game)))
    assert verdict.finding is None, str(verdict.finding)
