"""Seats of absent players: substitutes, and returning."""

from datetime import timedelta

import pytest
from django.test import Client

from games import queries
from games.accounts.reliability import Attendance, attendances_of
from games.deadlines import expire_turn
from games.links.purposes import TAKE_SEAT_LINK, revoke_links
from games.lobby.new_games import create_game
from games.models import Game, Seat, SeatOffer, User
from games.now import database_now
from games.seats.invitations import accept_seat
from games.seats.offers import offer_to_play, return_to_seat
from games.signals import GameSignal, SignInRequested
from games.table.votes import cast_vote
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.support.pages import Dump, page, path_of, seat_of, signed_in, text_of
from tests.support.proposals import propose_end, propose_substitute

pytestmark = pytest.mark.django_db

WANTED = "/open-seats/"


@pytest.fixture
def left_game(alice: User, bob: User, carol: User) -> Game:
    """Autopilot plays Alice's seat after one miss. Bob and Carol play."""
    now = database_now() - timedelta(days=2)
    game = create_game(
        host=alice,
        players=[alice, bob, carol],
        terms=Terms(3, TimeControl(PerMove(DAY), misses=1), first_player=0),
        now=now,
    )
    for number in (1, 2):
        accept_seat(seat=game.seats.get(number=number), now=now)
    due = seat_of(game, 0).deadline_at
    assert due
    expire_turn(seat_id=seat_of(game, 0).pk, now=due)
    assert seat_of(game, 0).is_on_autopilot
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def substituted_game(left_game: Game, outsider: User) -> Game:
    """Oscar plays Alice's seat as a substitute."""
    now = database_now()
    made = offer_to_play(seat=seat_of(left_game, 0), user=outsider, now=now)
    propose_substitute(seat=seat_of(left_game, 1), offer=made, now=now)
    if not seat_of(left_game, 0).absent_user:
        cast_vote(seat=seat_of(left_game, 2), proposal=1, agrees=True, now=now)
    assert seat_of(left_game, 0).user == outsider
    return Game.objects.get(pk=left_game.pk)


def return_path(game: Game, user: User, ago: timedelta = timedelta()) -> str:
    now = database_now() - ago
    return path_of(TAKE_SEAT_LINK.url(seat_of(game, 0), user, None, now=now))


def offer(client: Client, game: Game, number: str = "0") -> int:
    address = f"/games/{game.slug}/offer/"
    return client.post(address, {"number": number}).status_code


# Offering


def test_list_shows_player_progress_and_clock(
    left_game: Game, client: Client, dump: Dump
) -> None:
    before = dump()
    text = text_of(page(client, WANTED))
    assert "For Alice, with Bob and Carol" in text
    assert "Round 1, placing people" in text
    assert "Its own pace: One day for each turn" in text
    assert "the others vote on it" in text
    assert "The absent player can come back at any time" in text
    assert "Sign in to offer" in text
    assert dump() == before


def test_players_are_not_offered_their_own_games(
    left_game: Game, alice: User, bob: User, outsider: User
) -> None:
    for user in (alice, bob):
        text = text_of(page(signed_in(user), WANTED))
        assert "No one needs a substitute" in text
        assert offer(signed_in(user), left_game) == 409
    assert "Offer to play for Alice" in page(signed_in(outsider), WANTED)


def test_lost_seat_counts_for_the_player_who_left(
    substituted_game: Game,
    alice: User,
    bob: User,
    outsider: User,
) -> None:
    attendances = attendances_of([alice.pk, bob.pk, outsider.pk])
    assert attendances == {
        alice.pk: Attendance(begun=1, lost=1),
        bob.pk: Attendance(begun=1),
        outsider.pk: Attendance(),
    }


