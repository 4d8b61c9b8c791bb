"""Sign-in by email: the link shows a button, which signs in once."""

import re
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.links.purposes import SIGN_IN_LINK
from games.models import Unreachable, User
from games.models.users import EmailAddress
from games.now import database_now
from games.signals import GameSignal, SignInRequested
from tests.support.pages import Dump, path_of, signed_in, text_of

pytestmark = pytest.mark.django_db


def link_of(user: User, age: timedelta = timedelta(0)) -> str:
    return path_of(SIGN_IN_LINK.url(user, now=database_now() - age))


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_answer_is_the_same_for_a_known_and_an_unknown_address(
    client: Client, alice: User, published: list[GameSignal]
) -> None:
    known = client.post("/sign-in/", {"email": "alice@example.org"})
    unknown = client.post("/sign-in/", {"email": "zoe99@example.org"})
    assert known.status_code == unknown.status_code == 200
    assert text_of(known.content.decode()).replace("alice", "zoe99") == text_of(
        unknown.content.decode()
    )
    assert [type(one) for one in published] == [SignInRequested] * 2


def test_unknown_address_takes_the_same_queries_as_a_known_one(
    client: Client, alice: User, now: datetime
) -> None:
    """They run in the same order, so that the response time reveals nothing."""
    EmailAddress.objects.create(user=alice, email="work@example.org", confirmed_at=now)
    done = []
    for name in ("zoe99", "alice", "zoe99", "work", "carl"):
        with CaptureQueriesContext(connection) as asked:
            client.post("/sign-in/", {"email": f"{name}@example.org"})
        statements = [each["sql"].partition("VALUES")[0] for each in asked]
        done.append([re.sub(r"'[^']*'|\d+|0x\w+", "?", each) for each in statements])
    assert all(each == done[0] for each in done), done
    assert sum("INSERT" in each for each in done[0]) >= 4  # tallies, user, email
    assert not User.objects.filter(email="work@example.org").exists()


def test_opening_the_link_signs_nobody_in(
    client: Client, alice: User, dump: Dump
) -> None:
    path, before = link_of(alice), dump()
    for _ in range(3):
        page = client.get(path)
        assert page.status_code == 200
        client.head(path)
    assert "sign in as alice@example.org" in text_of(page.content.decode())
    assert dump() == before
    assert not is_signed_in(client)


def test_new_user_gets_emails_in_the_language_of_the_page(
    client: Client, alice: User
) -> None:
    """It is a guess. Known users keep their language."""
    for name in ("eva", "alice"):
        sent = {"email": f"{name}@example.org"}
        client.post("/sign-in/", sent, headers={"accept-language": "es"})
    eva = User.objects.get(email="eva@example.org")
    assert (eva.language, eva.language_known) == ("es", False)
    alice.refresh_from_db()
    assert alice.language == "en"


def test_button_signs_in_once(client: Client, alice: User) -> None:
    path = link_of(alice)
    answer = client.post(path, {"next": "/games/new/"})
    assert (answer.status_code, answer["Location"]) == (303, "/games/new/")
    assert is_signed_in(client)
    other = Client()
    assert other.post(path).status_code == 410
    assert not is_signed_in(other)


def test_used_link_says_that_it_no_longer_works(alice: User) -> None:
    path = link_of(alice)
    own, other = Client(), Client()
    own.post(path, {"next": "/games/new/"})
    again = own.get(path, {"next": "/account/"})
    assert (again.status_code, again["Location"]) == (303, "/account/")
    page = other.get(path)
    assert page.status_code == 410
    text = text_of(page.content.decode())
    assert "This sign-in link no longer works" in text
    assert "seat" not in text
    assert "Email a new link to a•••@example.org" in text


def test_signed_in_user_can_use_a_valid_link(alice: User) -> None:
    """Only pressing the button proves that emails reach the address again."""
    path, own = link_of(alice), signed_in(alice)
    since = database_now() - timedelta(days=1)
    why = Unreachable.BOUNCED
    User.objects.update(unreachable_since=since, unreachable_why=why)
    assert own.get(path).status_code == 200
    assert own.post(path, {"next": "/account/"})["Location"] == "/account/"
    alice.refresh_from_db()
    assert alice.unreachable_since is None
    assert Client().post(path).status_code == 410


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "x:y"])
def test_redirect_stays_on_this_site(client: Client, alice: User, address: str) -> None:
    answer = client.post(link_of(alice), {"next": address})
    assert answer["Location"] == "/games/"


def test_expired_link_emails_a_new_one_to_the_same_address(
    client: Client, alice: User, published: list[GameSignal]
) -> None:
    path = link_of(alice, timedelta(hours=2))
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 410
    assert not is_signed_in(client)
    sent = client.post(path, {"action": "renew"})
    assert "a•••@example.org" in text_of(sent.content.decode())
    (asked,) = published
    assert isinstance(asked, SignInRequested)
    assert asked.user == alice


def test_invalid_token_is_refused(client: Client) -> None:
    assert client.get("/sign-in/nonsense/").status_code == 403
    assert client.post("/sign-in/nonsense/").status_code == 403
    assert client.post("/sign-in/nonsense/", {"action": "renew"}).status_code == 403


def test_invalid_address_is_refused(client: Client, db: None) -> None:
    answer = client.post("/sign-in/", {"email": "nowhere"})
    assert answer.status_code == 400
    assert not User.objects.exists()


def test_emails_to_one_address_are_limited(client: Client, db: None) -> None:
    statuses = [
        client.post("/sign-in/", {"email": "a@example.org"}).status_code
        for _ in range(7)
    ]
    assert statuses == [200] * 5 + [429] * 2


def test_sign_out_ends_the_session(alice: User) -> None:
    client = signed_in(alice)
    assert client.get("/sign-out/").status_code == 405
    assert is_signed_in(client)
    assert client.post("/sign-out/").status_code == 303
    assert not is_signed_in(client)


def test_browser_sets_the_zone_of_a_user_who_never_chose_one(
    client: Client, alice: User
) -> None:
    client.post(link_of(alice), {"time_zone": "Europe/Madrid"})
    alice.refresh_from_db()
    assert (alice.time_zone, alice.name) == ("Europe/Madrid", "Alice")
    client.post(link_of(alice), {"time_zone": "Asia/Seoul"})
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Madrid"
