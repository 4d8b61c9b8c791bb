"""Programs follow games by requests that wait for news."""

from itertools import pairwise
from typing import Any

import pytest

from games.live.waiting import GameMoves, GamesChange, find_news, marks_of
from games.lobby.new_games import OPEN, cancel_game, create_game
from games.models import Game, User
from games.table.votes import cast_vote
from tests.games.api.conftest import ProgramClient, Programs, read, refused
from tests.support.pages import seat_of
from tests.support.play import submit
from tests.support.proposals import propose_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


class Server:
    """Notes which requests want to wait."""

    def __init__(self) -> None:
        self.parked: list[tuple[int, object, int]] = []

    def park(self, who: int, subject: object, seconds: int) -> bool:
        self.parked.append((who, subject, seconds))
        return True


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()

    def get(self: ProgramClient, path: str) -> Any:
        return self._client.get(f"/api/v1{path}", **{"stoneage.park": server.park})

    monkeypatch.setattr(ProgramClient, "get", get)
    return server


def test_request_for_events_waits_if_there_are_none(
    two_player_game: Game, alice: User, server: Server, program_of: Programs
) -> None:
    game, program = two_player_game, program_of(alice)
    path = f"/games/{game.slug}/events?after="
    program.get(f"{path}{game.version - 1}&wait=20")
    program.get(f"{path}{game.version}")
    assert server.parked == []
    program.get(f"{path}{game.version}&wait=20")
    subject = GameMoves(game.pk, game.version)
    assert server.parked == [(alice.pk, subject, 20)]
    assert find_news([subject]) == set()
    submit(game, 0, "hunting grounds 5", now=NOW)
    assert find_news([subject]) == {subject}
    refused(program.get(f"{path}1&wait=600"), 422, "malformed")


def test_request_for_changes_waits_while_the_mark_is_known(
    two_player_game: Game, alice: User, server: Server, program_of: Programs
) -> None:
    program = program_of(alice)
    known = read(program.get("/changes?wait=20"))
    assert server.parked == []
    (row,) = known["games"]
    assert row == {
        "slug": two_player_game.slug,
        "status": "active",
        "version": two_player_game.version,
        "is_awaited": True,
        "is_invited": False,
        "votes_wanted": [],
    }
    program.get(f"/changes?after={known['mark']}&wait=20")
    subject = GamesChange(alice.pk, known["mark"])
    assert server.parked == [(alice.pk, subject, 20)]


def test_changes_tell_who_is_invited_and_who_has_to_vote(
    two_player_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    propose_end(seat=seat_of(two_player_game, 0), now=NOW)
    create_game(host=alice, players=[alice, bob], now=NOW)
    told = [
        [
            (row["status"], row["is_invited"], row["votes_wanted"])
            for row in read(program_of(user).get("/changes"))["games"]
        ]
        for user in (alice, bob)
    ]
    assert told == [
        [("active", False, []), ("inviting", False, [])],
        [("active", False, [1]), ("inviting", True, [])],
    ]


def test_mark_changes_with_every_game_that_moves_begins_or_ends(
    two_player_game: Game, alice: User, bob: User
) -> None:
    marks = [marks_of([alice.pk])[alice.pk]]

    def note() -> None:
        marks.append(marks_of([alice.pk])[alice.pk])

    submit(two_player_game, 0, "hunting grounds 5", now=NOW)
    note()
    made = create_game(host=alice, players=[alice, OPEN], now=NOW)
    note()
    cancel_game(game=made, by=alice, now=NOW)
    note()
    create_game(host=bob, players=[bob, alice], now=NOW)
    note()
    propose_end(seat=seat_of(two_player_game, 0), now=NOW)
    note()
    cast_vote(seat=seat_of(two_player_game, 1), proposal=1, agrees=True, now=NOW)
    note()
    assert all(old != new for old, new in pairwise(marks))
    assert marks_of([]) == {}