def test_offer_is_made_and_withdrawn(left_game: Game, outsider: User) -> None:
    client = signed_in(outsider)
    assert offer(client, left_game) == 303
    assert offer(client, left_game) == 303
    (made,) = queries.open_offers(left_game)
    assert (made.user, made.seat.number) == (outsider, 0)
    address = f"/games/{left_game.slug}/take-seat/{made.number}/"
    listed = page(client, WANTED)
    assert "You’ve offered" in text_of(listed)
    assert "Offer to play for Alice" not in listed
    assert address in listed
    text = text_of(page(client, address))
    assert "You offered to play for Alice" in text
    assert "The others vote on it." in text
    assert client.post(address, {"answer": "accept"}).status_code == 403
    answer = client.post(address, {"answer": "decline"}, follow=True)
    assert "You’ve withdrawn your offer" in answer.content.decode()
    assert queries.open_offers(left_game) == []
    assert "Offer to play for Alice" in page(client, WANTED)


def test_offer_for_a_seat_that_needs_nobody_is_refused(
    left_game: Game, alice: User, outsider: User
) -> None:
    now = database_now()
    made = offer_to_play(seat=seat_of(left_game, 0), user=outsider, now=now)
    return_to_seat(seat=seat_of(left_game, 0), user=alice, now=now)
    client = signed_in(outsider)
    address = f"/games/{left_game.slug}/take-seat/{made.number}/"
    answer = client.get(address)
    assert answer.status_code == 410
    assert "This offer is no longer open" in answer.content.decode()
    assert client.post(address, {"answer": "decline"}).status_code == 409
    assert signed_in(alice).get(address).status_code == 403


def test_guests_have_to_give_an_address_first(left_game: Game, client: Client) -> None:
    client.post("/practice/")
    text = text_of(page(client, WANTED))
    assert "Tell us your address first" in text
    assert "Offer to play for" not in text
    assert offer(client, left_game) == 403
    assert not SeatOffer.objects.exists()


def test_impossible_offers_are_refused(
    left_game: Game, outsider: User, client: Client, dump: Dump
) -> None:
    other, before = signed_in(outsider), dump()
    assert offer(other, left_game, number="1") == 409
    assert offer(other, left_game, number="3") == 404
    for nowhere in ("x", "9" * 18):
        assert offer(other, left_game, number=nowhere) == 404
    assert offer(client, left_game) == 302
    assert other.get(f"/games/{left_game.slug}/offer/").status_code == 405
    assert other.post("/games/nothere234/offer/").status_code == 404
    assert dump() == before


# Returning


def test_opening_the_return_link_changes_nothing(
    left_game: Game, alice: User, client: Client, dump: Dump
) -> None:
    path, before = return_path(left_game, alice), dump()
    text = text_of(page(client, path))
    assert "Autopilot is playing for you" in text
    assert "A game with Bob and Carol" in text
    assert "You missed a turn" in text
    assert "Take my seat back" in text
    assert dump() == before


def test_one_click_takes_the_seat_back(
    left_game: Game, alice: User, client: Client
) -> None:
    path = return_path(left_game, alice)
    answer = client.post(path)
    assert answer.status_code == 303
    assert answer["Location"].startswith("/play/")
    assert client.get(answer["Location"]).status_code == 200
    assert not seat_of(left_game, 0).is_on_autopilot
    assert "You play this seat" in text_of(page(client, path))
    version = Game.objects.get(pk=left_game.pk).version
    assert client.post(path).status_code == 303
    assert Game.objects.get(pk=left_game.pk).version == version


def test_replaced_player_returns_by_an_old_link(
    left_game: Game, alice: User, outsider: User, client: Client, request: object
) -> None:
    path = return_path(left_game, alice)
    assert isinstance(request, pytest.FixtureRequest)
    request.getfixturevalue("substituted_game")
    text = text_of(page(client, path))
    assert "Oscar is playing for you" in text
    assert "It’s still your game." in text
    answer = client.post(path)
    assert client.get(answer["Location"]).status_code == 200
    seat = seat_of(left_game, 0)
    assert (seat.user, seat.absent_user) == (alice, None)


