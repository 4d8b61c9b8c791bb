"""Changing the address: the new address confirms, and the old one is informed."""

from datetime import datetime, timedelta

import pytest

from games.accounts.addresses import change_address, is_unused, request_address
from games.accounts.users import create_guest
from games.links.purposes import ADDRESS_LINK, PLAY_LINK, SIGN_IN_LINK
from games.links.tokens import Expired, Invalid, Revoked, Valid
from games.models import Game, Seat, Unreachable, User
from games.people.reachability import mark_unreachable
from games.signals import AddressChanged, AddressChangeRequested, GameSignal
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

NEW = "alice@new.example"


def wanted_by(user: User, now: datetime, email: str = NEW) -> User:
    request_address(user=user, email=email, now=now)
    return User.objects.get(email=email.lower())


def change(user: User, now: datetime) -> User:
    """Change the address, and return the user who has the former one."""
    wanted = wanted_by(user, now)
    change_address(user=user, wanted=wanted, now=now)
    user.refresh_from_db()
    wanted.refresh_from_db()
    return wanted


def token_of(user: User, wanted: User, now: datetime) -> str:
    return ADDRESS_LINK.url(user, wanted, now=now).split("/")[-2]


def test_requesting_a_change_changes_nothing(
    alice: User, now: datetime, published: list[GameSignal]
) -> None:
    before = User.objects.filter(pk=alice.pk).values().get()
    wanted = wanted_by(alice, now, NEW.upper())
    assert published == [AddressChangeRequested(alice, wanted, now=now)]
    assert User.objects.filter(pk=alice.pk).values().get() == before
    assert is_unused(wanted)


def test_address_changes_and_the_seat_stays(
    two_player_game: Game, alice: User, now: datetime, published: list[GameSignal]
) -> None:
    seat = Seat.objects.get(game=two_player_game, user=alice)
    token = PLAY_LINK.token(seat, now=now)
    former = change(alice, now)
    assert (alice.email, former.email) == (NEW, "alice@example.org")
    assert published[-1] == AddressChanged(alice, former, now=now)
    assert PLAY_LINK.parse(token, now=now) == Valid(seat)
    seat.refresh_from_db()
    assert seat.user == alice


def test_sign_in_links_to_the_old_address_become_invalid(
    alice: User, now: datetime
) -> None:
    token = SIGN_IN_LINK.url(alice, now=now).split("/")[-2]
    change(alice, now)
    assert not isinstance(SIGN_IN_LINK.parse(token, now=now), Valid)


def test_new_address_starts_without_bounces(alice: User, now: datetime) -> None:
    mark_unreachable(user=alice, why=Unreachable.BOUNCED, now=now)
    change(alice, now)
    assert (alice.unreachable_since, alice.unreachable_why) == (None, "")


def test_old_address_can_be_taken_back(alice: User, now: datetime) -> None:
    former = change(alice, now)
    change_address(user=alice, wanted=former, now=now)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_address_with_games_stays_with_its_owner(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    assert wanted_by(alice, now, "bob@example.org") == bob
    with refuses("invalid", match="belongs to another player"):
        change_address(user=alice, wanted=bob, now=now)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


@pytest.mark.parametrize(
    "known", [{"is_active": False}, {"is_staff": True}, {"last_login": "now"}]
)
def test_user_who_has_done_anything_is_not_unused(
    bob: User, now: datetime, known: dict[str, object]
) -> None:
    User.objects.filter(pk=bob.pk).update(
        **{name: now if value == "now" else value for name, value in known.items()}
    )
    bob.refresh_from_db()
    assert not is_unused(bob)


def test_own_address_is_refused(alice: User, now: datetime) -> None:
    with refuses("invalid", match="already"):
        request_address(user=alice, email="Alice@Example.org", now=now)


def test_staff_and_guests_cannot_change_their_address(
    alice: User, now: datetime
) -> None:
    guest = create_guest(name="Zoe", language="", time_zone="", now=NOW)
    with refuses("invalid"):
        request_address(user=guest, email=NEW, now=now)
    alice.is_staff = True
    with refuses("forbidden"):
        request_address(user=alice, email=NEW, now=now)


def test_link_is_valid_for_a_day_and_for_these_addresses(
    alice: User, bob: User, now: datetime
) -> None:
    wanted = wanted_by(alice, now)
    token = token_of(alice, wanted, now)
    link = ADDRESS_LINK.parse(token, now=now)
    assert isinstance(link, Valid)
    assert (link.target.user, link.target.email) == (alice, NEW)
    late = now + timedelta(days=1, seconds=1)
    assert isinstance(ADDRESS_LINK.parse(token, now=late), Expired)

    change_address(user=alice, wanted=wanted, now=now)
    done = ADDRESS_LINK.parse(token, now=now)
    assert isinstance(done, Valid)
    assert done.target.is_done
    User.objects.filter(pk=alice.pk).update(email="third@example.org")
    assert isinstance(ADDRESS_LINK.parse(token, now=now), Invalid)


def test_link_stays_invalid_when_the_old_address_returns(
    alice: User, now: datetime
) -> None:
    """Somebody who reads the emails of the new address cannot take it a second time."""
    wanted = wanted_by(alice, now)
    token = token_of(alice, wanted, now)
    for _there_and_back in range(2):
        change_address(user=alice, wanted=wanted, now=now)
        alice.refresh_from_db()
        wanted.refresh_from_db()
    assert (alice.email, wanted.email) == ("alice@example.org", NEW)
    assert isinstance(ADDRESS_LINK.parse(token, now=now), Revoked)


def test_link_is_invalid_once_the_old_address_has_changed(
    alice: User, now: datetime
) -> None:
    token = token_of(alice, wanted_by(alice, now), now)
    User.objects.filter(pk=alice.pk).update(email="third@example.org")
    assert isinstance(ADDRESS_LINK.parse(token, now=now), Invalid)
