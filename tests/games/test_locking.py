"""Rows are locked in one order: whoever comes second waits, and nobody in a circle."""

from contextlib import suppress
from datetime import datetime

import pytest

from games import services
from games.errors import Refused
from games.models import Game, Invitation, Seat, User
from games.services import forgetting, keeping, users
from tests.support.concurrently import Concurrently
from tests.support.play import submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),  # SQLite has one writer at a time
]


def test_two_who_share_games_are_forgotten(
    two_player_game: Game,
    alice: User,
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Alice leaves the game that she hosts before the older one, Bob after it."""
    services.game_create(
        host=alice, players=[str(alice.email), str(bob.email)], now=now
    )
    both = Concurrently(
        forgetting._leave, lambda: services.user_forget(user=bob, now=now)
    )
    monkeypatch.setattr(forgetting, "_leave", both)
    services.user_forget(user=alice, now=now)
    both.finish()
    assert User.objects.filter(forgotten_at__isnull=False).count() == 2
    left = Seat.objects.filter(game=two_player_game)
    assert list(left.values_list("is_stewarded", flat=True)) == [True, True]


def test_a_player_takes_a_name_and_is_forgotten(
    invited_game: Game, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Concurrently(
        users.user_update, lambda: services.user_forget(user=bob, now=now)
    )
    monkeypatch.setattr(users, "user_update", both)
    seat = invited_game.seats.get(user=bob)
    services.seat_accept(seat=seat, name="Bob the Builder", now=now)
    both.finish()
    seat.refresh_from_db()
    assert seat.invitation == Invitation.ACCEPTED, "it was first"
    bob.refresh_from_db()
    assert (bob.name, bob.forgotten_at) == ("", now)


def test_a_guest_plays_while_their_games_are_kept(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = services.practice_game_create(now=now, name="Zoe")

    def play() -> None:
        with suppress(Refused):  # it may be somebody else's turn
            submit(seat.game, 0, "forest 3", now=now)

    both = Concurrently(keeping._is_new, play)
    monkeypatch.setattr(keeping, "_is_new", both)
    services.keep_confirm(seat=seat, user=alice, now=now)
    both.finish()
    seat.refresh_from_db()
    assert seat.user == alice
