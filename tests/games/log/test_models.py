"""The database's constraints."""

from datetime import datetime

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Game, Seat, StoredEvent, User
from games.models.games import columns_of_terms
from stoneage_core.terms import Terms

pytestmark = pytest.mark.both_databases


def refused(kind: type, pk: int, **changes: object) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        kind.objects.filter(pk=pk).update(**changes)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "changes",
    [
        {"seat_count": 1},
        {"seat_count": 5},
        {"status": "paused"},
        {"audience": "friends"},
    ],
)
def test_invalid_game_is_refused(
    two_player_game: Game, changes: dict[str, object]
) -> None:
    refused(Game, two_player_game.pk, **changes)


def test_slugs_are_unique(two_player_game: Game, now: datetime) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(
            slug=two_player_game.slug,
            **columns_of_terms(Terms(2)),
            created_at=now,
        )


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 0},
        {"number": 4},
        {"invitation": "perhaps"},
        {"bot": "Thatch"},
        {"invitation": "open"},
        {"awaited_version": 3},
        {"awaited_at": datetime.fromisoformat("2026-11-20T12:00:00+00:00")},
        {"deadline_at": datetime.fromisoformat("2026-11-20T12:00:00+00:00")},
    ],
)
def test_invalid_seat_is_refused(
    two_player_game: Game, changes: dict[str, object]
) -> None:
    refused(Seat, two_player_game.seats.get(number=1).pk, **changes)


def test_user_cannot_have_two_seats_of_a_game(
    two_player_game: Game, alice: User
) -> None:
    refused(Seat, two_player_game.seats.get(number=1).pk, user=alice)


@pytest.mark.parametrize(
    "changes",
    [
        {"sequence": 0},
        {"sequence": 1},
        {"decided_by": 4},
        {"source": "magic"},
    ],
)
def test_invalid_event_is_refused(
    two_player_game: Game, changes: dict[str, object]
) -> None:
    event = StoredEvent.objects.get(game=two_player_game, sequence=1)
    event.pk = None
    event.sequence = 1_000
    for name, value in changes.items():
        setattr(event, name, value)
    with pytest.raises(IntegrityError), transaction.atomic():
        event.save(force_insert=True)


def test_sweep_uses_its_partial_index(two_player_game: Game, now: datetime) -> None:
    plan = Seat.objects.overdue(now).order_by("deadline_at").explain()
    if connection.vendor == "sqlite":  # PostgreSQL reads tiny tables whole
        assert "seat_awaited_deadline" in plan


def test_rows_have_a_string_form(two_player_game: Game, alice: User) -> None:
    seat = two_player_game.seats.get(number=0)
    event = StoredEvent.objects.get(game=two_player_game, sequence=1)
    assert str(two_player_game) == two_player_game.slug
    assert str(seat) == f"seat 1 of {two_player_game.pk}"
    assert str(event) == f"{two_player_game.pk}/1 GameCreated"
    assert str(two_player_game.seed) == f"seed of {two_player_game.pk}"
    assert str(alice) == "Alice"
    assert str(User(email="a@example.org")) == "a@example.org"
    assert str(User(pk=7)) == "guest 7"
