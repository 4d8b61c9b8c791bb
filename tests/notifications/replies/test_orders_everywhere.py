"""Orders by email, on the table, from a plan and by a program are the same orders."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from games.log import positions
from games.models import Game, SeatOrders, StoredEvent, User
from games.orders import follow_orders
from tests.games.api.conftest import ProgramClient
from tests.games.table.table import act
from tests.notifications.replies.conftest import Reply, fates
from tests.support.pages import page, play_path, seen
from tests.support.play import submit
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db

PLACEMENTS = "field, forest 1\nforest 1"
TURN = "use forest\nbuy 1 wood, buy 1 cheapest\ntools gain"


@pytest.fixture
def by_email(reply: Reply, alice: User) -> "Write":
    def write(game: Game, text: str, plan: str) -> None:
        line = f"orders {text.replace(chr(10), '; ')}"
        assert fates(reply(game, alice, line)) == ["done"]

    return write


def on_page(game: Game, text: str, plan: str) -> None:
    assert act(Client(), game, 0, "orders", text=text).status_code == 303


def by_choice(game: Game, text: str, plan: str) -> None:
    """Write the last step by the choices beside the text, as they can say it."""
    written, _, chosen = text.rpartition("\n")
    name = "tools" if chosen.startswith("tools") else "place1"
    form = {"text": written, name: chosen}
    assert act(Client(), game, 0, "orders", **form).status_code == 303


def from_plan(game: Game, text: str, plan: str) -> None:
    shown = page(Client(), f"{play_path(game, 0)}?plan={plan}")
    field = r'<textarea[^>]*name="text"[^>]*>(.*?)</textarea>'
    (made,) = re.findall(field, shown, re.DOTALL)
    on_page(game, html.unescape(made.strip()), plan)


def by_program(game: Game, text: str, plan: str) -> None:
    user = seat_owner(game)
    program = ProgramClient(user, ["read", "play"])
    path = f"/games/{game.slug}/orders"
    told = program.send(path, {"orders": text}, "put").json()
    assert told == {"orders": text, "at_deadline": False, "put_aside": ""}
    assert program.get(path).json() == told


def in_dock(game: Game, text: str, plan: str) -> None:
    first, _, second = text.partition("\n")
    here = positions.state_of(Game.objects.get(pk=game.pk))
    moment = {"round": here.round, "unplaced": here.players[0].unplaced}
    one, other = first.split(", ")
    answer = act(Client(), game, 0, "place-ahead", place1=one, place2=other, **moment)
    assert answer.status_code == 303
    act(Client(), game, 0, "place-ahead", step=first, place1=second, **moment)


Write = Callable[[Game, str, str], None]


def seat_owner(game: Game) -> User:
    user = game.seats.get(number=0).user
    assert user is not None
    return user


EVERYWHERE = ["email", "page", "choice", "plan", "program"]


@pytest.fixture
def way(request: pytest.FixtureRequest, by_email: Write) -> Write:
    ways = {"email": by_email, "page": on_page, "choice": by_choice}
    ways |= {"plan": from_plan, "program": by_program, "dock": in_dock}
    return ways[request.param]


def outcome(game: Game, now: StandingTime) -> tuple[dict[str, object], list[str], str]:
    """Return the stored row, what it then leads to, and the row that remains."""
    row = SeatOrders.objects.filter(seat__game=game).values(
        "text", "at_deadline", "places_in_round", "uses_in_round", "disarmed_at"
    )
    written = dict(row.get())
    seat = game.seats.get(number=0)
    if seat.orders_at is None:
        submit(game, 1, "field", now=now.now)
        seat.refresh_from_db()
    assert seat.orders_at is not None
    follow_orders(seat_id=seat.pk, now=now.now + timedelta(minutes=10))
    decided = StoredEvent.objects.filter(game=game, source="orders", decided_by=0)
    commands = decided.exclude(command="").order_by("sequence")
    left = SeatOrders.objects.get(seat=seat).text
    return written, list(commands.values_list("command", flat=True)), left


@pytest.mark.parametrize("way", [*EVERYWHERE, "dock"], indirect=True)
def test_placements_are_the_same_however_they_are_ordered(
    two_player_game: Game, time_stands: StandingTime, way: Write
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    way(two_player_game, PLACEMENTS, "1-field,1-forest-1")
    assert outcome(two_player_game, time_stands) == (
        {
            "text": PLACEMENTS,
            "at_deadline": False,
            "places_in_round": 1,
            "uses_in_round": 1,
            "disarmed_at": None,
        },
        ["forest 1"],
        "forest 1",
    )


@pytest.mark.parametrize("way", EVERYWHERE, indirect=True)
def test_a_turn_is_the_same_however_it_is_ordered(
    buying_game: Game, time_stands: StandingTime, way: Write
) -> None:
    way(buying_game, TURN, "1-use-forest,1-buy-1-wood")
    written, commands, left = outcome(buying_game, time_stands)
    assert (written["text"], written["uses_in_round"]) == (TURN, 1)
    assert commands[0] == "use forest"
    assert commands[-1].startswith("buy 1 ")
    assert left == "tools gain"


@pytest.mark.parametrize("way", ["email", "page", "program"])
def test_own_placement_uses_up_a_step_wherever_it_is_decided(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    time_stands: StandingTime,
    way: str,
) -> None:
    game, here = two_player_game, two_player_game.version
    on_page(game, f"field, tool maker\n{PLACEMENTS}", "")
    if way == "email":
        assert fates(reply(game, alice, "field")) == ["done"]
    elif way == "page":
        form = seen(game) | {"request_id": str(uuid4()), "whole": "field"}
        assert Client().post(play_path(game, 0), form).status_code == 303
    else:
        program = ProgramClient(alice, ["read", "play"])
        body = {
            "command": "field",
            "expected_version": here,
            "request_id": str(uuid4()),
        }
        program.send(f"/games/{game.slug}/commands", body)
    assert Game.objects.get(pk=game.pk).version > here
    assert SeatOrders.objects.get().text == PLACEMENTS
