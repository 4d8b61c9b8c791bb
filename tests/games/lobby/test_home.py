"""The front page, practice games, the account, and guests."""

import pytest
from django.test import Client

from games import limits
from games.models import Game, User
from games.now import database_now
from tests.support.pages import Dump, play_path, signed_in, text_of
from tests.support.play import play_on
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_visitor_gets_to_the_first_decision_at_once(client: Client) -> None:
    page = client.post("/practice/", {"opponents": "3"}, follow=True)
    text = text_of(page.content.decode())
    assert "Your turn; take all the time you like" in text
    assert Game.objects.get().seat_count == 4
    assert page.redirect_chain[0][1] == 303


def test_guest_keeps_their_name_in_further_games(client: Client) -> None:
    client.post("/practice/", {"opponents": "1"})
    client.post("/practice/", {"opponents": "nonsense"})
    assert User.objects.count() == 1
    assert Game.objects.count() == 2
    assert "Waiting for you" in client.get("/").content.decode()


def test_user_practises_under_their_own_account(alice: User) -> None:
    client = signed_in(alice)
    page = client.post("/practice/", {"opponents": "2"}, follow=True)
    assert "You play as Alice" in text_of(page.content.decode())
    assert User.objects.count() == 1


def test_practice_games_are_limited(client: Client) -> None:
    for _ in range(limits.PRACTICE_GAMES.most):
        limits.PRACTICE_GAMES.spend("127.0.0.1", now=database_now())
    page = client.post("/practice/")
    assert page.status_code == 429
    assert "Please wait a bit, then try again" in text_of(page.content.decode())
    assert not Game.objects.exists()


def test_front_page_is_public(client: Client, dump: Dump) -> None:
    before = dump()
    page = client.get("/")
    assert page.status_code == 200
    assert "Play now against bots" in text_of(page.content.decode())
    assert dump() == before


def test_games_that_wait_for_the_reader_come_first(
    started_game: Game, alice: User, bob: User
) -> None:
    mine = text_of(signed_in(alice).get("/games/").content.decode())
    assert mine.index("Waiting for you") < mine.index("Bob, Carol and Dave")
    assert "your turn until Mon 23 Nov 2026" in mine
    theirs = text_of(signed_in(bob).get("/games/").content.decode())
    assert "Waiting for others" in theirs
    assert "your turn" not in theirs


def test_invalid_address_keeps_nothing(client: Client, dump: Dump) -> None:
    path = client.post("/practice/", follow=True).redirect_chain[-1][0]
    before = dump()
    answer = client.post(f"{path}seat/", {"action": "keep", "email": "nowhere"})
    assert answer.status_code == 400
    assert "isn’t an email address" in text_of(answer.content.decode())
    assert dump() == before


def test_account_page_changes_the_user(alice: User) -> None:
    client = signed_in(alice)
    assert "Signed in as alice@example.org" in client.get("/account/").content.decode()
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
    assert "Keep your games" in client.get("/account/").content.decode()
    assert client.post("/account/", {"action": "keep", "email": "x"}).status_code == 400
    kept = client.post("/account/", {"action": "keep", "email": "g@example.org"})
    assert "We’ve emailed g@example.org" in text_of(kept.content.decode())
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
