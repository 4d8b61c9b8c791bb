"""Races: one of several transactions wins, and the others are refused.

They use real connections in real threads, on the database of the test run.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier, Event
from time import sleep
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from games.accounts.users import user_for_email
from games.deadlines import expire_turn
from games.decisions.session import open_session
from games.errors import Refused
from games.limits import Limit
from games.lobby.new_games import OPEN, create_game, create_practice_game
from games.log import chain, positions
from games.log.stream import load_records, load_stream
from games.models import Game, Seat, StoredEvent, User
from games.seats.invitations import accept_seat, take_seat
from games.table.submit import submit_command
from stoneage_core import GameError, notation, replay
from tests.support.standing_time import NOW
from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

RACERS = 6


def race(runs: list[Callable[[], object]]) -> list[str]:
    """Start all at the same moment. Return the result or refusal code of each."""
    gate = Barrier(len(runs))

    def run(action: Callable[[], object]) -> str:
        gate.wait(timeout=PATIENCE)
        try:
            result = action()
        except (Refused, GameError) as refusal:
            return str(refusal.code)
        finally:
            connection.close()
        return str(getattr(result, "replayed", result))

    with ThreadPoolExecutor(len(runs)) as pool:
        return list(pool.map(run, runs))


def moving(
    game: Game, text: str, now: datetime, request_id: UUID | None = None
) -> Callable[[], object]:
    seat = Seat.objects.select_related("game").get(game=game, number=0)
    version = game.version
    return lambda: submit_command(
        seat=seat,
        command=notation.from_text(text),
        expected_version=version,
        request_id=request_id,
        now=now,
    )


def assert_whole(game: Game) -> None:
    """Check that the stream is gapless, the chain valid, and the columns fit."""
    game.refresh_from_db()
    stored = list(load_records(game))
    end = {"version": game.version, "head": game.head}
    assert chain.first_break(game.slug, stored, **end) is None
    assert positions.cached_state(game) == replay(load_stream(game))


def placements(game: Game) -> int:
    return StoredEvent.objects.filter(game=game, type="PeoplePlaced").count()


def test_one_of_many_equal_moves_on_the_same_version_counts(
    two_player_game: Game, now: datetime
) -> None:
    moves = [moving(two_player_game, "forest 3", now) for _ in range(RACERS)]
    outcomes = Counter(race(moves))
    assert outcomes == {"False": 1, "stale": RACERS - 1}
    assert placements(two_player_game) == 1
    assert_whole(two_player_game)


def test_one_of_different_moves_on_the_same_version_counts(
    two_player_game: Game, now: datetime
) -> None:
    moves = [
        moving(two_player_game, f"forest {people}", now, uuid4())
        for people in range(1, 6)
    ]
    outcomes = Counter(race(moves))
    assert outcomes == {"False": 1, "stale": 4}
    assert placements(two_player_game) == 1
    assert_whole(two_player_game)


def test_request_sent_many_times_counts_once(
    two_player_game: Game, now: datetime
) -> None:
    request_id = uuid4()
    moves = [
        moving(two_player_game, "forest 3", now, request_id) for _ in range(RACERS)
    ]
    outcomes = Counter(race(moves))
    assert outcomes == {"False": 1, "True": RACERS - 1}
    assert placements(two_player_game) == 1
    assert_whole(two_player_game)


def test_moves_in_different_games_do_not_block_each_other(
    db: None, now: datetime
) -> None:
    games = [create_practice_game(now=now).game for _ in range(RACERS)]
    moves = [moving(game, "hunting grounds 1", now) for game in games]
    outcomes = race([moves[n] for n, game in enumerate(games)])
    assert set(outcomes) == {"False"}
    for game in games:
        assert_whole(game)


def test_transaction_that_waited_is_dated_after_the_faster_one(
    two_player_game: Game, now: datetime
) -> None:
    later, is_locked = now + timedelta(hours=1), Event()

    @transaction.atomic
    def faster() -> None:
        moving(two_player_game, "forest 3", later)()
        is_locked.set()
        sleep(0.3)  # by now the other one is waiting

    @transaction.atomic
    def waiting() -> datetime:
        return open_session(two_player_game.pk, now=now).moment

    def waiter() -> datetime:
        assert is_locked.wait(timeout=PATIENCE)
        return waiting()

    assert race([faster, waiter]) == ["None", str(later)]


def test_move_and_time_out_never_both_count(
    two_player_game: Game, now: datetime
) -> None:
    seat = two_player_game.seats.get(number=0)
    late = now + timedelta(days=3)
    outcomes = race(
        [
            moving(two_player_game, "forest 3", late),
            lambda: expire_turn(seat_id=seat.pk, now=late),
        ]
    )
    assert outcomes in (["False", "False"], ["stale", "True"])
    by_alice = StoredEvent.objects.filter(
        game=two_player_game, type="PeoplePlaced", decided_by=0
    )
    assert by_alice.values("source").distinct().count() == 1
    assert_whole(two_player_game)


def test_time_out_is_carried_out_once(two_player_game: Game, now: datetime) -> None:
    seat = two_player_game.seats.get(number=0)
    late = now + timedelta(days=3)
    outcomes = race(
        [lambda: expire_turn(seat_id=seat.pk, now=late)] * RACERS,
    )
    assert Counter(outcomes) == {"True": 1, "False": RACERS - 1}
    timeouts = StoredEvent.objects.filter(game=two_player_game, type="TurnTimedOut")
    assert timeouts.count() == 1
    assert_whole(two_player_game)


@pytest.mark.only_on(
    "postgresql"
)  # SQLite has only one writer at a time, so nothing is skipped
def test_sweep_skips_a_locked_game(two_player_game: Game, now: datetime) -> None:
    seat = two_player_game.seats.get(number=0)
    late = now + timedelta(days=3)

    def sweep() -> object:
        return expire_turn(seat_id=seat.pk, now=late, skip_locked=True)

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=two_player_game.pk)
        assert race([sweep]) == ["False"]
    assert race([sweep]) == ["True"]


def test_open_seat_is_taken_by_one_player(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    game = create_game(host=alice, players=[alice, OPEN], now=now)
    seat = game.seats.select_related("game").get(number=1)

    def taking(user: User) -> Callable[[], object]:
        return lambda: take_seat(seat=seat, user=user, now=now) and "taken"

    outcomes = Counter(race([taking(user) for user in (bob, carol, dave)]))
    assert outcomes["taken"] == 1
    assert outcomes["taken"] + outcomes["started"] == 3
    assert_whole(game)


def test_last_two_acceptances_start_the_game_once(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = create_game(
        host=alice,
        players=[alice, bob, carol],
        now=now,
    )
    seats = list(game.seats.select_related("game").filter(number__gt=0))
    accepting = [
        lambda seat=seat: accept_seat(seat=seat, now=now) and "accepted"
        for seat in seats * 2
    ]
    assert set(race(accepting)) == {"accepted"}
    assert StoredEvent.objects.filter(game=game, type="GameStarted").count() == 1
    assert_whole(game)


def test_address_is_made_into_one_user(db: None) -> None:
    finding = [lambda: user_for_email(email="new@example.org", now=NOW).pk] * RACERS
    assert len(set(race(finding))) == 1


def test_parallel_requests_do_not_exceed_the_limit(
    now: datetime,
) -> None:
    limit = Limit("some", most=RACERS - 2, seconds=60)
    outcomes = race([lambda: limit.spend("a", now=now).left] * RACERS)
    assert Counter(outcomes) == {"0": 1, "1": 1, "2": 1, "3": 1, "too_many": 2}
