"""Additional addresses of a user: only their owners can add them."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.accounts.addresses import (
    MOST_ADDRESSES,
    confirm_addition,
    make_main,
    remove_address,
    request_addition,
    trust_address,
)
from games.accounts.users import find_user, user_for_email
from games.errors import Refused
from games.links.purposes import ADDITION_LINK, ADDRESS_LINK
from games.links.tokens import Valid
from games.models import Game, User
from games.models.users import EmailAddress
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.signals import AddressAdditionRequested, GameSignal
from tests.support.pages import page, signed_in
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db

WORK = "alice@work.example"


def asked(user: User, now: datetime, email: str = WORK) -> User:
    """Request an address, and return the user who has it until it is confirmed."""
    request_addition(user=user, email=email, now=now)
    return User.objects.get(email=email.lower())


def add(user: User, now: datetime, email: str = WORK) -> None:
    confirm_addition(user=user, wanted=asked(user, now, email), now=now)


def others_of(user: User) -> list[str]:
    return [address.email for address in user.addresses.order_by("pk")]


def test_address_is_added_once_its_owner_confirms(
    alice: User, now: datetime, published: list[GameSignal]
) -> None:
    wanted = asked(alice, now, WORK.upper())
    assert published == [AddressAdditionRequested(alice, wanted, now=now)]
    assert not alice.has_address(WORK)
    token = ADDITION_LINK.token(alice, wanted, now=now)
    for _ in range(2):
        confirm_addition(user=alice, wanted=wanted, now=now)
    assert alice.has_address(WORK)
    assert others_of(alice) == [WORK]
    assert alice.email == "alice@example.org"
    assert not User.objects.filter(email=WORK).exists()
    link = ADDITION_LINK.parse(token, now=now)
    assert isinstance(link, Valid)
    assert link.target.is_done


def test_any_address_identifies_its_owner(alice: User, now: datetime) -> None:
    """Invitations and sign-in links to it are for that user."""
    add(alice, now)
    assert user_for_email(email=WORK.title(), now=now) == alice
    assert find_user("nobody@work.example") is None


def test_first_of_two_users_to_confirm_gets_the_address(
    alice: User, bob: User, now: datetime
) -> None:
    wanted = asked(alice, now)
    assert asked(bob, now) == wanted
    confirm_addition(user=bob, wanted=wanted, now=now)
    with refuses("too_late"):
        confirm_addition(user=alice, wanted=User(pk=wanted.pk, email=WORK), now=now)
    with refuses("invalid", match="belongs to another player"):
        trust_address(user=alice, email=WORK, now=now)
    assert (others_of(alice), others_of(bob)) == ([], [WORK])


def test_address_of_another_user_is_refused(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    add(bob, now)
    for email in (str(bob.email), WORK):
        request_addition(user=alice, email=email, now=now)  # does not mention it
        with refuses("invalid"):
            confirm_addition(user=alice, wanted=bob, now=now)
        with refuses("invalid"):
            trust_address(user=alice, email=email, now=now)
    with refuses("invalid", match="already"):
        request_addition(user=bob, email=WORK, now=now)
    for service in (make_main, remove_address):
        try:
            service(user=alice, email=WORK)
        except Refused:
            continue
    assert (others_of(alice), others_of(bob)) == ([], [WORK])


def test_user_with_several_addresses_cannot_be_taken_over(
    alice: User, bob: User, now: datetime
) -> None:
    """The link to their main address cannot take their addresses away."""
    add(bob, now)
    with refuses("invalid"):
        confirm_addition(user=alice, wanted=bob, now=now)
    assert bob.has_address(WORK)


def test_any_address_can_become_the_main_one(alice: User, now: datetime) -> None:
    add(alice, now)
    epoch = alice.sign_in_epoch
    make_main(user=alice, email=WORK)
    alice.refresh_from_db()
    assert (alice.email, others_of(alice)) == (WORK, ["alice@example.org"])
    assert alice.sign_in_epoch == epoch + 1
    remove_address(user=alice, email="nobody\0@work.example")
    remove_address(user=alice, email=WORK)
    assert alice.has_address(WORK), "the main one stays"
    remove_address(user=alice, email="alice@example.org")
    assert not alice.has_address("alice@example.org")


def test_number_of_addresses_is_limited_and_staff_have_one(
    alice: User, now: datetime
) -> None:
    for number in range(MOST_ADDRESSES):
        add(alice, now, f"alice{number}@work.example")
    for ask in (request_addition, trust_address):
        with refuses("invalid", match="as many"):
            ask(user=alice, email=WORK, now=now)
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    alice.refresh_from_db()
    with refuses("forbidden"):
        request_addition(user=alice, email=WORK, now=now)


def test_addresses_are_exported_and_erased(alice: User, now: datetime) -> None:
    add(alice, now)
    told = collect_own_data(alice, now)["other_addresses"]
    assert told == [{"email": WORK, "confirmed_at": now}]
    forget_user(user=alice, now=now)
    assert not EmailAddress.objects.exists()
    assert find_user(WORK) is None


def test_address_is_added_on_the_page(
    alice: User, client: Client, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in(alice)
    sent = browser.post("/mail/address/", {"email": WORK, "role": "besides"})
    assert WORK in sent.content.decode()
    assert browser.post("/mail/address/", {"email": WORK}).status_code == 400
    wanted = User.objects.get(email=WORK)
    path = f"/one-more-address/{ADDITION_LINK.token(alice, wanted, now=now)}/"
    assert "Add this address?" in page(client, path)
    assert not alice.has_address(WORK), "looking adds nothing"
    for _ in range(2):
        assert "The address is added" in client.post(path).content.decode()
    assert "The address is added" in page(client, path)
    account = page(browser, "/account/")
    assert WORK in account
    browser.post("/account/", {"action": "make-main", "address": WORK})
    browser.post("/account/", {"action": "remove-address", "address": alice.email})
    alice.refresh_from_db()
    assert (alice.email, others_of(alice)) == (WORK, [])


def test_change_and_addition_links_are_not_interchangeable(
    alice: User, client: Client, now: datetime
) -> None:
    wanted = asked(alice, now)
    instead = ADDRESS_LINK.token(alice, wanted, now=now)
    assert client.post(f"/one-more-address/{instead}/").status_code == 403
    late = ADDITION_LINK.token(alice, wanted, now=now - timedelta(days=2))
    assert client.post(f"/one-more-address/{late}/").status_code == 410
    assert not alice.has_address(WORK)
