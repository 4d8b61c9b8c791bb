"""The front page, practice games, the account, and guests."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertTemplateUsed

from games import limits
from games.models import Game, User
from games.now import database_now
from games.presentation.link_preview import service_preview
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.state import Question
from tests.support.pages import (
    Dump,
    html_of,
    play_path,
    question_on,
    signed_in,
    text_of,
    values_of,
)
from tests.support.play import play_on
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db


def slugs(rows: Iterable[Any]) -> list[str]:
    return [row.slug for row in rows]


def test_visitor_gets_to_the_first_decision_at_once(client: Client) -> None:
    page = client.post("/practice/", {"opponents": "3"}, follow=True)
    assert question_on(html_of(page)) == Question.PLACE
    assert page.context["turn"].deadline is None
    assert Game.objects.get().seat_count == 4
    assert page.redirect_chain[0][1] == 303


def test_guest_keeps_their_name_in_further_games(client: Client) -> None:
    client.post("/practice/", {"opponents": "1"})
    client.post("/practice/", {"opponents": "nonsense"})
    assert User.objects.count() == 1
    assert Game.objects.count() == 2
    assert len(client.get("/").context["mine"].awaiting) == 2


def test_user_practises_under_their_own_account(alice: User) -> None:
    client = signed_in(alice)
    page = client.post("/practice/", {"opponents": "2"}, follow=True)
    assert page.context["turn"].name == "Alice"
    assert User.objects.count() == 1


def test_practice_games_are_limited(client: Client) -> None:
    for _ in range(limits.PRACTICE_GAMES.most):
        limits.PRACTICE_GAMES.spend("127.0.0.1", now=database_now())
    page = client.post("/practice/")
    assert page.status_code == 429
    assertTemplateUsed(page, "games/refused.html")
    assert not Game.objects.exists()


def test_front_page_is_public(client: Client, dump: Dump) -> None:
    before = dump()
    page = client.get("/")
    assert page.status_code == 200
    assert f'action="{reverse("games:practice")}"' in html_of(page)
    assert dump() == before


def test_front_page_promises_what_previews_say_and_no_length(client: Client) -> None:
    """How long a game takes depends on its pace, so the new game's form says it."""
    promise = service_preview().sentence
    assert promise in text_of(html_of(client.get("/")))
    assert "week" not in promise


def test_games_that_wait_for_the_reader_come_first(
    started_game: Game, alice: User, bob: User
) -> None:
    mine = signed_in(alice).get("/games/")
    assert slugs(mine.context["mine"].awaiting) == [started_game.slug]
    assert slugs(mine.context["mine"].running) == []
    assert "Mon 23 Nov 2026" in text_of(html_of(mine))
    theirs = signed_in(bob).get("/games/").context["mine"]
    assert slugs(theirs.awaiting) == []
    assert slugs(theirs.running) == [started_game.slug]


def test_invalid_address_keeps_nothing(client: Client, dump: Dump) -> None:
    path = client.post("/practice/", follow=True).redirect_chain[-1][0]
    before = dump()
    answer = client.post(f"{path}seat/", {"action": "keep", "email": "nowhere"})
    assert answer.status_code == 400
    assert alert_on(answer)
    assert dump() == before


def test_account_page_changes_the_user(alice: User) -> None:
    client = signed_in(alice)
    assert "alice@example.org" in client.get("/account/").content.decode()
    sent = {"name": "Al", "time_zone": "Europe/Madrid", "language": "es"}
    answer = client.post("/account/", sent)
    assert answer.status_code == 303
    assert answer.cookies["django_language"].value == "es"
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language) == (
        "Al",
        "Europe/Madrid",
        "es",
    )
    wrong = client.post("/account/", {**sent, "time_zone": "Mars/Base"})
    assert wrong.status_code == 400


def test_guest_gives_an_address_on_the_account_page(client: Client) -> None:
    client.post("/practice/")
    assert "keep" in values_of(html_of(client.get("/account/")), "action")
    assert client.post("/account/", {"action": "keep", "email": "x"}).status_code == 400
    kept = client.post("/account/", {"action": "keep", "email": "g@example.org"})
    assert "g@example.org" in text_of(html_of(kept))
    assert not User.objects.get(email="g@example.org").seats.exists()


def test_account_page_needs_a_sign_in(client: Client) -> None:
    assert client.get("/account/")["Location"] == "/account/login/?next=/account/"
    assert client.get("/games/").status_code == 302


def test_running_game_is_listed_on_the_front_page(
    started_game: Game, alice: User
) -> None:
    play_on(started_game, now=NOW, decisions=5)
    html = signed_in(alice).get("/").content.decode()
    assert f"/games/{started_game.slug}/play/" in html
    assert play_path(started_game, 0) not in html


def test_practice_bots_may_differ_in_strength(client: Client) -> None:
    client.post(
        "/practice/",
        {"opponents": "3", "opponent": "Thatch", "opponent-2": "Flint"},
    )
    seats = Game.objects.get().seats.order_by("number")
    bots = [seat.bot for seat in seats if seat.is_automatic]
    assert sorted(bots) == ["Flint", "Thatch", "Thatch"]


def test_bots_beyond_the_number_are_left_out(client: Client) -> None:
    client.post("/practice/", {"opponents": "1", "opponent-2": "Flint"})
    assert [seat.bot for seat in Game.objects.get().seats.all() if seat.bot] == [
        DEFAULT_OPPONENT.name
    ]
