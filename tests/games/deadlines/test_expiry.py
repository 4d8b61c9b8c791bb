"""Time-outs: autopilot plays, an event records it, and a faster player wins."""

from datetime import datetime, timedelta

import pytest

from games import deadlines
from games.deadlines import expire_turn
from games.lobby.new_games import create_practice_game
from games.models import Game, Seat, StoredEvent, User
from games.models.games import columns_of_terms
from games.signals import GameAdvanced, GameSignal
from stoneage_core.match.state import Source
from stoneage_core.terms import Terms
from tests.support.play import against_automatic, submit
from tests.support.refusals import refuses

pytestmark = pytest.mark.both_databases

THREE_DAYS = timedelta(days=3)


def expire(game: Game, player: int, now: datetime) -> bool:
    seat = game.seats.get(number=player)
    return expire_turn(seat_id=seat.pk, now=now)


def test_deadline_is_the_time_per_move_away(
    two_player_game: Game, now: datetime
) -> None:
    assert two_player_game.seats.get(number=0).deadline_at == now + THREE_DAYS


def test_autopilot_plays_when_time_is_out(two_player_game: Game, now: datetime) -> None:
    before = two_player_game.version
    assert expire(two_player_game, 0, now + THREE_DAYS)
    rows = StoredEvent.objects.filter(game=two_player_game, sequence__gt=before)
    first, second, *_ = rows.order_by("sequence")
    assert (first.type, second.type) == ("TurnTimedOut", "PeoplePlaced")
    assert {row.source for row in rows} == {Source.TIMEOUT}
    assert {row.decided_by for row in rows} == {0}


def test_next_player_has_their_full_time(two_player_game: Game, now: datetime) -> None:
    late = now + THREE_DAYS + timedelta(hours=5)
    expire(two_player_game, 0, late)
    alice, bob = two_player_game.seats.order_by("number")
    assert alice.deadline_at is None
    assert bob.deadline_at == late + THREE_DAYS


def test_nobody_times_out_early(two_player_game: Game, now: datetime) -> None:
    early = now + THREE_DAYS - timedelta(milliseconds=1)
    assert not expire(two_player_game, 0, early)
    two_player_game.refresh_from_db()
    assert not StoredEvent.objects.filter(type="TurnTimedOut").exists()


def test_player_who_is_not_awaited_cannot_time_out(
    two_player_game: Game, now: datetime
) -> None:
    assert not expire(two_player_game, 1, now + THREE_DAYS * 100)


def test_move_before_the_time_out_wins(two_player_game: Game, now: datetime) -> None:
    late = now + THREE_DAYS
    submit(two_player_game, 0, "forest 3", now=late)
    assert not expire(two_player_game, 0, late)
    assert not StoredEvent.objects.filter(type="TurnTimedOut").exists()


def test_move_after_the_time_out_is_stale(two_player_game: Game, now: datetime) -> None:
    seen = two_player_game.version
    expire(two_player_game, 0, now + THREE_DAYS)
    with refuses("stale"):
        submit(two_player_game, 0, "forest 3", now=now, expected_version=seen)


def test_autopilots_decision_is_unseen_by_the_player(
    two_player_game: Game, now: datetime
) -> None:
    seen = two_player_game.seats.get(number=0).seen_version
    expire(two_player_game, 0, now + THREE_DAYS)
    assert two_player_game.seats.get(number=0).seen_version == seen


def test_seat_of_a_deleted_game_is_ignored(db: None, now: datetime) -> None:
    game = Game.objects.create(
        slug="2" * 10,
        **columns_of_terms(Terms(2)),
        created_at=now,
    )
    seat = Seat.objects.create(game=game, number=0, invitation="open")
    assert not expire_turn(seat_id=seat.pk, now=now)


def test_time_out_is_published(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    expire(two_player_game, 0, now + THREE_DAYS)
    (told,) = published
    assert isinstance(told, GameAdvanced)
    assert (told.decided_by, told.source) == (0, Source.TIMEOUT)


@pytest.fixture
def alices_seat(alice: User, now: datetime) -> Seat:
    return against_automatic(alice, now=now, has_clock=True)


def test_bots_answer_a_time_out(alices_seat: Seat, now: datetime) -> None:
    assert expire_turn(seat_id=alices_seat.pk, now=now + THREE_DAYS)
    waiting = Seat.objects.filter(game=alices_seat.game, awaited_at__isnull=False)
    assert [seat.number for seat in waiting] == [0]


def test_abandoned_game_finishes(alices_seat: Seat, now: datetime) -> None:
    late = now
    for _ in range(100):
        late += THREE_DAYS
        for seat_id in deadlines.due_seats(late):
            expire_turn(seat_id=seat_id, now=late)
    assert Game.objects.get(pk=alices_seat.game_id).status == "finished"


def test_guests_have_no_deadline(db: None, now: datetime) -> None:
    seat = create_practice_game(now=now)
    seat.refresh_from_db()
    assert seat.awaited_at is not None
    assert seat.deadline_at is None
    assert not expire_turn(seat_id=seat.pk, now=now + 100 * THREE_DAYS)


def test_both_hungry_tribes_can_time_out(hungry_game: Game, now: datetime) -> None:
    late = now + THREE_DAYS
    assert expire(hungry_game, 0, late)
    assert expire(hungry_game, 1, late)
    assert Game.objects.get(pk=hungry_game.pk).round == 4
