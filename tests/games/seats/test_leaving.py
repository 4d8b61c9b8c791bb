"""Leaving a seat, with a word to the others, or asking a person to take it."""

from datetime import datetime

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.errors import Refused
from games.history.stream_check import check_stream
from games.links.purposes import PLAY_LINK
from games.lobby.new_games import create_game
from games.models import Game, Invitation, Seat, SeatOffer, TalkMessage, User
from games.now import database_now
from games.seats.invitations import accept_seat, automate_seat
from games.seats.leaving import ask_to_take_seat, give_up_seat, withdraw_request
from games.seats.offers import accept_offer, decline_offer, return_to_seat
from notifications.models import Kind
from stoneage_core.terms import Terms
from tests.notifications.news import recipients_of
from tests.support.mails import Send, mails
from tests.support.pages import page, path_of, seat_of, signed_in

pytestmark = pytest.mark.django_db

WORD = "The baby is here: bye!"
FRIEND = "friend@example.org"


def leave_path(seat: Seat) -> str:
    return f"{path_of(PLAY_LINK.url(seat, now=database_now()))}leave/"


def test_player_leaves_the_seat_to_autopilot_with_a_word(
    started_game: Game, client: Client, send: Send, now: datetime
) -> None:
    path = leave_path(seat_of(started_game, 0))
    client.post(path, {"do": "leave", "word": WORD})
    assert seat_of(started_game, 0).is_on_autopilot
    assert TalkMessage.objects.get().text == WORD
    # Bob reads of it in the email about his turn.
    assert recipients_of(Kind.SEAT_LEFT) == ["Carol", "Dave"]
    assert not mails(Kind.TALK)  # the email about it quotes the word
    bodies = [mail.body for mail in send(database_now())]
    assert sum(WORD in str(body) for body in bodies) == 3
    assert check_stream(started_game.pk).findings == []


def test_the_page_asks_first(started_game: Game, client: Client) -> None:
    path = leave_path(seat_of(started_game, 0))
    assertTemplateUsed(client.get(path), "games/leave.html")
    assert not seat_of(started_game, 0).is_on_autopilot
    assert path in page(client, path.replace("leave/", "seat/"))


def test_player_who_left_can_come_back(started_game: Game, now: datetime) -> None:
    give_up_seat(seat=seat_of(started_game, 0), now=now)
    give_up_seat(seat=seat_of(started_game, 0), now=now)
    return_to_seat(seat=seat_of(started_game, 0), user=None, now=now)
    assert not seat_of(started_game, 0).is_on_autopilot


def test_nobody_leaves_a_game_against_bots(
    alice: User, bob: User, now: datetime
) -> None:
    game = create_game(host=alice, players=[alice, bob], now=now)
    automate_seat(seat=game.seats.get(number=1), by=alice, now=now)
    path = leave_path(seat_of(game, 0))
    assert Client().post(path, {"do": "leave"}).status_code == 403
    assert not seat_of(game, 0).is_on_autopilot


def test_player_who_leaves_before_the_start_frees_the_seat(
    alice: User, bob: User, carol: User, client: Client, now: datetime
) -> None:
    game = create_game(host=alice, players=[alice, bob, carol], now=now)
    accept_seat(seat=game.seats.get(number=1), now=now)
    client.post(leave_path(seat_of(game, 1)), {"do": "leave", "word": WORD})
    assert seat_of(game, 1).invitation == Invitation.DECLINED
    assert recipients_of(Kind.INVITATION_DECLINED) == ["Alice"]
    automate_seat(seat=seat_of(game, 1), by=alice, now=now)
    accept_seat(seat=seat_of(game, 2), now=now)
    game.refresh_from_db()
    assert game.is_active
    assert check_stream(game.pk).findings == []


def test_person_whom_a_player_asked_gets_the_seat_for_good(
    started_game: Game, alice: User, send: Send, now: datetime
) -> None:
    offer = ask_to_take_seat(seat=seat_of(started_game, 0), email=FRIEND, now=now)
    (mail,) = mails(Kind.SEAT_OFFER)
    assert mail.user == offer.user
    assert seat_of(started_game, 0).user == alice
    accept_offer(offer=offer, user=offer.user, now=now)
    own = seat_of(started_game, 0)
    assert (own.user, own.absent_user) == (offer.user, None)
    assert recipients_of(Kind.SEAT_TAKEN) == ["Alice", "Bob", "Carol", "Dave"]
    send(now)
    assert check_stream(started_game.pk).findings == []


def test_in_a_rated_game_the_person_only_stands_in(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    terms = Terms(3, rated=True)
    game = create_game(host=alice, players=[alice, bob, carol], terms=terms, now=now)
    for number in (1, 2):
        accept_seat(seat=game.seats.get(number=number), now=now)
    offer = ask_to_take_seat(seat=seat_of(game, 0), email=FRIEND, now=now)
    accept_offer(offer=offer, user=offer.user, now=now)
    assert seat_of(game, 0).absent_user == alice
    return_to_seat(seat=seat_of(game, 0), user=alice, now=now)
    assert seat_of(game, 0).user == alice
    assert check_stream(game.pk).findings == []


def test_player_learns_that_the_person_declined(
    started_game: Game, send: Send, now: datetime
) -> None:
    offer = ask_to_take_seat(seat=seat_of(started_game, 0), email=FRIEND, now=now)
    decline_offer(offer=offer, user=offer.user, now=now)
    assert recipients_of(Kind.REQUEST_DECLINED) == ["Alice"]
    send(now)
    ask_to_take_seat(seat=seat_of(started_game, 0), email="other@example.org", now=now)


def test_player_can_withdraw_the_request(started_game: Game, now: datetime) -> None:
    own = seat_of(started_game, 0)
    offer = ask_to_take_seat(seat=own, email=FRIEND, now=now)
    withdraw_request(seat=own, now=now)
    withdraw_request(seat=own, now=now)
    offer.refresh_from_db()
    assert offer.state == SeatOffer.State.WITHDRAWN
    with pytest.raises(Refused):
        accept_offer(offer=offer, user=offer.user, now=now)


def test_nobody_is_asked_who_sits_at_the_table(
    started_game: Game, bob: User, now: datetime
) -> None:
    with pytest.raises(Refused):
        ask_to_take_seat(seat=seat_of(started_game, 0), email=str(bob.email), now=now)


def test_only_a_signed_in_player_gives_the_seat_to_somebody(
    started_game: Game, client: Client, alice: User
) -> None:
    asks = {"do": "ask", "email": FRIEND}
    path = leave_path(seat_of(started_game, 0))
    assert client.post(path, asks).status_code == 400
    assert 'name="email"' not in page(client, path)
    path = f"/games/{started_game.slug}/play/leave/"
    assert signed_in(alice).post(path, asks).status_code == 303
    assert SeatOffer.objects.get().by_player
    assert FRIEND not in page(signed_in(alice), path)


def test_person_who_is_asked_sees_what_it_means(
    started_game: Game, alice: User, now: datetime
) -> None:
    offer = ask_to_take_seat(seat=seat_of(started_game, 0), email=FRIEND, now=now)
    path = f"/games/{started_game.slug}/take-seat/{offer.number}/"
    answer = signed_in(offer.user).get(path)
    assertTemplateUsed(answer, "games/take_seat.html")
    assert b'value="accept"' in answer.content
    signed_in(offer.user).post(path, {"answer": "decline"})
    offer.refresh_from_db()
    assert offer.state == SeatOffer.State.DECLINED
    assert signed_in(offer.user).get(path).status_code == 200
