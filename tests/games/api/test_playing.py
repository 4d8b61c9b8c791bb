"""Programs decide through the same services as pages, exactly once."""

import uuid
from typing import Any

import pytest

from games.models import Game, StoredEvent, TalkMessage, User
from games.models.tokens import Scope
from tests.games.api.conftest import ProgramClient, Programs, read, refused
from tests.support.pages import Dump

pytestmark = pytest.mark.django_db


def decision(game: Game, command: str = "hunting grounds 5", **more: Any) -> Any:
    return {
        "command": command,
        "expected_version": game.version,
        "request_id": str(uuid.uuid4()),
    } | more


def submit(program: ProgramClient, game: Game, body: object) -> Any:
    return program.send(f"/games/{game.slug}/commands", body)


def test_decision_is_recorded_as_made_by_a_program(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    told = read(submit(program_of(alice), two_player_game, decision(two_player_game)))
    first = StoredEvent.objects.get(
        game=two_player_game, sequence=told["first_sequence"]
    )
    assert (first.source, first.command) == ("api", "hunting grounds 5")
    assert told["position"]["awaited"] == [1]
    assert not told["is_repeated"]


def test_same_request_is_carried_out_once(
    two_player_game: Game, alice: User, program_of: Programs, dump: Dump
) -> None:
    program, body = program_of(alice), decision(two_player_game)
    first = read(submit(program, two_player_game, body))
    events = StoredEvent.objects.filter(game=two_player_game).count()
    again = read(submit(program, two_player_game, body))
    assert again["is_repeated"]
    assert again["first_sequence"] == first["first_sequence"]
    assert StoredEvent.objects.filter(game=two_player_game).count() == events
    other = body | {"command": "forest 5"}
    refused(submit(program, two_player_game, other), 409, "request_reused")


def test_refused_request_changes_nothing(
    two_player_game: Game, alice: User, bob: User, carol: User, program_of: Programs
) -> None:
    game, program = two_player_game, program_of(alice)
    before = game.head
    for body, status, code in [
        (decision(game, "hut 1"), 422, "wrong_number"),
        (decision(game, "fly to the moon"), 400, "not_understood"),
        (decision(game, expected_version=1), 409, "stale"),
        (decision(game, expected_version=9999), 409, "stale"),
        (decision(game, expected_head="0" * 64), 409, "position_lost"),
        ({"command": "forest 1"}, 422, "malformed"),
        ("not an object", 422, "malformed"),
    ]:
        refused(submit(program, game, body), status, code)
    refused(submit(program_of(bob), game, decision(game)), 422, "not_awaited")
    refused(submit(program_of(carol), game, decision(game)), 403, "forbidden")
    reader = program_of(alice, Scope.READ)
    refused(submit(reader, game, decision(game)), 403, "forbidden")
    game.refresh_from_db()
    assert game.head == before


def test_decision_is_taken_back_in_time(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    program, path = program_of(alice), f"/games/{two_player_game.slug}/take-back"
    done = read(submit(program, two_player_game, decision(two_player_game)))
    body = {"first_sequence": done["first_sequence"]}
    assert read(program.send(path, body))["awaited"] == [0]
    refused(program.send(path, body), 409, "too_late")


def test_programs_talk_for_their_users(
    two_player_game: Game, alice: User, carol: User, program_of: Programs
) -> None:
    path = f"/games/{two_player_game.slug}/messages"
    said = read(program_of(alice).send(path, {"text": "Good luck!"}))
    assert said["text"] == TalkMessage.objects.get().text == "Good luck!"
    refused(program_of(alice).send(path, {"text": "  "}), 400, "invalid")
    refused(program_of(carol).send(path, {"text": "Hello"}), 403, "forbidden")


def test_orders_are_written_and_read_by_their_player_alone(
    two_player_game: Game, alice: User, bob: User, carol: User, program_of: Programs
) -> None:
    path, program = f"/games/{two_player_game.slug}/orders", program_of(alice)
    none = {"orders": "", "at_deadline": False, "put_aside": ""}
    assert read(program.get(path)) == none
    body = {"orders": "HUT, field; feed wood brick", "at_deadline": True}
    written = none | {"orders": "hut, field\nfeed wood brick", "at_deadline": True}
    assert read(program.send(path, body, "put")) == written
    assert read(program.get(path)) == written
    assert read(program_of(bob).get(path)) == none
    refused(program_of(carol).get(path), 403, "forbidden")
    refused(program_of(alice, Scope.READ).send(path, body, "put"), 403, "forbidden")
    wrong = body | {"orders": "hut\nfly"}
    told = refused(program.send(path, wrong, "put"), 400, "not_understood")
    assert told.startswith("Line 2: “fly” isn’t a command")
    assert read(program.send(path, {"orders": ""}, "put")) == none


def test_program_leaves_the_seat_with_a_word(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    path = f"/games/{two_player_game.slug}/leave"
    read(program_of(alice).send(path, {"word": "Bye!"}))
    left = StoredEvent.objects.get(game=two_player_game, type="SeatEntrusted")
    assert (left.source, left.decided_by) == ("api", 0)
    assert TalkMessage.objects.get().text == "Bye!"


def test_program_leaves_a_game_before_its_start(
    invited_game: Game, alice: User, program_of: Programs
) -> None:
    read(program_of(alice).send(f"/games/{invited_game.slug}/leave", {}))
    left = StoredEvent.objects.get(game=invited_game, type="PlayerWithdrew")
    assert (left.source, left.decided_by) == ("api", 0)
