"""The engine's protocol: JSON lines, and sentences for invalid requests."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from stoneage_core.__main__ import main
from stoneage_core.autopilot import choose
from stoneage_core.chance import RandomChance
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.matches import play_games, won_by
from stoneage_core.opponents.protocol import converse
from stoneage_core.record.codec import encode_state
from stoneage_core.record.log import dump
from stoneage_core.simulation import opening, play

ROOT = Path(__file__).parents[3]
ODD_ROLL = {"type": "tools", "player": 0, "place": "forest", "good": "x", "dice": []}
STATE = json.loads(encode_state(opening(2, RandomChance(3)).state))


def answers_to(*requests):
    lines = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in requests]
    return [json.loads(answer) for answer in converse(lines, OPPONENTS["Thatch"])]


def test_requests_are_answered_in_order():
    hello, position, legal, go, bye = answers_to(
        {"id": 1, "do": "hello"},
        {"id": 2, "do": "position", "state": STATE},
        {"id": 3, "do": "legal"},
        {"id": 4, "do": "go", "playouts": 2},
        {"id": 5, "do": "quit"},
        {"id": 6, "do": "hello"},
    )
    assert (hello["id"], hello["name"]) == (1, "Thatch")
    assert len(position["awaited"]) == 1
    assert "hunting grounds 1" in legal["legal"]
    assert go["best"] in legal["legal"]
    assert {option["command"] for option in go["options"]} <= set(legal["legal"])
    assert go["why"]
    assert bye == {"id": 5, "bye": True}


def test_a_log_is_accepted_as_a_position():
    events = play(2, 4, choose).events
    lines = dump(events[:60]).splitlines()
    position, win = answers_to(
        {"do": "position", "log": lines}, {"do": "evaluate", "playouts": 4}
    )
    assert position["awaited"]
    assert sum(win["win"]) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "nested"),
        (b"7", "JSON object"),
        (rb'{"do": "hello", "id": "\ud800"}', "not JSON"),
        (b'{"do": "hello", "id": "\xff"}', "not JSON"),
        (b'{"do": "hello", "id": %s}' % (b"9" * 5000), "not JSON"),
        ({"do": "hello", "id": [[]]}, "a number or a text"),
        ({"do": "dance"}, "hello, position"),
        ({"do": "go"}, "Send a position"),
        ({"do": "position"}, "needs a"),
        ({"do": "position", "state": {"players": 7}}, "Expected"),
        ({"do": "position", "state": {}}, "has not started"),
        ({"do": "position", "log": "x"}, "list of lines"),
        ({"do": "position", "log": ["x"]}, "Line 1 of the log"),
    ],
)
def test_a_bad_line_is_answered_with_an_error(line, said):
    error, hello = answers_to(line, {"do": "hello"})
    assert said in error["error"]
    assert hello["name"] == "Thatch"


@pytest.mark.parametrize(
    "change",
    [
        {"slots": [99, 1, 2, 3]},
        {"slots": [1, 1, 2, 3]},
        {"slots": [None, 1, 2, 3]},
        {"terms": STATE["terms"] | {"player_count": 4}},
        {"players": []},
        {"turn": 7},
        {"turn": None},
        {"phase": "actions"},
        {"phase": "feeding"},
        {"start_player": -1},
        {"owing": [0, 99]},
        {"unseen_buildings": [1, 1]},
        {"decision": {"type": "dice", "dice": [9], "waiting": [0]}},
        {"decision": {"type": "dice", "dice": [], "waiting": []}},
        {"decision": ODD_ROLL},
    ],
)
def test_an_impossible_position_is_refused(change):
    error, hello = answers_to(
        {"do": "position", "state": STATE | change}, {"do": "hello"}
    )
    assert error["error"]
    assert hello["name"] == "Thatch"


@pytest.mark.parametrize(
    "change",
    [
        {"people": 99},
        {"food": -1},
        {"resources": {"wood": -4}},
        {"tools": [[9, False]]},
        {"cards": [1, 99]},
        {"open_cards": [36]},
        {"placed": [1]},
        {"placed": [99] * 16},
    ],
)
def test_an_impossible_tribe_is_refused(change):
    first, second = STATE["players"]
    state = STATE | {"players": [first | change, second]}
    [error] = answers_to({"do": "position", "state": state})
    assert error["error"] == "This position is impossible."


def test_go_without_playouts_judges_no_options():
    _, go = answers_to({"do": "position", "state": STATE}, {"do": "go"})
    assert go.keys() == {"best", "why"}


def test_go_in_a_finished_game_is_refused():
    log = dump(play(2, 4, choose).events).splitlines()
    _, error = answers_to({"do": "position", "log": log}, {"do": "go"})
    assert error["error"] == "Nobody is awaited: the game is over."


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"do": "go", "player": 9}, "has to be awaited"),
        ({"do": "evaluate", "playouts": 0}, "from 1 to"),
        ({"do": "evaluate", "playouts": "many"}, "from 1 to"),
    ],
)
def test_a_bad_request_about_a_position_is_answered_with_an_error(request_, said):
    _, error = answers_to({"do": "position", "state": STATE}, request_)
    assert said in error["error"]


def test_the_command_uses_standard_streams(monkeypatch, capsys):
    asked = b'{"do": "hello"}\n\n\xff\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(asked)))
    assert main(["engine", "--opponent", "Ash"]) == 0
    hello, error = map(json.loads, capsys.readouterr().out.splitlines())
    assert hello["name"] == "Ash"
    assert error["error"].startswith("This line is not JSON")


@pytest.mark.long
def test_the_bot_in_the_documents_beats_random_play(tmp_path):
    page = (ROOT / "docs/opponents.md").read_text()
    [bot] = re.findall(r"```python\n(.*?)```", page, re.S)
    (tmp_path / "bot.py").write_text(bot)
    assert len(bot.splitlines()) <= 30
    name = f"exec:{sys.executable} {tmp_path / 'bot.py'}"
    assert won_by(name, list(play_games((name, "random"), 2, 5))) == [1, 1]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("print('no')", "did not answer in JSON"),
        ("print(7)", "is not an object"),
        ("[print('{}') for line in open(0)]", "without a command"),
        ("", "did not answer"),
    ],
)
def test_an_external_program_that_breaks_the_protocol_ends_the_match(
    program, said, capsys
):
    assert main(["match", f'exec:{sys.executable} -u -c "{program}",autopilot']) == 2
    assert said in capsys.readouterr().err


def test_a_missing_program_is_named(capsys):
    assert main(["match", "exec:/no/such/bot,autopilot"]) == 2
    assert "/no/such/bot cannot be started" in capsys.readouterr().err
