"""Fixtures of the staff: users, a browser for each, and the two steps of an action."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games import tasks
from games.history.export import record_lines
from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.models import Game, User
from games.seats.invitations import accept_seat
from stoneage_core import audit
from stoneage_core.terms import Terms
from tests.support.standing_time import NOW

REASON = "Because the table asked for it."


@pytest.fixture
def two_player_game(alice: User, bob: User) -> Game:
    """Alice and Bob play with a real seed, which an auditor can check."""
    game = create_game(
        host=alice, players=[alice, bob], terms=Terms(2, first_player=0), now=NOW
    )
    return accept_seat(seat=game.seats.get(number=1), now=NOW)


@pytest.fixture
def three_player_game(alice: User, bob: User, carol: User) -> Game:
    """Alice, Bob and Carol play with a real seed."""
    people = [str(user.email) for user in (alice, bob, carol)]
    game = create_game(
        host=alice, players=people, terms=Terms(len(people), first_player=0), now=NOW
    )
    for seat in game.seats.order_by("number")[1:]:
        game = accept_seat(seat=seat, now=NOW)
    return game


@pytest.fixture
def at_desk() -> Callable[[User], Client]:
    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


def desk(game: Game, key: str = "") -> str:
    path = f"/admin/games/desk/game/{game.slug}/"
    return f"{path}{key}/" if key else path


def acts_offered(client: Client, game: Game) -> set[str]:
    """Return the keys of the acts that a game's page at the desk offers."""
    shown = client.get(desk(game)).context["acts"]
    return {action.key for action, _url in shown}


def on_person(user: User, key: str) -> str:
    return f"/admin/games/desk/person/{user.pk}/{key}/"


def confirmation(page: Any) -> str:
    """Return what a confirmation page sends back."""
    found = re.search(r'name="confirm" value="([^"]+)"', page.content.decode())
    assert found, page.content.decode()
    return found.group(1)


def do(client: Client, path: str, **fields: object) -> Any:
    """Take both steps of an action."""
    shown = client.post(path, {"reason": REASON, **fields})
    assert shown.status_code == 200, shown.content.decode()
    return client.post(path, {"confirm": confirmation(shown)})


def sweep(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """Sweep what is due at a time."""
    monkeypatch.setattr(tasks, "database_now", lambda: now)
    tasks.sweep_due()


def assert_whole(game: Game) -> None:
    """Check columns and chain against the events, and verify the record."""
    assert check_stream(game.pk)[1] == []
    game.refresh_from_db()
    verdict = audit.verify("".join(record_lines(game)), game.head)
    assert verdict.finding is None, verdict
