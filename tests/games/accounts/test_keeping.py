"""A guest keeps their games by an address whose owner confirms it."""

from datetime import datetime, timedelta

import pytest

from games.accounts.guest_upgrade import confirm_keeping, request_keeping
from games.history.export import record_lines
from games.links.purposes import KEEP_LINK, PLAY_LINK, SeatClaim, revoke_links
from games.links.tokens import Expired, Invalid, Revoked, Valid
from games.lobby.new_games import create_practice_game
from games.models import Seat, User
from games.signals import GameSignal, KeepRequested
from stoneage_core import audit
from tests.support.play import play_on, submit
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(db: None, now: datetime) -> Seat:
    return create_practice_game(now=now, name="Zoe", time_zone="Asia/Seoul")


def guest_of(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def asked(seat: Seat, email: str, now: datetime) -> User:
    return request_keeping(guest=guest_of(seat), email=email, now=now)


def token_of(seat: Seat, user: User, now: datetime) -> str:
    return KEEP_LINK.url(seat, user, now=now).split("/")[-2]


def test_entering_an_address_moves_no_seat(
    seat: Seat, alice: User, now: datetime, published: list[GameSignal]
) -> None:
    guest, before = guest_of(seat), User.objects.filter(pk=alice.pk).values().get()
    assert asked(seat, "Alice@example.org", now) == alice
    assert published == [KeepRequested(seat, alice, now=now)]
    assert Seat.objects.get(pk=seat.pk).user == guest
    assert User.objects.filter(pk=alice.pk).values().get() == before
    assert User.objects.get(pk=guest.pk).email is None


def test_new_account_has_no_name_before_confirmation(seat: Seat, now: datetime) -> None:
    user = asked(seat, "new@example.org", now)
    assert (user.name, user.time_zone) == ("", "Asia/Seoul")


def test_owner_of_the_address_gets_all_the_guests_games(
    seat: Seat, alice: User, now: datetime
) -> None:
    other = create_practice_game(now=now, guest=guest_of(seat))
    asked(seat, "alice@example.org", now)
    confirm_keeping(seat=seat, user=alice, now=NOW)
    assert set(alice.seats.all()) == {seat, other}
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_new_user_gets_the_guests_name(seat: Seat, now: datetime) -> None:
    user = asked(seat, "new@example.org", now)
    confirm_keeping(seat=seat, user=user, now=NOW)
    assert User.objects.get(pk=user.pk).name == "Zoe"


def test_user_without_a_name_stays_without_one(
    seat: Seat, alice: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(name="", last_login=now)
    confirm_keeping(seat=seat, user=User.objects.get(pk=alice.pk), now=NOW)
    assert User.objects.get(pk=alice.pk).name == ""


def test_keeping_revokes_no_link(seat: Seat, alice: User, now: datetime) -> None:
    token = PLAY_LINK.token(seat, now=now)
    confirm_keeping(seat=seat, user=alice, now=NOW)
    assert isinstance(PLAY_LINK.parse(token, now=now), Valid)
    assert submit(seat.game, 0, "hunting grounds 1", now=now).state.version


def test_record_of_a_kept_game_verifies(seat: Seat, alice: User, now: datetime) -> None:
    """It remains a practice game without clocks."""
    play_on(seat.game, now=now, decisions=5)
    confirm_keeping(seat=seat, user=alice, now=now + timedelta(hours=1))
    game = play_on(seat.game, now=now + timedelta(hours=2), decisions=5)
    assert not game.seats.filter(deadline_at__isnull=False).exists()
    verdict = audit.verify("".join(record_lines(game)))
    assert (verdict.finding, verdict.late) == (None, ()), str(verdict.finding)


def test_keeping_is_idempotent(seat: Seat, alice: User) -> None:
    confirm_keeping(seat=seat, user=alice, now=NOW)
    confirm_keeping(seat=seat, user=alice, now=NOW)
    assert alice.seats.get() == seat


def test_first_of_two_addresses_keeps_the_game(
    seat: Seat, alice: User, bob: User
) -> None:
    confirm_keeping(seat=seat, user=alice, now=NOW)
    with refuses("taken"):
        confirm_keeping(seat=seat, user=bob, now=NOW)
    assert Seat.objects.get(pk=seat.pk).user == alice


def test_user_who_sits_in_the_game_cannot_take_the_guests_seat(
    seat: Seat, alice: User
) -> None:
    Seat.objects.filter(game=seat.game, number=1).update(user=alice, bot="")
    with refuses("already_seated"):
        confirm_keeping(seat=seat, user=alice, now=NOW)


def test_only_guests_with_games_can_request(
    alice: User, seat: Seat, now: datetime
) -> None:
    guest = guest_of(seat)
    confirm_keeping(seat=seat, user=alice, now=NOW)
    for who in (alice, guest):
        with refuses("invalid"):
            request_keeping(guest=who, email="zoe@example.org", now=now)


def test_link_is_bound_to_seat_and_user(
    seat: Seat, alice: User, bob: User, now: datetime
) -> None:
    token, late = token_of(seat, alice, now), now + timedelta(days=7, seconds=1)
    kept = SeatClaim(seat, alice)
    assert KEEP_LINK.parse(token, now=now) == Valid(kept)
    assert KEEP_LINK.parse(token, now=late) == Expired(kept)
    assert PLAY_LINK.parse(token, now=now) == Invalid()
    confirm_keeping(seat=seat, user=bob, now=NOW)
    assert isinstance(KEEP_LINK.parse(token, now=now), Revoked)


def test_revoking_links_of_a_kept_seat_revokes_the_link(
    seat: Seat, alice: User, now: datetime
) -> None:
    token = token_of(seat, alice, now)
    confirm_keeping(seat=seat, user=alice, now=NOW)
    assert isinstance(KEEP_LINK.parse(token, now=now), Valid)
    revoke_links(seat=Seat.objects.get(pk=seat.pk), now=now)
    assert isinstance(KEEP_LINK.parse(token, now=now), Revoked)


def test_link_is_bound_to_the_address(seat: Seat, alice: User, now: datetime) -> None:
    token = token_of(seat, alice, now)
    User.objects.filter(pk=alice.pk).update(email="other@example.org")
    assert KEEP_LINK.parse(token, now=now) == Invalid()
