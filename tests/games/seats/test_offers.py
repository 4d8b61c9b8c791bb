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
from games.presentation.time_control_text import terms_of
from games.seats.invitations import accept_seat
from games.seats.offers import offer_to_play, return_to_seat
from games.signals import GameSignal, SignInRequested
from games.table.votes import cast_vote
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.support.pages import (
    Dump,
    html_of,
    page,
    path_of,
    seat_of,
    signed_in,
    text_of,
    values_of,
)
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


def step(client: Client, path: str) -> str:
    """What the page of a seat that may be taken or given back is for, now."""
    return str(client.get(path).context["step"])


def offered(client: Client) -> list[str]:
    """The numbers of the seats for which one may offer to play."""
    return values_of(page(client, WANTED), "number")


def offer(client: Client, game: Game, number: str = "0") -> int:
    address = f"/games/{game.slug}/offer/"
    return client.post(address, {"number": number}).status_code


# Offering


def test_list_shows_player_progress_and_clock(
    left_game: Game, client: Client, dump: Dump
) -> None:
    before = dump()
    shown = client.get(WANTED)
    (row,) = shown.context["wanted"]
    assert (row["number"], row["absent"], row["others"]) == (
        0,
        "Alice",
        "Bob and Carol",
    )
    assert row["terms"] == terms_of(left_game.time_control)
    for key in ("absent", "others", "where", "terms"):
        assert row[key] in text_of(html_of(shown))
    assert offered(client) == []
    assert dump() == before


def test_players_are_not_offered_their_own_games(
    left_game: Game, alice: User, bob: User, outsider: User
) -> None:
    for user in (alice, bob):
        assert offered(signed_in(user)) == []
        assert offer(signed_in(user), left_game) == 409
    assert offered(signed_in(outsider)) == ["0"]


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
    assert offered(client) == []
    assert address in page(client, WANTED)
    assert step(client, address) == "wait"
    assert client.post(address, {"answer": "accept"}).status_code == 403
    answer = client.post(address, {"answer": "decline"}, follow=True)
    assert answer.context["step"] == "declined"
    assert queries.open_offers(left_game) == []
    assert offered(client) == ["0"]


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
    assert answer.context["step"] == "closed"
    assert client.post(address, {"answer": "decline"}).status_code == 409
    assert signed_in(alice).get(address).status_code == 403


def test_guests_have_to_give_an_address_first(left_game: Game, client: Client) -> None:
    client.post("/practice/")
    assert offered(client) == []
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
    shown = client.get(path)
    assert values_of(html_of(shown), "answer") == ["accept"]
    assert (shown.context["is_lent"], shown.context["missed"]) == (False, 1)
    assert shown.context["others"] == "Bob and Carol"
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
    assert step(client, path) == "play"
    version = Game.objects.get(pk=left_game.pk).version
    assert client.post(path).status_code == 303
    assert Game.objects.get(pk=left_game.pk).version == version


def test_replaced_player_returns_by_an_old_link(
    left_game: Game, alice: User, outsider: User, client: Client, request: object
) -> None:
    path = return_path(left_game, alice)
    assert isinstance(request, pytest.FixtureRequest)
    request.getfixturevalue("substituted_game")
    shown = client.get(path)
    assert (shown.context["is_lent"], shown.context["name"]) == (True, "Oscar")
    answer = client.post(path)
    assert client.get(answer["Location"]).status_code == 200
    seat = seat_of(left_game, 0)
    assert (seat.user, seat.absent_user) == (alice, None)


def test_lent_seat_is_listed_among_own_games(
    substituted_game: Game, alice: User, outsider: User
) -> None:
    client, path = signed_in(alice), f"/games/{substituted_game.slug}/take-seat/"
    assert path in page(client, "/games/")
    assert values_of(page(client, path), "answer") == ["accept"]
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
    assert step(signed_in(bob), path) == "play"
    unanswered = f"/games/{invited_game.slug}/"
    assert signed_in(bob).get(f"{unanswered}take-seat/")["Location"] == unanswered


def test_finished_game_refuses_returning_players(
    left_game: Game, alice: User, client: Client
) -> None:
    path = return_path(left_game, alice)
    now = database_now() + timedelta(days=8)  # she had her time to come back and vote
    propose_end(seat=seat_of(left_game, 1), now=now)
    cast_vote(seat=seat_of(left_game, 2), proposal=1, agrees=True, now=now)
    assert step(client, path) == "over"
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
    assert "a•••@example.org" in text_of(html_of(answer))
    assert client.post(path).status_code == 410
    assert dump() == before
    assert client.post(path + "renew/").status_code == 200
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
