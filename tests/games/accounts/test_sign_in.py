"""Sign-in by email: by a code where one asked, by a link on any device."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertTemplateUsed

from games.links.purposes import (
    CALENDAR_LINK,
    PLAY_LINK,
    SIGN_IN_LINK,
    UNSUBSCRIBE_LINK,
)
from games.models import Game, Unreachable, User
from games.now import database_now
from games.signals import GameSignal, SignInRequested
from notifications.models import OutgoingMail
from tests.support.mails import Send
from tests.support.pages import Dump, html_of, path_of, signed_in, text_of, values_of

pytestmark = pytest.mark.django_db


def link_of(user: User, age: timedelta = timedelta(0)) -> str:
    return path_of(SIGN_IN_LINK.url(user, str(user.email), now=database_now() - age))


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_answer_is_the_same_for_a_known_and_an_unknown_address(
    client: Client, alice: User, published: list[GameSignal]
) -> None:
    known, unknown = (
        client.post("/account/login/", {"email": f"{name}@example.org"}, follow=True)
        for name in ("alice", "zoe99")
    )
    assert known.status_code == unknown.status_code == 200
    assert text_of(known.content.decode()).replace("alice", "zoe99") == text_of(
        unknown.content.decode()
    )
    assert [type(one) for one in published] == [SignInRequested] * 2


def test_unknown_address_takes_the_same_queries_as_a_known_one(alice: User) -> None:
    """They run in the same order, so that the response time reveals nothing."""
    for name in ("alice", "work"):
        email = f"{name}@example.org"
        EmailAddress.objects.create(user=alice, email=email, verified=True)
    done = []
    for name in ("zoe99", "alice", "zoe99", "work", "carl"):
        with CaptureQueriesContext(connection) as asked:
            Client().post("/account/login/", {"email": f"{name}@example.org"})
        statements = [each["sql"].partition("VALUES")[0] for each in asked]
        done.append([re.sub(r"'[^']*'|\d+|0x\w+", "?", each) for each in statements])
    for each in done:
        assert each == done[0]
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
    assertTemplateUsed(page, "games/sign_in_link.html")
    assert page.context["email"] == "alice@example.org"
    assert dump() == before
    assert not is_signed_in(client)


def test_new_user_gets_emails_in_the_language_of_the_page(
    client: Client, alice: User
) -> None:
    """It is a guess. Known users keep their language."""
    for name in ("eva", "alice"):
        sent = {"email": f"{name}@example.org"}
        client.post("/account/login/", sent, headers={"accept-language": "es"})
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
    assert page.context["is_revoked"]
    assert page.context["is_for_sign_in"]
    text = text_of(html_of(page))
    assert "seat" not in text
    assert "a•••@example.org" in text
    assert values_of(html_of(page), "action") == ["renew"]


def test_signed_in_user_can_use_a_valid_link(alice: User) -> None:
    """Only pressing the button proves that emails reach the address again."""
    own = signed_in(alice)
    alice.refresh_from_db()
    path = link_of(alice)
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
    path = link_of(alice, timedelta(minutes=31))
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 410
    assert not is_signed_in(client)
    sent = client.post(path, {"action": "renew"})
    assert "a•••@example.org" in text_of(sent.content.decode())
    (asked,) = published
    assert isinstance(asked, SignInRequested)
    assert (asked.user, asked.code) == (alice, "")


def test_invalid_token_is_refused(client: Client) -> None:
    assert client.get("/sign-in/nonsense/").status_code == 403
    assert client.post("/sign-in/nonsense/").status_code == 403
    assert client.post("/sign-in/nonsense/", {"action": "renew"}).status_code == 403


def test_invalid_address_is_refused(client: Client, db: None) -> None:
    answer = client.post("/account/login/", {"email": "nowhere"})
    assert answer.status_code == 400
    assert not User.objects.exists()


def test_emails_to_one_address_are_limited(client: Client, db: None) -> None:
    statuses = [
        client.post("/account/login/", {"email": "a@example.org"}).status_code
        for _ in range(7)
    ]
    assert statuses == [302] * 5 + [429] * 2


def test_sign_out_ends_the_session(alice: User) -> None:
    client = signed_in(alice)
    assert client.get("/account/logout/").status_code == 405
    assert is_signed_in(client)
    assert client.post("/account/logout/").status_code == 302
    assert not is_signed_in(client)


def test_browser_sets_the_zone_of_a_user_who_never_chose_one(
    client: Client, alice: User
) -> None:
    client.post(link_of(alice), {"time_zone": "Europe/Madrid"})
    alice.refresh_from_db()
    assert (alice.time_zone, alice.name) == ("Europe/Madrid", "Alice")
    client.post("/account/logout/")
    client.post(link_of(alice), {"time_zone": "Asia/Seoul"})
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Madrid"


# The code


def asked(client: Client, email: str = "alice@example.org", **sent: str) -> str:
    """Ask to sign in, and return the code in the email."""
    client.post("/account/login/", {"email": email, **sent})
    return OutgoingMail.objects.latest("pk").code


CONFIRM = "/account/login/code/confirm/"


def test_code_signs_in_where_it_was_asked_for(client: Client, alice: User) -> None:
    code = asked(client, next="/games/new/")
    typed = code.replace("-", " ").lower()
    answer = client.post(CONFIRM, {"code": typed, "next": "/games/new/"})
    assert (answer.status_code, answer["Location"]) == (303, "/games/new/")
    assert is_signed_in(client)
    (row,) = EmailAddress.objects.all()
    assert (row.email, row.verified, row.primary) == (alice.email, True, True)


def test_code_signs_in_nowhere_else(client: Client, alice: User) -> None:
    code, other = asked(client), Client()
    asked(other)
    other.post(CONFIRM, {"code": code})
    assert not is_signed_in(other)


def test_signing_up_is_the_same(client: Client, db: None) -> None:
    code = asked(client, "zoe@example.org")
    client.post(CONFIRM, {"code": code})
    assert is_signed_in(client)
    assert User.objects.get().email == "zoe@example.org"


def test_third_wrong_code_ends_the_attempt(client: Client, alice: User) -> None:
    code = asked(client)
    statuses = [client.post(CONFIRM, {"code": "x"}).status_code for _ in range(3)]
    assert statuses == [200, 200, 302]
    client.post(CONFIRM, {"code": code})
    assert not is_signed_in(client)


def test_code_is_removed_once_it_is_sent(
    client: Client, alice: User, send: Send
) -> None:
    code = asked(client)
    (message,) = send(database_now())
    assert code in str(message.subject)
    assert code in str(message.body)
    assert OutgoingMail.objects.get().code == ""


def test_guest_signs_in_like_nobody_else(client: Client, alice: User) -> None:
    client.post("/practice/", {})
    code = asked(client)
    assert client.get(CONFIRM).status_code == 200
    client.post(CONFIRM, {"code": code})
    assert "alice@example.org" in client.get("/account/").content.decode()


def test_guest_who_signed_in_by_the_link_need_not_confirm_it_again(
    client: Client, alice: User
) -> None:
    client.post("/practice/")
    client.post(link_of(alice))
    sent = {"action_add": "", "email": "alice@work.example"}
    assert client.post("/account/email/", sent).status_code == 200


def test_confirmed_address_signs_in_too(client: Client, alice: User) -> None:
    email = "alice@work.example"
    EmailAddress.objects.create(user=alice, email=email, verified=True)
    code = asked(client, email)
    assert OutgoingMail.objects.get().address == email
    client.post(CONFIRM, {"code": code})
    assert is_signed_in(client)
    assert User.objects.count() == 1


def test_banned_user_gets_a_page_that_says_so(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    code = asked(client)
    answer = client.post(CONFIRM, {"code": code}, follow=True)
    assert answer.status_code == 403
    assertTemplateUsed(answer, "account/account_inactive.html")


# Limits


def test_stranger_keeps_nobody_from_signing_in(alice: User, send: Send) -> None:
    """Each asker is counted apart, and browsers of the owner apart from all."""
    own = Client()
    own.post(CONFIRM, {"code": asked(own)})
    own.post("/account/logout/")
    for number in range(20):
        stranger = Client(REMOTE_ADDR=f"198.51.100.{number // 4}")
        stranger.post("/account/login/", {"email": "alice@example.org"})
        send(database_now())
    code = asked(own)
    assert code in str(send(database_now())[-1].body)
    own.post(CONFIRM, {"code": code})
    assert is_signed_in(own)


# Sessions


def test_sessions_are_listed_and_ended_apart(alice: User) -> None:
    here, there = Client(HTTP_USER_AGENT="Firefox/140.0 (Android)"), Client()
    for browser in (here, there):
        browser.post(CONFIRM, {"code": asked(browser)})
    assert "Firefox, Android" in here.get("/account/security/").content.decode()
    other = UserSession.objects.exclude(session_key=here.session.session_key).get()
    here.post("/account/sessions/", {"session": other.pk})
    assert is_signed_in(here)
    assert not is_signed_in(there)


def test_signing_out_everywhere_ends_sessions_and_links(
    two_player_game: Game, alice: User
) -> None:
    here, there = signed_in(alice), signed_in(alice)
    seat = two_player_game.seats.get(user=alice)
    play = path_of(PLAY_LINK.url(seat, now=database_now()))
    calendar = path_of(CALENDAR_LINK.url(alice, now=database_now()))
    link = UNSUBSCRIBE_LINK.url(alice, "turns", None, None, now=database_now())
    mail = path_of(link)
    assert there.get(play).status_code == there.get(calendar).status_code == 200
    here.post("/account/sessions/")
    assert is_signed_in(here)
    assert not is_signed_in(there)
    assert there.get(play).status_code == 410
    assert there.get(calendar).status_code == there.get(mail).status_code == 404


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/account/sessions/", {}),
        ("/account/email/", {"action_primary": "", "email": "alice@work.example"}),
    ],
)
def test_browser_that_ends_all_other_access_is_still_listed(
    alice: User, path: str, sent: dict[str, str]
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@work.example", verified=True)
    here, there = Client(), Client()
    for browser in (here, there):
        browser.post(CONFIRM, {"code": asked(browser)})
    before = UserSession.objects.get(session_key=here.session.session_key)
    here.post(path, sent)
    session = UserSession.objects.get()
    assert session.session_key == here.session.session_key != before.session_key
    assert session.created_at == before.created_at
    there.post(CONFIRM, {"code": asked(there)})
    listed = there.get("/account/security/").content.decode()
    assert f'name="session" value="{session.pk}"' in listed
    there.post("/account/sessions/", {"session": session.pk})
    assert not is_signed_in(here)
    assert is_signed_in(there)


def test_session_of_another_user_stays(alice: User, bob: User) -> None:
    theirs = Client()
    theirs.post(CONFIRM, {"code": asked(theirs, "bob@example.org")})
    signed_in(alice).post(
        "/account/sessions/", {"session": UserSession.objects.get().pk}
    )
    assert is_signed_in(theirs)
