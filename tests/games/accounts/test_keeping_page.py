"""The page that the confirmation email of a guest's address links to."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertTemplateUsed

from games.accounts.guest_upgrade import confirm_keeping
from games.links.purposes import KEEP_LINK
from games.models import Seat, User
from games.now import database_now
from tests.support.pages import (
    Dump,
    html_of,
    move,
    page,
    path_of,
    signed_in,
    text_of,
)
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice(client: Client) -> str:
    """The path of a guest's game."""
    return str(client.post("/practice/", follow=True).redirect_chain[-1][0])


def own_seat() -> Seat:
    return Seat.objects.select_related("user", "game").get(user__isnull=False)


def keep_path(user: User, days_ago: int = 0) -> str:
    now = database_now() - timedelta(days=days_ago)
    return path_of(KEEP_LINK.url(own_seat(), user, now=now))


def test_seat_stays_with_the_guest_until_the_link_is_followed(
    client: Client, practice: str, alice: User
) -> None:
    answer = client.post(
        f"{practice}seat/", {"action": "keep", "email": "Alice@Example.org"}
    )
    assertTemplateUsed(answer, "games/kept.html")
    assert "Alice@Example.org" in text_of(html_of(answer))
    seat = own_seat()
    assert seat.user is not None
    assert seat.user.is_guest
    for path in (practice, f"/games/{seat.game.slug}/"):
        assert "Alice" not in client.get(path).content.decode()


def test_showing_the_page_keeps_nothing(
    client: Client, practice: str, alice: User, dump: Dump
) -> None:
    path, before = keep_path(alice), dump()
    assert client.get(path).context["is_kept"] is False
    assert dump() == before


def test_button_keeps_the_game_and_signs_its_owner_in(
    client: Client, practice: str, alice: User
) -> None:
    path, phone = keep_path(alice), Client()
    answer = phone.post(path)
    assert answer.status_code == 303
    seat = own_seat()
    assert seat.user == alice
    assert phone.session["_auth_user_id"] == str(alice.pk)
    shown = phone.get(answer["Location"])
    assert shown.context["is_kept"]
    assert shown.context["is_signed_in"]
    assert "alice@example.org" in text_of(html_of(shown))
    assert f"/games/{seat.game.slug}/" in page(phone, "/games/")
    html = client.get(practice).content.decode()  # the guest's link still works
    assert client.post(practice, move(html, "hunting grounds 1")).status_code == 303
    assert phone.get(path).context["is_kept"]


def test_guests_own_browser_shows_the_games_that_were_kept(
    client: Client, practice: str
) -> None:
    owner = User.objects.create_user("new@example.org")
    client.post(keep_path(owner))
    slug = own_seat().game.slug
    assert f"/games/{slug}/" in page(client, "/games/")
    assert "new@example.org" in page(client, "/account/")


def test_guest_whose_games_were_kept_elsewhere_is_asked_to_sign_in(
    client: Client, practice: str, alice: User
) -> None:
    Client().post(keep_path(alice))
    html = page(client, "/games/")
    assert f'class="button" href="{reverse("account_login")}"' in html


def test_button_signs_in_once(practice: str, alice: User) -> None:
    path, stranger = keep_path(alice), Client()
    Client().post(path)
    assert stranger.post(path).status_code == 303
    assert "_auth_user_id" not in stranger.session


def test_old_email_keeps_the_games_without_signing_in(
    practice: str, alice: User
) -> None:
    reader = Client()
    answer = reader.post(keep_path(alice, days_ago=1))
    assert own_seat().user == alice
    assert "_auth_user_id" not in reader.session
    shown = reader.get(answer["Location"])
    assert shown.context["is_kept"]
    assert not shown.context["is_signed_in"]


def test_user_who_has_signed_in_stays_signed_in(
    practice: str, alice: User, bob: User
) -> None:
    browser = signed_in(bob)
    browser.post(keep_path(alice))
    assert own_seat().user == alice
    assert browser.session["_auth_user_id"] == str(bob.pk)


def test_another_site_cannot_press_the_button(practice: str, alice: User) -> None:
    browser, before = Client(enforce_csrf_checks=True), own_seat().user
    assert browser.post(keep_path(alice)).status_code == 403
    assert own_seat().user == before


def test_expired_link_keeps_nothing(
    client: Client, practice: str, alice: User, dump: Dump
) -> None:
    path, before = keep_path(alice, days_ago=8), dump()
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 410
    assert client.post("/keep/nonsense/").status_code == 403
    assert dump() == before


def test_link_to_a_game_kept_with_another_address_says_so(
    client: Client, practice: str, alice: User, bob: User
) -> None:
    path = keep_path(alice)
    confirm_keeping(seat=own_seat(), user=bob, now=NOW)
    answer = client.post(path)
    assert answer.status_code == 410
    assertTemplateUsed(answer, "games/keep_late.html")
    assert not answer.context.get("is_expired")
    assert "bob@" not in answer.content.decode()


def test_emails_to_one_address_are_limited(alice: User) -> None:
    statuses = []
    for _ in range(4):
        client = Client()
        path = client.post("/practice/", follow=True).redirect_chain[-1][0]
        answer = client.post(
            f"{path}seat/", {"action": "keep", "email": "alice@example.org"}
        )
        statuses.append(answer.status_code)
    assert statuses == [200, 200, 200, 429]
