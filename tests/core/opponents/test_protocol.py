"""The engine's protocol: JSON lines, and sentences for invalid requests."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

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
    lines = dump(events[:58]).splitlines()
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


#: The last of these lets the first player roll five dice in the forest.
BEFORE, LAST = ("forest 5", "hunting grounds 4"), "clay pit 1"
ROLLING = [
    {"do": "position", "state": STATE},
    *({"do": "play", "command": text} for text in BEFORE),
]


def test_play_goes_on_and_undo_goes_back():
    position, first, second, undone, again, empty = answers_to(
        {"do": "position", "state": STATE, "show": "state"},
        {"do": "play", "command": "forest 5"},
        {"do": "play", "command": "hunting grounds 4", "show": "state"},
        {"do": "undo"},
        {"do": "undo", "show": "state"},
        {"do": "undo"},
    )
    assert position["state"] == STATE
    assert (first["dice"], first["draws"]) == ([], [])
    assert first["awaited"] == [3 - position["awaited"][0]]
    assert max(tribe["placed"][0] for tribe in second["state"]["players"]) == 4
    assert undone["version"] == first["version"] > again["version"]
    assert again["state"] == STATE
    assert "nothing to undo" in empty["error"]
    assert empty["version"] == again["version"]


def test_given_dice_fall_as_given():
    def gathered(*dice):
        request = {"do": "play", "command": LAST, "dice": dice}
        return answers_to(*ROLLING, request | {"show": "state", "seed": 4})[-1]

    rolled = gathered(6, 6, 6, 6, 6)
    assert rolled["dice"] == [6] * 5
    tribes = rolled["state"]["players"]
    assert max(tribe["resources"].get("wood", 0) for tribe in tribes) == 10
    assert gathered(1, 1)["dice"][:2] == [1, 1]
    assert len(gathered(1, 1)["dice"]) == 5
    assert gathered()["dice"] == gathered()["dice"]


def test_outcomes_are_complete_and_their_probabilities_add_up():
    *_, chance = answers_to(*ROLLING, {"do": "chance", "command": LAST})
    assert chance["complete"]
    outcomes = {tuple(one["dice"]): one["probability"] for one in chance["outcomes"]}
    assert len(outcomes) == len(chance["outcomes"]) == 252
    assert sum(outcomes.values()) == pytest.approx(1)
    assert outcomes[1, 1, 1, 1, 1] == pytest.approx(6**-5)
    assert outcomes[1, 1, 1, 1, 2] == pytest.approx(5 * 6**-5)


def test_each_outcome_can_be_played():
    chance = answers_to(*ROLLING, {"do": "chance", "command": LAST, "most": 20})[-1]
    assert (chance["complete"], len(chance["outcomes"])) == (False, 20)
    for outcome in chance["outcomes"]:
        drawn = {name: outcome[name] for name in ("dice", "draws")}
        *_, played = answers_to(*ROLLING, {"do": "play", "command": LAST} | drawn)
        assert {name: played[name] for name in drawn} == drawn


@pytest.mark.parametrize(
    "bad",
    [
        {"do": "play"},
        {"do": "play", "command": 7},
        {"do": "play", "command": "dance"},
        {"do": "play", "command": "forest 9"},
        {"do": "play", "command": "forest 5", "dice": [7]},
        {"do": "play", "command": "forest 5", "dice": 3},
        {"do": "play", "command": "forest 5", "dice": [3]},
        {"do": "play", "command": "forest 5", "draws": [3]},
        {"do": "play", "command": "forest 5", "player": 7},
        {"do": "chance", "command": "forest 9"},
        {"do": "chance", "command": "forest 5", "most": 0},
    ],
)
def test_an_invalid_request_leaves_the_position_as_it_was(bad):
    position, error, legal = answers_to(
        {"do": "position", "state": STATE}, bad, {"do": "legal"}
    )
    assert error["error"]
    assert error["version"] == position["version"]
    assert "forest 5" in legal["legal"]


def test_no_position_is_left_after_an_invalid_one():
    _, error, go = answers_to(
        {"do": "position", "state": STATE}, {"do": "position"}, {"do": "go"}
    )
    assert error["version"] is None
    assert "Send a position" in go["error"]


def test_go_with_playouts_plays_its_best_option():
    for seed in range(4):
        _, go = answers_to(
            {"do": "position", "state": STATE},
            {"do": "go", "playouts": 3, "seed": str(seed)},
        )
        assert go["best"] == go["options"][0]["command"]
        assert go["options"][0]["equal"]


def test_the_name_of_an_opponent_may_be_written_in_any_case(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"do": "hello"}')))
    assert main(["engine", "--opponent", "flint"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Flint"


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


@pytest.mark.long
def test_the_bot_in_javascript_looks_ahead_and_beats_random_play(tmp_path):
    # Playwright, with which browsers are tested, brings Node along.
    node, _ = compute_driver_executable()
    page = (ROOT / "docs/opponents.md").read_text()
    [bot] = re.findall(r"```js\n(.*?)```", page, re.S)
    (tmp_path / "bot.js").write_text(bot)
    engine = f"{sys.executable} -m stoneage_core engine"
    name = f"exec:{node} {tmp_path / 'bot.js'} {engine}"
    assert won_by(name, list(play_games((name, "random"), 1, 5))) == [1]


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
