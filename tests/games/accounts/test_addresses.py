"""A user's addresses: only their owners can add them, and one gets the emails."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client

from games.accounts.addresses import (
    MOST_ADDRESSES,
    confirm_address,
    is_unused,
    request_addition,
    trust_address,
)
from games.accounts.users import create_guest, find_user, user_for_email
from games.limits import ADDRESS_CHANGES
from games.links.purposes import PLAY_LINK, UNSUBSCRIBE_LINK
from games.links.tokens import Revoked
from games.models import Game, Seat, Unreachable, User
from games.people.reachability import mark_unreachable
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.signals import AddressAdditionRequested, GameSignal
from notifications.models import Kind, OutgoingMail
from tests.games.log.test_races import race
from tests.support.pages import Dump, html_of, page, path_of, signed_in, text_of
from tests.support.people import person
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

WORK = "alice@work.example"
PAGE = "/account/email/"


def asked(user: User, now: datetime, email: str = WORK) -> User:
    """Request an address, and return the user who has it until it is confirmed."""
    request_addition(user=user, email=email, now=now)
    return User.objects.get(email=email.lower())


def add(user: User, now: datetime, email: str = WORK) -> None:
    asked(user, now, email)
    confirm_address(user=user, email=email)


def confirmed_by(user: User) -> list[str]:
    rows = user.emailaddress_set.filter(verified=True).order_by("pk")
    return [row.email for row in rows]


def link_of(user: User, email: str = WORK) -> str:
    """Return the path of the link to confirm an address, as in the email."""
    row = EmailAddress.objects.get(user=user, email=email)
    return f"/account/confirm-email/{EmailConfirmationHMAC(row).key}/"


def test_address_is_added_once_its_owner_confirms(
    alice: User, now: datetime, published: list[GameSignal]
) -> None:
    wanted = asked(alice, now, WORK.upper())
    assert published == [AddressAdditionRequested(alice, wanted, now=now)]
    assert is_unused(wanted)
    assert not alice.has_address(WORK)
    for _ in range(2):
        confirm_address(user=alice, email=WORK)
    assert alice.has_address(WORK)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert not User.objects.filter(email=WORK).exists()


def test_any_address_identifies_its_owner(alice: User, now: datetime) -> None:
    """Invitations and sign-in links to it are for that user."""
    add(alice, now)
    assert user_for_email(email=WORK.title(), now=now) == alice
    assert find_user("nobody@work.example") is None


def test_address_that_is_not_confirmed_identifies_nobody(
    alice: User, now: datetime
) -> None:
    wanted = asked(alice, now)
    assert user_for_email(email=WORK, now=now) == wanted
    assert find_user(WORK) == wanted


def test_first_of_two_users_to_confirm_gets_the_address(
    alice: User, bob: User, now: datetime
) -> None:
    assert asked(alice, now) == asked(bob, now)
    confirm_address(user=bob, email=WORK)
    with refuses("invalid"):
        confirm_address(user=alice, email=WORK)
    with refuses("invalid"):
        trust_address(user=alice, email=WORK, now=now)
    assert (confirmed_by(alice), confirmed_by(bob)) == ([], [WORK])


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_users_gets_an_address(now: datetime) -> None:
    people = [person(name) for name in ("alice", "bob", "carol", "dave")]
    for user in people:
        asked(user, now)

    def confirming(user: User) -> Callable[[], object]:
        return lambda: confirm_address(user=user, email=WORK)

    outcomes = race([confirming(user) for user in people])
    assert Counter(outcomes) == {"None": 1, "invalid": 3}
    assert EmailAddress.objects.filter(email=WORK, verified=True).count() == 1


def test_address_of_another_player_stays_theirs(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    for email in ("bob@example.org", WORK):
        if email == WORK:
            add(bob, now)
        request_addition(user=alice, email=email, now=now)  # does not mention it
        with refuses("invalid"):
            confirm_address(user=alice, email=email)
        with refuses("invalid"):
            trust_address(user=alice, email=email, now=now)
    with refuses("invalid", match="already"):
        request_addition(user=bob, email=WORK, now=now)
    assert confirmed_by(alice) == []


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


def test_guests_and_staff_cannot_add_addresses(alice: User, now: datetime) -> None:
    guest = create_guest(name="Zoe", language="", time_zone="", now=NOW)
    with refuses("invalid"):
        request_addition(user=guest, email=WORK, now=now)
    alice.is_staff = True
    with refuses("forbidden"):
        request_addition(user=alice, email=WORK, now=now)


def test_number_of_addresses_is_limited(alice: User, now: datetime) -> None:
    for number in range(MOST_ADDRESSES - 1):
        add(alice, now, f"alice{number}@work.example")
    for ask in (request_addition, trust_address):
        with refuses("invalid", match="as many"):
            ask(user=alice, email=WORK, now=now)


def test_addresses_are_exported_and_erased(alice: User, now: datetime) -> None:
    add(alice, now)
    told = collect_own_data(alice, now)["addresses"]
    assert {"email": WORK, "verified": True, "primary": False} in told
    forget_user(user=alice, now=now)
    assert not EmailAddress.objects.exists()
    assert find_user(WORK) is None


# The pages


def test_address_is_added_and_made_primary_on_the_page(
    alice: User, client: Client, now: datetime, dump: Dump
) -> None:
    browser = signed_in(alice)
    sent = browser.post(PAGE, {"action_add": "", "email": WORK})
    assert sent.context["sent_to"] == WORK
    assert WORK in text_of(html_of(sent))
    path, before = link_of(alice), dump()
    assert client.get(path).status_code == 200
    assert dump() == before, "looking adds nothing"
    assert not alice.has_address(WORK)
    assert client.post(path).context["is_done"]
    assert client.get(path).status_code == 410
    assert WORK in page(browser, PAGE)
    browser.post(PAGE, {"action_primary": "", "email": WORK})
    browser.post(PAGE, {"action_remove": "", "email": "alice@example.org"})
    alice.refresh_from_db()
    assert (alice.email, confirmed_by(alice)) == (WORK, [WORK])
    told = OutgoingMail.objects.get(kind=Kind.ADDRESS_CHANGED)
    assert (told.user, told.address) == (alice, "alice@example.org")


def test_new_primary_address_ends_all_access_by_the_former_one(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    seat = Seat.objects.get(game=two_player_game, user=alice)
    token = PLAY_LINK.token(seat, now=now)
    mark_unreachable(user=alice, why=Unreachable.BOUNCED, now=now)
    add(alice, now)
    alice.refresh_from_db()
    here, elsewhere = signed_in(alice), signed_in(alice)
    here.post(PAGE, {"action_primary": "", "email": WORK})
    alice.refresh_from_db()
    assert (alice.email, alice.unreachable_since) == (WORK, None)
    assert isinstance(PLAY_LINK.parse(token, now=now), Revoked)
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


def test_old_sign_in_does_not_suffice_to_change_addresses(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    EmailAddress.objects.create(user=alice, email=str(alice.email), verified=True)
    answer = browser.post(PAGE, {"action_add": "", "email": WORK})
    assert answer["Location"].startswith("/account/reauthenticate/code/")
    assert not OutgoingMail.objects.exists()


def test_forwarded_email_gives_its_readers_no_access_to_addresses(
    client: Client, alice: User, now: datetime
) -> None:
    link = UNSUBSCRIBE_LINK.url(alice, "turns", None, None, now=now)
    assert f'href="{PAGE}"' not in client.get(path_of(link)).content.decode()
    for answer in (client.get(PAGE), client.post(PAGE, {"email": WORK})):
        assert answer["Location"].startswith("/account/login/")
    assert not OutgoingMail.objects.exists()


def test_page_does_not_reveal_whether_an_address_is_known(
    alice: User, bob: User
) -> None:
    browser = signed_in(alice)
    known, unknown = (
        text_of(browser.post(PAGE, {"action_add": "", "email": email}).content.decode())
        for email in ("bob@example.org", "nob@example.org")
    )
    assert known.replace("bob@", "nob@") == unknown


@pytest.mark.parametrize("email", ["", "nowhere", "alice@example.org"])
def test_invalid_and_own_addresses_are_refused(alice: User, email: str) -> None:
    answer = signed_in(alice).post(PAGE, {"action_add": "", "email": email})
    assert answer.status_code == 400
    assert not OutgoingMail.objects.exists()


def test_requests_for_addresses_are_limited(alice: User) -> None:
    browser = signed_in(alice)
    statuses = [
        browser.post(PAGE, {"action_add": "", "email": f"{n}@new.example"}).status_code
        for n in range(ADDRESS_CHANGES.most + 1)
    ]
    assert statuses == [200] * ADDRESS_CHANGES.most + [429]


def test_address_taken_in_the_meantime_stays_with_its_owner(
    client: Client, alice: User, now: datetime
) -> None:
    asked(alice, now)
    User.objects.filter(email=WORK).update(last_login=now)
    assert client.post(link_of(alice)).context["is_taken"]
    assert not alice.has_address(WORK)


def test_forged_link_is_refused(client: Client, alice: User, now: datetime) -> None:
    asked(alice, now)
    assert client.post(link_of(alice)[:-3] + "xx/").status_code == 410
    assert not alice.has_address(WORK)


def test_guest_is_sent_to_the_account_page() -> None:
    guest = create_guest(name="Zoe", language="", time_zone="", now=NOW)
    assert signed_in(guest).get(PAGE)["Location"] == "/account/"
