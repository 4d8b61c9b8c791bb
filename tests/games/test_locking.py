"""Rows are locked in one order: the second transaction waits, without deadlocks."""

from contextlib import suppress
from datetime import datetime

import pytest

from games.accounts import guest_upgrade, users
from games.accounts.guest_upgrade import confirm_keeping
from games.errors import Refused
from games.lobby.new_games import create_game, create_practice_game
from games.models import Game, Invitation, Seat, User
from games.privacy import forgetting
from games.privacy.forgetting import forget_user
from games.seats.invitations import accept_seat
from tests.support.concurrently import Concurrently
from tests.support.play import submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),  # SQLite has only one writer at a time
]


def test_two_users_with_shared_games_are_erased_at_once(
    two_player_game: Game,
    alice: User,
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Alice first leaves the newer game, which she hosts, and Bob last."""
    create_game(host=alice, players=[alice, bob], now=now)
    both = Concurrently(forgetting._leave, lambda: forget_user(user=bob, now=now))
    monkeypatch.setattr(forgetting, "_leave", both)
    forget_user(user=alice, now=now)
    both.finish()
    assert User.objects.filter(forgotten_at__isnull=False).count() == 2
    left = Seat.objects.filter(game=two_player_game)
    assert list(left.values_list("is_on_autopilot", flat=True)) == [True, True]


def test_player_takes_a_name_while_being_erased(
    invited_game: Game, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Concurrently(users.update_user, lambda: forget_user(user=bob, now=now))
    monkeypatch.setattr(users, "update_user", both)
    seat = invited_game.seats.get(user=bob)
    accept_seat(seat=seat, name="Bob the Builder", now=now)
    both.finish()
    seat.refresh_from_db()
    assert seat.invitation == Invitation.ACCEPTED, "it was first"
    bob.refresh_from_db()
    assert (bob.name, bob.forgotten_at) == ("", now)


def test_guest_can_play_while_their_games_are_kept(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = create_practice_game(now=now, name="Zoe")

    def play() -> None:
        with suppress(Refused):  # it may be somebody else's turn
            submit(seat.game, 0, "forest 3", now=now)

    both = Concurrently(guest_upgrade._is_new, play)
    monkeypatch.setattr(guest_upgrade, "_is_new", both)
    confirm_keeping(seat=seat, user=alice, now=now)
    both.finish()
    seat.refresh_from_db()
    assert seat.user == alice
