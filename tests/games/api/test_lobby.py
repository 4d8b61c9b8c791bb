"""Programs make and join games, as users do on pages."""

import pytest

from games import queries
from games.lobby.new_games import OPEN, create_game
from games.models import Game, Seat, StoredEvent, User
from tests.games.api.conftest import Programs, read, refused
from tests.support.pages import seat_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_game_is_made_filled_and_started(
    alice: User, bob: User, carol: User, dave: User, program_of: Programs
) -> None:
    host = program_of(alice)
    seats = [
        {"fill": "me"},
        {"fill": "invite", "email": "bob@example.org"},
        {"fill": "open"},
        {"fill": "open"},
    ]
    terms = {"pace": "relaxed", "first_player": 1, "coached": True}
    made = read(host.send("/games", {"seats": seats} | terms))
    path = f"/games/{made['slug']}"
    assert made["options"] == {
        "first_player": 1,
        "tie_break": "sequential",
        "dice_at_own_turn": False,
        "rated": False,
        "coached": True,
        "beacon": False,
        "audience": "link",
    }
    assert [seat["answer_key"] for seat in made["seats"]] == [
        *("accepted", "invited", "open", "open")
    ]
    assert (made["seats"][1]["name"], made["seats"][1]["address"]) == ("Bob", "")
    read(program_of(bob).send(f"{path}/accept", {}))
    read(program_of(carol).send(f"{path}/take", {}))
    linked = read(host.send(f"{path}/seats/3", {"fill": "link"}))
    code = linked["link"].rstrip("/").rpartition("/")[2]
    begun = read(program_of(dave).send(f"/join/{code}", {}))
    assert begun["status"] == "active"
    names = [seat["name"] for seat in begun["seats"]]
    assert names == ["Alice", "Bob", "Carol", "Dave"]
    assert {seat["address"] for seat in begun["seats"]} == {""}
    joins = StoredEvent.objects.filter(game__slug=made["slug"], type="PlayerJoined")
    sources = joins.order_by("sequence").values_list("source", flat=True)
    assert list(sources) == ["api"] * 4


def test_next_open_seat_is_taken_if_the_first_was_just_taken(
    alice: User,
    bob: User,
    carol: User,
    program_of: Programs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = create_game(host=alice, players=[alice, OPEN, OPEN], now=NOW)
    both = queries.open_seats(game)
    monkeypatch.setattr(queries, "open_seats", lambda game: both)
    for player in (bob, carol):
        read(program_of(player).send(f"/games/{game.slug}/take", {}))
    assert [seat_of(game, number).user for number in (1, 2)] == [bob, carol]


def test_invalid_requests_are_refused(
    invited_game: Game, alice: User, bob: User, carol: User, program_of: Programs
) -> None:
    host, path = program_of(alice), f"/games/{invited_game.slug}"
    guest = program_of(carol)
    for answer, status, code in [
        (host.send("/games", {"seats": [{"fill": "me"}]}), 422, "malformed"),
        (
            host.send("/games", {"seats": [{"fill": "me"}, {"fill": "invite"}]}),
            400,
            "invalid",
        ),
        (host.send(f"{path}/seats/3", {"fill": "open"}), 404, "not_there"),
        (host.send(f"{path}/seats/0", {"fill": "open"}), 409, "taken"),
        (guest.send(f"{path}/seats/1", {"fill": "open"}), 403, "forbidden"),
        (guest.send(f"{path}/accept", {}), 403, "forbidden"),
        (guest.send(f"{path}/take", {}), 409, "taken"),
        (guest.send("/join/nothing", {}), 404, "not_there"),
    ]:
        refused(answer, status, code)
    assert read(program_of(bob).send(f"{path}/decline", {}))["status"] == "inviting"
    assert Seat.objects.get(game=invited_game, number=1).invitation == "declined"


def test_open_seats_are_filtered_as_on_the_page(
    alice: User, bob: User, program_of: Programs
) -> None:
    host, reader = program_of(alice), program_of(bob)
    seats = [{"fill": "me"}, {"fill": "open"}]
    wanted = {"seats": seats, "pace": "relaxed"}
    made = read(host.send("/games", wanted))
    for query, count in [
        ("", 1),
        ("?players=2", 1),
        ("?players=3", 0),
        ("?pace=sitting", 0),
        ("?rating=near", 0),
        ("?reliable=true", 0),
    ]:
        assert len(read(reader.get(f"/open-seats{query}"))) == count, query
    (row,) = read(reader.get("/open-seats"))
    assert row["slug"] == made["slug"]
    refused(reader.get("/open-seats?players=7"), 422, "malformed")
    refused(reader.get("/open-seats?rating=best"), 422, "malformed")
