"""The pages of another address: to ask for it, and to confirm it."""

from datetime import datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games import links, services
from games.clocks import database_now
from games.limits import ADDRESS_CHANGES
from games.models import Unreachable, User
from games.services.users import guest_create
from notifications.models import Kind, OutgoingMail
from tests.games.views.conftest import Dump, signed_in, text_of

pytestmark = pytest.mark.django_db

NEW = "alice@new.example"


@pytest.fixture
def now(db: None) -> datetime:
    """The pages read the clock."""
    return database_now()


@pytest.fixture
def ask(alice: User, now: datetime) -> str:
    """The link in a mail that came before mails to Alice came back."""
    alice.unreachable_since, alice.unreachable_why = now, Unreachable.BOUNCED
    alice.save()
    return urlsplit(links.mail_url(alice, now=now)).path + "address/"


@pytest.fixture
def confirm(alice: User, now: datetime) -> str:
    services.address_request(user=alice, email=NEW, now=now)
    wanted = User.objects.get(email=NEW)
    return urlsplit(links.address_url(alice, wanted, now=now)).path


def email_of(user: User) -> str | None:
    return User.objects.get(pk=user.pk).email


def test_who_holds_a_mail_of_a_reachable_player_has_to_sign_in(
    client: Client, alice: User, bob: User, ask: str
) -> None:
    """A mail that was passed on gives nobody the games of its reader."""
    User.objects.filter(pk=alice.pk).update(unreachable_since=None, unreachable_why="")
    for browser in (client, signed_in(bob)):
        answer = browser.post(ask, {"email": NEW})
        assert answer["Location"] == "/mail/address/"
    assert client.get("/mail/address/")["Location"].startswith("/sign-in/")
    assert not OutgoingMail.objects.exists()


def test_an_old_link_is_enough_where_mails_come_back(
    client: Client, alice: User, ask: str
) -> None:
    wishes = client.get(ask.removesuffix("address/")).content.decode()
    assert f'href="{ask}"' in wishes
    assert "Your mails go to a•••@example.org now" in text_of(
        client.get(ask).content.decode()
    )
    answer = client.post(ask, {"email": NEW})
    assert f"We sent a mail to {NEW}" in text_of(answer.content.decode())
    assert email_of(alice) == "alice@example.org"
    mail = OutgoingMail.objects.get(kind=Kind.ADDRESS_CHANGE)
    assert mail.user is not None
    assert mail.user.email == NEW


def test_the_account_leads_there_too(alice: User) -> None:
    browser = signed_in(alice)
    assert 'href="/mail/address/"' in browser.get("/account/").content.decode()
    assert browser.post("/mail/address/", {"email": NEW}).status_code == 200


def test_nobody_learns_who_is_known_here(
    client: Client, alice: User, bob: User, ask: str
) -> None:
    known = client.post(ask, {"email": "bob@example.org"}).content.decode()
    unknown = client.post(ask, {"email": "nob@example.org"}).content.decode()
    assert known.replace("bob@", "nob@") == unknown


@pytest.mark.parametrize("email", ["", "nowhere", "alice@example.org"])
def test_what_is_no_other_address_is_refused(
    client: Client, ask: str, email: str
) -> None:
    assert client.post(ask, {"email": email}).status_code == 400
    assert not OutgoingMail.objects.exists()


def test_it_is_not_asked_over_and_over(client: Client, ask: str) -> None:
    for number in range(ADDRESS_CHANGES.most):
        answer = client.post(ask, {"email": f"{number}@new.example"})
        assert answer.status_code == 200
    assert client.post(ask, {"email": NEW}).status_code == 429


def test_opening_the_link_changes_nothing(
    client: Client, alice: User, confirm: str, dump: Dump
) -> None:
    before = dump()
    page = text_of(client.get(confirm).content.decode())
    assert f"would go to {NEW} instead of a•••@example.org" in page
    assert dump() == before


def test_its_button_does_it_once(client: Client, alice: User, confirm: str) -> None:
    for _again in range(2):
        page = text_of(client.post(confirm).content.decode())
        assert f"From now on your mails go to {NEW}" in page
    assert email_of(alice) == NEW
    told = OutgoingMail.objects.get(kind=Kind.ADDRESS_CHANGED)
    assert told.user is not None
    assert told.user.email == "alice@example.org"


def test_an_address_that_is_taken_meanwhile_stays_where_it_is(
    client: Client, alice: User, confirm: str, now: datetime
) -> None:
    User.objects.filter(email=NEW).update(last_login=now)
    assert client.post(confirm).status_code == 400
    assert email_of(alice) == "alice@example.org"


def test_a_forged_link_opens_nothing(client: Client, confirm: str) -> None:
    assert client.post(confirm[:-2] + "x/").status_code in {403, 404, 410}


def test_a_guest_gives_a_first_address_elsewhere() -> None:
    guest = guest_create(name="Zoe", language="", time_zone="")
    assert signed_in(guest).get("/mail/address/")["Location"] == "/account/"
