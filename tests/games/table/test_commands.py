"""A decision is carried out once, on the question it was meant for, or not at all."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby.new_games import cancel_game, create_practice_game
from games.log import positions
from games.log.stream import load_stream
from games.models import Game, StoredEvent, User
from games.signals import GameAdvanced, GameSignal, bus
from games.table.submit import submit_command
from stoneage_core import IllegalMove, notation, replay
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.record import codec
from tests.support.games import Loaded
from tests.support.play import everything, play_on, submit
from tests.support.refusals import refuses


def test_a_move_becomes_events(two_player_game: Game, now: datetime) -> None:
    done = submit(two_player_game, 0, "forest 3", now=now)
    assert done.events[0] == PeoplePlaced(0, Place.FOREST, 3)
    assert done.first_sequence == two_player_game.version + 1
    assert done.state.players[0].on(Place.FOREST) == 3
    assert not done.replayed


def test_who_decided_and_how_is_stored(two_player_game: Game, now: datetime) -> None:
    request_id = uuid4()
    done = submit(two_player_game, 0, "forest 3", now=now, request_id=request_id)
    first, *others = StoredEvent.objects.filter(
        game=two_player_game, sequence__gte=done.first_sequence
    ).order_by("sequence")
    assert (first.command, first.request_id) == ("forest 3", request_id)
    assert (first.decided_by, first.source) == (0, Source.PAGE)
    assert {(row.command, row.request_id) for row in others} <= {("", None)}


def test_the_columns_follow_the_move(two_player_game: Game, now: datetime) -> None:
    later = now + timedelta(hours=1)
    submit(two_player_game, 0, "forest 3", now=later)
    alice, bob = two_player_game.seats.order_by("number")
    version = Game.objects.get(pk=two_player_game.pk).version
    assert (alice.awaited_at, alice.awaited_version, alice.deadline_at) == (None,) * 3
    assert (bob.awaited_at, bob.awaited_version) == (later, version)
    assert bob.deadline_at == later + timedelta(days=3)
    assert alice.seen_version == version


def test_the_move_is_published(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    before = positions.state_of(two_player_game)
    done = submit(two_player_game, 0, "forest 3", now=now)
    (told,) = published
    assert isinstance(told, GameAdvanced)
    assert (told.before, told.state) == (before, done.state)
    assert (told.events, told.first_sequence) == (done.events, done.first_sequence)
    assert (told.decided_by, told.source) == (0, Source.PAGE)
    assert [seat.awaited_version is not None for seat in told.seats] == [False, True]


def test_a_receiver_that_fails_undoes_the_move(
    two_player_game: Game, now: datetime
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("the outbox is broken")

    before = everything(two_player_game)
    bus.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            submit(two_player_game, 0, "forest 3", now=now)
    finally:
        bus.disconnect(fail)
    assert everything(two_player_game) == before


# Statements


def statements(game: Game, player: int, text: str, now: datetime) -> list[str]:
    """Return what the database was asked in one move, the frame of it apart."""
    seat = game.seats.select_related("game").get(number=player)
    command = notation.from_text(text)
    version = Game.objects.get(pk=game.pk).version
    with CaptureQueriesContext(connection) as asked:
        submit_command(
            seat=seat,
            command=command,
            expected_version=version,
            request_id=uuid4(),
            now=now,
        )
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [q["sql"] for q in asked if not q["sql"].startswith(frame)]


def test_a_move_in_a_long_game_takes_no_more_statements(
    two_player_game: Game, now: datetime
) -> None:
    at_first = len(statements(two_player_game, 0, "forest 3", now))
    state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
    game = two_player_game
    while state.round < 6 or state.turn != 0 or state.question != "place":
        game = play_on(Game.objects.get(pk=game.pk), now=now, decisions=1)
        state = positions.state_of(game)
    assert game.version > 200
    assert len(statements(game, 0, "hunting grounds 1", now)) <= at_first


# Refusals


def test_the_rules_refuse_and_nothing_changes(
    two_player_game: Game, now: datetime
) -> None:
    before = everything(two_player_game)
    with pytest.raises(IllegalMove):
        submit(two_player_game, 0, "forest 7", now=now)
    assert everything(two_player_game) == before


def test_nobody_moves_out_of_turn(two_player_game: Game, now: datetime) -> None:
    with pytest.raises(IllegalMove, match="isn’t your turn"):
        submit(two_player_game, 1, "forest 3", now=now)


def test_a_game_that_has_not_started_takes_no_moves(
    invited_game: Game, now: datetime
) -> None:
    with refuses("not_started"):
        submit(invited_game, 0, "forest 3", now=now)


def test_a_cancelled_game_takes_no_moves(
    invited_game: Game, alice: User, now: datetime
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    with refuses("cancelled"):
        submit(invited_game, 0, "forest 3", now=now)


def test_a_finished_game_takes_no_moves(finished_game: Game, now: datetime) -> None:
    with refuses("game_over"):
        submit(finished_game, 0, "forest 3", now=now)


def test_nobody_can_play_a_bots_seat(db: None, now: datetime) -> None:
    seat = create_practice_game(now=now)
    with refuses("forbidden"):
        submit(seat.game, 1, "forest 3", now=now)


# The cache


@pytest.mark.parametrize(
    "broken",
    [
        {"state": ""},
        {"state": '{"version": "seven"}'},
        {"state": "{}"},
        {"state_version": None},
        {"state_version": codec.STATE_VERSION + 1},
    ],
)
def test_a_move_needs_no_cached_state(
    two_player_game: Game, now: datetime, broken: dict[str, object]
) -> None:
    Game.objects.filter(pk=two_player_game.pk).update(**broken)
    done = submit(two_player_game, 0, "forest 3", now=now)
    game = Game.objects.get(pk=two_player_game.pk)
    assert positions.cached_state(game) == done.state
    assert replay(load_stream(game)) == done.state


# Automatic players


def test_automatic_players_answer_at_once(
    loaded: Loaded, db: None, now: datetime
) -> None:
    seat = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 3)
    done = submit(seat.game, 0, "hunting grounds 1", now=now)
    assert done.state.turn == 0
    own = done.seats[0]
    assert own.awaited_version == done.game.version
    assert [other.awaited_version for other in done.seats[1:]] == [None] * 3


def test_automatic_decisions_have_commands_of_their_own(
    loaded: Loaded, db: None, now: datetime
) -> None:
    seat = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 2)
    done = submit(seat.game, 0, "hunting grounds 1", now=now, request_id=uuid4())
    rows = StoredEvent.objects.filter(
        game=done.game, sequence__gte=done.first_sequence
    ).order_by("sequence")
    decisions = [row for row in rows if row.command]
    assert [row.decided_by for row in decisions] == [0, 1, 2]
    assert [row.source for row in decisions] == ["page", "automatic", "automatic"]
    assert [row.request_id is not None for row in decisions] == [True, False, False]


def test_decisions_of_bots_are_news(loaded: Loaded, db: None, now: datetime) -> None:
    seat = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 1)
    done = submit(seat.game, 0, "hunting grounds 1", now=now)
    news = positions.past_events(done.game, after=done.seats[0].seen_version)
    assert {happened.decided_by for happened in news} == {1}