def test_lent_seat_is_listed_among_own_games(
    substituted_game: Game, alice: User, outsider: User
) -> None:
    client, path = signed_in(alice), f"/games/{substituted_game.slug}/take-seat/"
    mine = page(client, "/games/")
    assert "Someone plays for you" in mine
    assert path in mine
    assert "Take my seat back" in page(client, path)
    assert client.post(path).status_code == 303
    assert seat_of(substituted_game, 0).user == alice
    gone = signed_in(outsider)
    assert gone.get(path).status_code == 403
    assert gone.post(path).status_code == 403


def test_seat_on_autopilot_is_marked(left_game: Game, alice: User) -> None:
    text = text_of(page(signed_in(alice), "/games/"))
    assert "autopilot plays for you" in text
    assert "your turn" not in text


def test_only_the_player_can_return(
    left_game: Game, invited_game: Game, bob: User, outsider: User, client: Client
) -> None:
    path = f"/games/{left_game.slug}/take-seat/"
    assert client.get(path)["Location"].startswith("/account/login/")
    assert signed_in(outsider).get(path).status_code == 403
    assert "You play this seat" in page(signed_in(bob), path)
    unanswered = f"/games/{invited_game.slug}/"
    assert signed_in(bob).get(f"{unanswered}take-seat/")["Location"] == unanswered


def test_finished_game_refuses_returning_players(
    left_game: Game, alice: User, client: Client
) -> None:
    path = return_path(left_game, alice)
    now = database_now() + timedelta(days=8)  # she had her time to come back and vote
    propose_end(seat=seat_of(left_game, 1), now=now)
    cast_vote(seat=seat_of(left_game, 2), proposal=1, agrees=True, now=now)
    assert "This game is over" in text_of(page(client, path))
    assert client.post(path).status_code == 409


def test_expired_return_link_is_renewed_by_a_sign_in(
    substituted_game: Game,
    alice: User,
    client: Client,
    published: list[GameSignal],
    dump: Dump,
) -> None:
    path = return_path(substituted_game, alice, ago=timedelta(days=90))
    before = dump()
    answer = client.get(path)
    assert answer.status_code == 410
    assert "Email a new link to a•••@example.org" in text_of(answer.content.decode())
    assert client.post(path).status_code == 410
    assert dump() == before
    sent = client.post(path + "renew/")
    assert "on its way" in text_of(sent.content.decode())
    (asked,) = published
    assert isinstance(asked, SignInRequested)
    assert asked.user == alice
    assert asked.next == f"/games/{substituted_game.slug}/take-seat/"
    statuses = [client.post(path + "renew/").status_code for _ in range(3)]
    assert statuses[-1] == 429


def test_invalid_return_link_reveals_nothing(
    substituted_game: Game, alice: User, outsider: User, client: Client
) -> None:
    path = return_path(substituted_game, outsider)
    client.post(return_path(substituted_game, alice))
    for dead in (path, "/take-seat/nonsense/"):
        for answer in (client.get(dead), client.post(dead + "renew/")):
            assert answer.status_code == 403
            assert "•••" not in answer.content.decode()


def test_revoked_return_link_is_refused(
    left_game: Game, alice: User, client: Client
) -> None:
    path = return_path(left_game, alice)
    revoke_links(seat=Seat.objects.get(pk=seat_of(left_game, 0).pk), now=database_now())
    assert client.post(path).status_code == 410
    assert seat_of(left_game, 0).is_on_autopilot


def test_substitute_who_sits_down_no_longer_offers_to_play_elsewhere(
    left_game: Game, outsider: User, dave: User
) -> None:
    """They have one seat in a game. What others offered stays open."""
    due = seat_of(left_game, 1).deadline_at
    assert due
    expire_turn(seat_id=seat_of(left_game, 1).pk, now=due)
    now = database_now()
    first = offer_to_play(seat=seat_of(left_game, 0), user=outsider, now=now)
    offer_to_play(seat=seat_of(left_game, 1), user=outsider, now=now)
    other = offer_to_play(seat=seat_of(left_game, 1), user=dave, now=now)
    propose_substitute(seat=seat_of(left_game, 2), offer=first, now=now)
    assert seat_of(left_game, 0).user == outsider
    assert [each.pk for each in queries.open_offers(left_game)] == [other.pk]
