"""Hosts who cannot go on: cancelling with a word, and handing over hosting."""

from datetime import datetime

import pytest
from pytest_django.asserts import assertTemplateNotUsed, assertTemplateUsed

from games.lobby.new_games import OPEN, cancel_game, create_game, hand_over_game
from games.models import Game, TalkMessage, User
from games.seats.invitations import accept_seat
from notifications.models import Kind
from tests.support.mails import Send, mails
from tests.support.pages import html_of, page, signed_in, text_of
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db

WORD = "My exam is earlier than I thought. Sorry!"


@pytest.fixture
def waiting_game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """Alice hosts, Bob has joined, Carol has not answered."""
    game = create_game(host=alice, players=[alice, bob, carol], now=now)
    return accept_seat(seat=game.seats.get(number=1), now=now)


def test_the_page_of_a_waiting_game_has_no_button_that_cancels_it(
    waiting_game: Game, alice: User
) -> None:
    html = page(signed_in(alice), f"/games/{waiting_game.slug}/")
    assert f'href="/games/{waiting_game.slug}/cancel/"' in html
    assert f'action="/games/{waiting_game.slug}/cancel/"' not in html


def test_host_is_asked_before_the_game_is_cancelled(
    waiting_game: Game, alice: User, bob: User
) -> None:
    path = f"/games/{waiting_game.slug}/cancel/"
    assertTemplateUsed(signed_in(alice).get(path), "games/cancel.html")
    assert signed_in(bob).get(path).status_code == 303
    waiting_game.refresh_from_db()
    assert waiting_game.is_inviting


def test_host_without_guests_is_offered_to_cancel_alone(
    alice: User, bob: User, now: datetime
) -> None:
    client = signed_in(alice)
    lone = create_game(host=alice, players=[alice, OPEN], now=now)
    answer = client.get(f"/games/{lone.slug}/")
    assert not answer.context["may_hand_over"]
    answer = client.get(f"/games/{lone.slug}/cancel/")
    assert not answer.context["is_told"]
    assert "cancel-word" not in html_of(answer)
    invited = create_game(host=alice, players=[alice, bob], now=now)
    answer = client.get(f"/games/{invited.slug}/cancel/")
    assert answer.context["is_told"]
    assert "cancel-word" not in html_of(answer), "nobody who has joined reads it"


def test_page_of_a_cancelled_game_has_no_answers_and_no_next_turn(
    waiting_game: Game, alice: User, now: datetime
) -> None:
    path = f"/games/{waiting_game.slug}/"
    before = signed_in(alice).get(path)
    assertTemplateUsed(before, "games/_answer_badge.html")
    cancel_game(game=waiting_game, by=alice, now=now)
    after = signed_in(alice).get(path)
    assertTemplateNotUsed(after, "games/_answer_badge.html")
    assert "next turn" in text_of(html_of(before))
    assert "next turn" not in text_of(html_of(after))


def test_word_of_the_host_is_read_by_those_who_joined_alone(
    waiting_game: Game, alice: User, bob: User, carol: User, send: Send, now: datetime
) -> None:
    send(now)
    client = signed_in(alice)
    client.post(f"/games/{waiting_game.slug}/cancel/", {"word": WORD})
    assert TalkMessage.objects.get().text == WORD
    bodies = {mail.to[0]: str(mail.body) for mail in send(now)}
    assert WORD in bodies[str(bob.email)]
    assert WORD not in bodies[str(carol.email)]


def test_game_is_cancelled_without_a_word(
    waiting_game: Game, alice: User, now: datetime
) -> None:
    cancel_game(game=waiting_game, by=alice, now=now)
    assert not TalkMessage.objects.exists()


def test_host_hands_over_to_somebody_who_has_joined(
    waiting_game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    path, client = f"/games/{waiting_game.slug}/hand-over/", signed_in(alice)
    assert client.post(path, {"number": "1"}).status_code == 303
    shown = text_of(page(client, f"/games/{waiting_game.slug}/"))
    assert "Bob is the host now" in shown
    assert "Bob host has accepted" in shown
    waiting_game.refresh_from_db()
    assert waiting_game.host == bob
    (mail,) = mails(Kind.HOSTING_PASSED)
    assert mail.user == bob
    bodies = {message.to[0]: str(message.body) for message in send(now)}
    assert "Alice handed the game to you" in bodies[str(bob.email)]
    with refuses("forbidden"):
        cancel_game(game=waiting_game, by=alice, now=now)
    cancel_game(game=waiting_game, by=bob, now=now)


def test_hosting_goes_to_nobody_who_has_not_joined(
    waiting_game: Game, alice: User, bob: User, now: datetime
) -> None:
    with refuses("invalid"):
        hand_over_game(game=waiting_game, by=alice, number=2, now=now)
    with refuses("invalid"):
        hand_over_game(game=waiting_game, by=alice, number=0, now=now)
    with refuses("forbidden"):
        hand_over_game(game=waiting_game, by=bob, number=1, now=now)


def test_hosting_is_handed_over_before_the_start_alone(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    with refuses("started"):
        hand_over_game(game=two_player_game, by=alice, number=1, now=now)
