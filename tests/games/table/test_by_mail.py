"""A decision made by replying to an email is its player's own, made at that moment."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from games import queries
from games.deadlines import expire_turn
from games.history.position_page import decision_text
from games.history.statistics import pace_of
from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.models import Game, Seat, StoredEvent, User
from games.presentation.event_text import SourceMask
from games.presentation.timeline import load_timeline
from games.privacy.own_data import collect_own_data
from games.seats.invitations import accept_seat
from games.table.submit import submit_command
from stoneage_core import notation
from stoneage_core.match.state import Source
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, TimeControl
from tests.support.play import submit

HOURS = timedelta(hours=1)
CLOCK = TimeControl(Bank(start=2 * DAY, increment=6 * HOUR, cap=3 * DAY), grace=HOUR)


@pytest.fixture
def banked_game(loaded: object, alice: User, bob: User, now: datetime) -> Game:
    players = [alice, bob]
    game = create_game(
        host=alice,
        players=players,
        terms=Terms(len(players), CLOCK, first_player=0),
        now=now,
    )
    return accept_seat(seat=game.seats.get(number=1), now=now, source=Source.REPLY)


def answer(game: Game, number: int, text: str, now: datetime) -> Seat:
    """Let a player decide by mail; return the seat as it is then."""
    done = submit_command(
        seat=game.seats.select_related("game", "user").get(number=number),
        command=notation.from_text(text),
        expected_version=Game.objects.get(pk=game.pk).version,
        request_id=uuid4(),
        now=now,
        source=Source.REPLY,
    )
    return done.seats[number]


def test_time_is_taken_out_of_the_bank(banked_game: Game, now: datetime) -> None:
    answer(banked_game, 0, "hut", now + 11 * HOURS)
    spent = StoredEvent.objects.get(type="TimeSpent")
    assert (spent.decided_by, spent.source) == (0, Source.REPLY)
    assert f'"seconds":{10 * HOUR}' in spent.data
    assert check_stream(banked_game.pk)[1] == []


def test_joining_by_email_is_in_the_log(banked_game: Game) -> None:
    joined = StoredEvent.objects.get(type="PlayerJoined", decided_by=1)
    assert joined.source == Source.REPLY


def test_answer_by_email_counts_as_seen(banked_game: Game, now: datetime) -> None:
    seat = answer(banked_game, 0, "hut", now)
    assert seat.seen_version == Game.objects.get(pk=banked_game.pk).version


def test_decision_by_email_can_be_taken_back(banked_game: Game, now: datetime) -> None:
    answer(banked_game, 0, "hut", now)
    game = Game.objects.get(pk=banked_game.pk)
    assert queries.open_decision(game, 0, now + timedelta(seconds=90)) is not None
    assert queries.open_decision(game, 0, now + timedelta(seconds=121)) is None


def test_not_once_somebody_else_answered(banked_game: Game, now: datetime) -> None:
    answer(banked_game, 0, "hut", now)
    answer(banked_game, 1, "field", now)
    game = Game.objects.get(pk=banked_game.pk)
    assert queries.open_decision(game, 0, now) is None


def test_log_says_that_a_decision_came_by_email(
    banked_game: Game, alice: User, now: datetime
) -> None:
    answer(banked_game, 0, "hut", now + HOURS)
    game = Game.objects.get(pk=banked_game.pk)
    made = StoredEvent.objects.get(game=game, command="hut")
    course = load_timeline(game)
    making = decision_text(course, made.sequence, ("A", "B"), SourceMask(game))
    assert making["who"] == "A, by replying to an email"
    assert pace_of(course.decisions, 2)[0] is not None


def test_it_is_among_what_is_stored_about_its_player(
    banked_game: Game, alice: User, now: datetime
) -> None:
    answer(banked_game, 0, "hut", now)
    assert "'how': 'reply'" in str(collect_own_data(alice, now))


def test_a_missed_decision_is_forgotten_by_it(
    two_player_game: Game, now: datetime
) -> None:
    seat = two_player_game.seats.get(number=0)
    assert seat.deadline_at is not None
    late = seat.deadline_at
    expire_turn(seat_id=seat.pk, now=late)
    assert Game.objects.get(pk=two_player_game.pk).table_state.seats[0].misses == 1
    submit(two_player_game, 1, "hunting grounds 1", now=late)
    answer(two_player_game, 0, "hunting grounds 1", late)
    assert Game.objects.get(pk=two_player_game.pk).table_state.seats[0].misses == 0
