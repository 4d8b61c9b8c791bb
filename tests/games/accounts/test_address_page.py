"""The pages that request and confirm another address."""

from datetime import datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.accounts.addresses import request_address
from games.accounts.users import create_guest
from games.limits import ADDRESS_CHANGES
from games.links.purposes import ADDRESS_LINK, MAIL_LINK
from games.models import User
from games.now import database_now
from notifications.models import Kind, OutgoingMail
from tests.support.pages import Dump, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

NEW = "alice@new.example"
ASK = "/mail/address/"


@pytest.fixture
def now(db: None) -> datetime:
    """The pages read the clock."""
    return database_now()


@pytest.fixture
def browser(alice: User) -> Client:
    """A browser in which Alice is signed in."""
    return signed_in(alice)


@pytest.fixture
def confirm(alice: User, now: datetime) -> str:
    request_address(user=alice, email=NEW, now=now)
    wanted = User.objects.get(email=NEW)
    return urlsplit(ADDRESS_LINK.url(alice, wanted, now=now)).path


def form_of(email: str, role: str = "instead") -> dict[str, str]:
    return {"email": email, "role": role}


def email_of(user: User) -> str | None:
    return User.objects.get(pk=user.pk).email


def test_forwarded_email_gives_its_readers_no_access_to_games(
    client: Client, alice: User, now: datetime
) -> None:
    preferences = urlsplit(MAIL_LINK.url(alice, now=now)).path
    assert f'href="{ASK}"' in client.get(preferences).content.decode()
    for answer in (client.get(ASK), client.post(ASK, {"email": NEW})):
        assert answer["Location"].startswith("/sign-in/")
    assert client.post(f"{preferences}address/", {"email": NEW}).status_code == 404
    assert not OutgoingMail.objects.exists()


def test_signed_in_user_requests_a_change_by_email(
    browser: Client, alice: User
) -> None:
    assert f'href="{ASK}?instead"' in browser.get("/account/").content.decode()
    asked = text_of(browser.get(ASK).content.decode())
    assert "Your emails now go to a•••@example.org" in asked
    answer = browser.post(ASK, form_of(NEW))
    assert f"We’ve sent an email to {NEW}" in text_of(answer.content.decode())
    assert email_of(alice) == "alice@example.org"
    mail = OutgoingMail.objects.get(kind=Kind.ADDRESS_CHANGE)
    assert mail.user is not None
    assert mail.user.email == NEW


@pytest.mark.parametrize("role", ["instead", "besides"])
def test_page_does_not_reveal_whether_an_address_is_known(
    browser: Client, bob: User, role: str
) -> None:
    answers = [
        browser.post(ASK, form_of(email, role))
        for email in ("bob@example.org", "nob@example.org")
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    known, unknown = (text_of(answer.content.decode()) for answer in answers)
    assert known.replace("bob@", "nob@") == unknown


@pytest.mark.parametrize("email", ["", "nowhere", "alice@example.org"])
def test_invalid_and_own_addresses_are_refused(browser: Client, email: str) -> None:
    assert browser.post(ASK, form_of(email)).status_code == 400
    assert not OutgoingMail.objects.exists()


def test_requests_for_a_change_are_limited(browser: Client) -> None:
    for number in range(ADDRESS_CHANGES.most):
        answer = browser.post(ASK, form_of(f"{number}@new.example"))
        assert answer.status_code == 200
    assert browser.post(ASK, form_of(NEW)).status_code == 429


def test_opening_the_link_changes_nothing(
    client: Client, alice: User, confirm: str, dump: Dump
) -> None:
    before = dump()
    page = text_of(client.get(confirm).content.decode())
    assert f"would go to {NEW} instead of a•••@example.org" in page
    assert dump() == before


def test_button_changes_the_address_once(
    client: Client, alice: User, confirm: str
) -> None:
    for _again in range(2):
        page = text_of(client.post(confirm).content.decode())
        assert f"From now on your emails go to {NEW}" in page
    assert email_of(alice) == NEW
    told = OutgoingMail.objects.get(kind=Kind.ADDRESS_CHANGED)
    assert told.user is not None
    assert told.user.email == "alice@example.org"


def test_address_taken_in_the_meantime_stays_with_its_owner(
    client: Client, alice: User, confirm: str, now: datetime
) -> None:
    User.objects.filter(email=NEW).update(last_login=now)
    assert client.post(confirm).status_code == 400
    assert email_of(alice) == "alice@example.org"


def test_forged_link_is_refused(client: Client, confirm: str) -> None:
    assert client.post(confirm[:-2] + "x/").status_code in {403, 404, 410}


def test_guest_is_sent_to_the_account_page() -> None:
    guest = create_guest(name="Zoe", language="", time_zone="", now=NOW)
    assert signed_in(guest).get("/mail/address/")["Location"] == "/account/"
