"""The pages to download and to erase one's data."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.lobby.new_games import create_game
from games.models import Game, User
from games.orders import write_orders
from games.talk.reports import make_report
from tests.games.moderation.doing import do_action
from tests.games.talk.test_talk import say
from tests.support.pages import (
    Dump,
    html_of,
    offences_of,
    page,
    seat_of,
    signed_in,
    text_of,
    values_of,
)
from tests.support.play import submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

DATA, FORGET = "/account/my-data.json", "/account/forget/"


def test_data_export_is_complete(
    two_player_game: Game, invited_game: Game, alice: User, bob: User
) -> None:
    game = two_player_game
    submit(game, 0, "forest 2", now=NOW)
    write_orders(seat=seat_of(game, 0), text="no tools", now=NOW)
    mine = say(game, 0, "¡Hola!")
    said = say(game, 1, "Bob's own words")
    make_report(reporter=alice, message=said, reason="Why not", now=NOW)
    make_report(reporter=bob, message=mine, reason="Bob's reason", now=NOW)

    answer = signed_in(alice).get(DATA)
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    data = json.loads(text)
    assert data["account"]["email"] == "alice@example.org"
    assert data["hosted_games"] == [{"slug": game.slug, "greeting": ""}]
    (seat,) = data["seats"]
    assert (seat["game"], seat["number"]) == (game.slug, 0)
    assert seat["orders"]["text"] == "no tools"
    decided = [decision["what"] for decision in seat["decisions"]]
    assert decided == ["PlayerJoined", "forest 2"]
    assert data["talk"][0]["text"] == "¡Hola!"
    assert data["reports"][0]["reason"] == "Why not"
    assert {mail["kind"] for mail in data["mails"]} >= {"your_turn"}
    assert "Bob" not in text
    assert "bob" not in text


def test_data_export_contains_acts_of_the_staff(
    two_player_game: Game, bob: User
) -> None:
    root = User.objects.create_superuser("root@example.org", "secret")
    later = NOW + timedelta(days=1)
    do_action("mute", by=root, user=bob, until=later, reason="Rude words.", now=NOW)
    seat = seat_of(two_player_game, 1)
    do_action("entrust", by=root, seat=seat, reason="Not there.", now=NOW)
    text = signed_in(bob).get(DATA).content.decode()
    muted, entrusted = json.loads(text)["acts_of_the_staff"]
    assert (muted["act"], muted["reason"]) == ("mute", "Rude words.")
    assert entrusted["game"] == two_player_game.slug
    assert "root" not in text


def test_viewing_changes_nothing(alice: User, dump: Dump) -> None:
    client, before = signed_in(alice), dump()
    for path in (DATA, FORGET, "/forgotten/"):
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert dump() == before


def test_visitors_have_no_data(client: Client) -> None:
    for path in (DATA, FORGET):
        assert client.get(path).status_code == 302
    assert client.post(FORGET, {"sure": "yes"}).status_code == 302
    assert client.post(DATA).status_code == 302


def test_downloads_are_limited(alice: User) -> None:
    client = signed_in(alice)
    statuses = [client.get(DATA).status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]


def test_account_page_links_to_the_data(alice: User) -> None:
    html = page(signed_in(alice), "/account/")
    assert f'href="{DATA}"' in html
    assert f'href="{FORGET}"' in html


def test_erasure_asks_for_confirmation_and_says_what_happens(
    started_game: Game, alice: User, dump: Dump
) -> None:
    create_game(host=alice, players=["alice@example.org", "bob@example.org"], now=NOW)
    client, before = signed_in(alice), dump()
    shown = client.get(FORGET)
    assert "alice@example.org" in text_of(html_of(shown))
    assert (shown.context["running"], shown.context["hosted"]) == (1, 1)
    answer = client.post(FORGET)
    assert answer.status_code == 200
    assert values_of(html_of(answer), "sure") == ["yes"]
    assert offences_of(answer.content.decode()) == []
    assert dump() == before


def test_second_confirmation_erases(two_player_game: Game, alice: User) -> None:
    client, elsewhere = signed_in(alice), signed_in(alice)
    answer = client.post(FORGET, {"sure": "yes"})
    assert answer.status_code == 303
    assertTemplateUsed(client.get(answer["Location"]), "games/forgotten.html")
    for browser in (client, elsewhere):
        assert "_auth_user_id" not in client.session
        assert browser.get("/account/").status_code == 302
    alice.refresh_from_db()
    assert alice.email is None
    html = Client().get(f"/games/{two_player_game.slug}/").content.decode()
    assert "Alice" not in html
    assert "Red" in html


def test_guest_can_be_erased(client: Client) -> None:
    client.post("/practice/", follow=True)
    assert "as a guest" in text_of(client.post(FORGET).content.decode())
    assert client.post(FORGET, {"sure": "yes"}).status_code == 303
    assert client.get("/account/").status_code == 302


def test_staff_are_told_why_they_cannot(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client = signed_in(alice)
    for answer in (client.get(FORGET), client.post(FORGET, {"sure": "yes"})):
        assert answer.status_code == 403
        assertTemplateUsed(answer, "games/refused.html")
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_foreign_page_cannot_trigger_the_erasure(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(FORGET, {"sure": "yes"}).status_code == 403
    alice.refresh_from_db()
    assert alice.is_active
