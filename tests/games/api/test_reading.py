"""The API shows each reader what the pages show them."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from games.history.export import log_lines, record_lines
from games.lobby.new_games import OPEN, create_game
from games.log import positions
from games.models import Game, GameSeed, User
from games.orders import write_orders
from games.table.submit import submit_command
from games.talk.messages import say_at_table
from stoneage_core import audit, notation
from stoneage_core.record import codec
from tests.games.api.conftest import ROOT, Programs, read, refused
from tests.support.pages import signed_in
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

LINES = "application/x-ndjson"


def moved(game: Game, command: str) -> Game:
    seat = game.seats.select_related("game", "user").get(number=0)
    done = submit_command(
        seat=seat,
        command=notation.from_text(command),
        expected_version=seat.game.version,
        request_id=None,
        now=NOW,
    )
    return done.game


def test_own_games_and_open_seats_are_listed(
    two_player_game: Game, alice: User, carol: User, program_of: Programs
) -> None:
    offered = create_game(host=alice, players=[alice, OPEN], now=NOW)
    mine = read(program_of(alice).get("/games"))
    assert [row["slug"] for row in mine["awaiting"]] == [two_player_game.slug]
    assert [row["slug"] for row in mine["waiting"]] == [offered.slug]
    rows = read(program_of(carol).get("/open-seats"))
    assert [(row["slug"], row["free"]) for row in rows] == [(offered.slug, 1)]
    assert read(program_of(alice).get("/open-seats")) == []


def test_game_has_seats_and_clocks(
    two_player_game: Game, alice: User, outsider: User, program_of: Programs
) -> None:
    told = read(program_of(alice).get(f"/games/{two_player_game.slug}"))
    assert (told["seat"], told["status"]) == (0, "active")
    assert (told["version"], told["head"]) == (
        two_player_game.version,
        two_player_game.head,
    )
    assert [seat["name"] for seat in told["seats"]] == ["Alice", "Bob"]
    assert [clock["is_awaited"] for clock in told["clocks"]] == [True, False]
    assert told["clocks"][0]["deadline"].endswith("Z")
    assert told["clocks"][0]["bank_seconds"] is None
    watched = read(program_of(outsider).get(f"/games/{two_player_game.slug}"))
    assert watched["seat"] is None


def test_bank_of_a_clock_is_in_seconds(
    alice: User, bob: User, program_of: Programs
) -> None:
    program = program_of(alice)
    seats = [{"fill": "me"}, {"fill": "invite", "email": "bob@example.org"}]
    made = read(program.send("/games", {"seats": seats, "pace": "live"}))
    begun = read(program_of(bob).send(f"/games/{made['slug']}/accept", {}))
    assert [clock["bank_seconds"] for clock in begun["clocks"]] == [1800, 1800]


def test_position_lists_the_callers_legal_commands(
    two_player_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    at = f"/games/{two_player_game.slug}/position"
    told = read(program_of(alice).get(at))
    assert told["awaited"] == [0]
    assert "hunting grounds 5" in told["legal"]
    assert read(program_of(bob).get(at))["legal"] == []
    state = codec.decode_state(json.dumps(told["state"]))
    assert state == positions.state_of(two_player_game)
    lines = list(log_lines(two_player_game))
    before = read(program_of(bob).get(f"{at}?at=3"))
    assert before["version"] == 3
    assert before["head"] == json.loads(lines[2])["hash"]
    refused(program_of(bob).get(f"{at}?at=999"), 404, "not_there")


def test_events_are_read_from_a_cursor(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    game = moved(two_player_game, "hunting grounds 5")
    program, path = program_of(alice), f"/games/{game.slug}/events"
    all_of_them = list(log_lines(game))
    first = program.get(f"{path}?limit=4", accept=LINES)
    assert first.headers["Content-Type"] == LINES
    assert first.content.decode() == "".join(all_of_them[:4])
    following = first.headers["Link"]
    assert following == f'<http://testserver{ROOT}{path}?limit=4&after=4>; rel="next"'
    rest = program.get(f"{path}?after=4", accept=LINES)
    assert rest.content.decode() == "".join(all_of_them[4:])
    assert f"?after={game.version}>" in rest.headers["Link"]
    assert program.get(f"{path}?after={game.version}", accept=LINES).content == b""


def test_events_are_an_array_for_readers_of_json(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    program, path = program_of(alice), f"/games/{two_player_game.slug}/events"
    lines = log_lines(two_player_game)
    assert read(program.get(path)) == [json.loads(line) for line in lines]
    assert read(program.get(f"{path}?after={two_player_game.version}")) == []


def test_record_and_review_are_refused_before_the_end(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    path = f"/games/{two_player_game.slug}"
    refused(program_of(alice).get(f"{path}/record"), 403, "forbidden")
    refused(program_of(alice).get(f"{path}/review"), 404, "not_there")


def test_finished_game_can_be_verified(
    finished_game: Game, bob: User, program_of: Programs
) -> None:
    answer = program_of(bob).get(f"/games/{finished_game.slug}/record")
    text = b"".join(answer.streaming_content).decode()
    assert text == "".join(record_lines(finished_game))
    assert audit.verify(text).finding is None
    told = read(program_of(bob).get(f"/games/{finished_game.slug}"))
    assert told["result"].startswith(("Alice", "Bob"))


def test_history_is_in_sentences(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    moved(two_player_game, "hunting grounds 5")
    path = f"/games/{two_player_game.slug}/history"
    lines = read(program_of(alice).get(f"{path}?round=1"))
    assert {line["round"] for line in lines} == {1}
    assert any("Alice" in line["text"]["text"] for line in lines)
    assert len(read(program_of(alice).get(path))) > len(lines)


def test_talk_is_only_for_players(
    two_player_game: Game, alice: User, outsider: User, program_of: Programs
) -> None:
    say_at_table(seat=two_player_game.seats.get(number=1), text="Hello!", now=NOW)
    path = f"/games/{two_player_game.slug}/messages"
    (said,) = read(program_of(alice).get(path))
    assert (said["name"], said["text"], said["is_own"]) == ("Bob", "Hello!", False)
    refused(program_of(outsider).get(path), 403, "forbidden")


def test_secrets_of_others_are_not_revealed(
    two_player_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    """Addresses, seeds and orders are hidden even from fellow players."""
    hidden = create_game(host=bob, players=[bob, alice], now=NOW)
    write_orders(
        seat=two_player_game.seats.select_related("user", "game").get(number=1),
        text="forest 3, river 2",
        at_deadline=False,
        now=NOW + timedelta(minutes=1),
    )
    program, told = program_of(alice), b""
    for game in (two_player_game, hidden):
        for part in ["", "/position", "/events", "/history", "/messages", "/orders"]:
            told += program.get(f"/games/{game.slug}{part}").content
    for path in ["/me", "/games", "/open-seats"]:
        told += program.get(path).content
    secrets = [bytes(seed.secret).hex() for seed in GameSeed.objects.all()]
    for secret in [str(bob.email), *secrets, "forest 3, river 2"]:
        assert secret
        assert secret.encode() not in told


def test_unknown_resources_answer_404(
    alice: User, program_of: Programs, client: Client
) -> None:
    program = program_of(alice)
    refused(program.get("/games/abcdefghjk"), 404, "not_there")
    refused(program.get("/nothing"), 404, "not_there")
    refused(program.send("/me", {}), 405, "not_allowed")
    told = program.get("/games/abcdefghjk/events?after=x")
    refused(told, 422, "malformed")
    (error,) = told.json()["errors"]
    assert (error["pointer"], error["parameter"]) == (None, "after")


def test_errors_in_a_body_are_found_by_their_pointer(
    alice: User, program_of: Programs
) -> None:
    program = program_of(alice)
    seats = [{"fill": "nobody"}, {"fill": "me", "email": 7}]
    for body, pointers in [
        ({"seats": seats}, ["#/seats/0/fill", "#/seats/1/email"]),
        ({"seats": [{"fill": "me"}]}, ["#/seats"]),
        ({}, ["#/seats"]),
        ([], ["#"]),
    ]:
        answer = program.send("/games", body)
        refused(answer, 422, "malformed")
        assert [one["pointer"] for one in answer.json()["errors"]] == pointers


def test_unchanged_answer_is_not_sent_again(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    program, path = program_of(alice), f"/games/{two_player_game.slug}/position"
    tag = program.get(path).headers["ETag"]
    unchanged = program.get(path, if_none_match=tag)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert "no-cache" in unchanged.headers["Cache-Control"]
    moved(two_player_game, "hunting grounds 5")
    changed = program.get(path, if_none_match=tag)
    assert changed.headers["ETag"] != tag
    assert read(changed)["awaited"] == [1]


def test_pages_of_other_sites_may_call_the_api_with_a_token(
    alice: User, program_of: Programs, client: Client
) -> None:
    asking = {
        "origin": "https://board.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    allowed = client.options(f"{ROOT}/games", headers=asking)
    assert allowed.status_code == 200
    assert allowed.headers["Access-Control-Allow-Origin"] == "*"
    assert "authorization" in allowed.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in allowed.headers
    answer = program_of(alice).get("/games", origin="https://board.example")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]
    page = client.get("/", headers={"origin": "https://board.example"})
    assert "Access-Control-Allow-Origin" not in page.headers


def test_cookies_alone_do_not_open_the_api(alice: User) -> None:
    refused(signed_in(alice).get(f"{ROOT}/me"), 401, "no_token")
