"""`verify --explain`: the explanation of an event in a record."""

import hmac
import json
import re
from itertools import count
from pathlib import Path

import pytest

from stoneage_core.__main__ import main
from stoneage_core.audit.explanation import Draw, _calculation, explain_events
from stoneage_core.audit.verdict import Wrong
from stoneage_core.chance import SPAN, draw_numbers
from stoneage_core.events.staff import TimeGranted
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.time_control import DAY, HOUR, PerMove, TimeControl
from tests.core.audit.test_acts import Moderated
from tests.core.audit.test_recorded import by_staff, game_at
from tests.core.recorded_game import RecordedGame
from tests.core.recorder import BEGIN, WHY

RECORDS = Path(__file__).parents[2] / "golden" / "records"


def record(name: str) -> str:
    return (RECORDS / f"{name}.jsonl").read_text()


def events_of(text: str, kind: str) -> list[dict]:
    """Return the lines of a record with events of a type."""
    lines = [json.loads(line) for line in text.splitlines()]
    return [line for line in lines if line.get("event", {}).get("type") == kind]


def drawn(told: str) -> list[int]:
    """Draw again from the seed and labels of an explanation, and return the draws."""
    seed = bytes.fromhex(re.search(r"from the seed (\w+):", told)[1])
    found = []
    for label in re.findall(r"by the label (.+)", told):
        sides = int(re.search(r"modulo (\d+)", told)[1])
        digest = hmac.digest(seed, f"{label}/0".encode(), "sha256")
        found.append(int.from_bytes(digest[:4]) % sides)
    return found


@pytest.mark.parametrize("name", ["finished", "eventful"])
def test_every_die_can_be_calculated_from_its_explanation(name):
    text = record(name)
    rolls = events_of(text, "DiceRolled")[:4] + events_of(text, "DiceForAllRolled")[:2]
    assert rolls
    for line in rolls:
        told = explain_events(text, [line["sequence"]])
        assert [each + 1 for each in drawn(told)] == line["event"]["dice"]


def test_the_start_player_and_the_first_cards_have_draws_of_their_own():
    text = record("eventful")
    (started,) = events_of(text, "GameStarted")
    told = explain_events(text, [started["sequence"]])
    assert drawn(told) == [started["event"]["start_player"]]
    cards = events_of(text, "CardRevealed")[:4]
    labels = {
        re.search(r"by the label (.+)", explain_events(text, [card["sequence"]]))[1]
        for card in cards
    }
    assert len(labels) == 4
    assert all("/card/" in label for label in labels)


def test_a_building_is_described_by_its_price():
    line = events_of(record("finished"), "BuildingRevealed")[-1]
    told = explain_events(record("finished"), [line["sequence"]])
    assert re.search(r", one of \d+ tiles, by the label ", told)


def test_a_number_above_the_limit_is_drawn_again():
    sides = SPAN // 2 + 1
    drawn_again = (
        label
        for label in map(str, count())
        if next(draw_numbers(bytes(32), label)) >= sides
    )
    first, *_others, last = _calculation(Draw(next(drawn_again), sides, 0, "00" * 32))
    assert first.endswith(f"it is {sides} or more, so it is drawn again")
    assert f"modulo {sides} it is" in last


def test_a_move_without_a_deadline_is_explained_as_such():
    opponent = DEFAULT_OPPONENT.bot
    for bot, told in (
        (None, "The clock allowed"),
        (opponent, "There was no deadline."),
    ):
        clock = TimeControl(PerMove(DAY))
        game = RecordedGame("clocks", bytes(32), clock, BEGIN, bot=bot)
        game.moves()
        assert told in explain_events(game.text, [len(game.entries)])


def test_a_time_out_is_explained_with_its_deadline():
    text = record("eventful")
    line = events_of(text, "TurnTimedOut")[0]
    told = explain_events(text, [line["sequence"]])
    assert (
        "The clock allowed 2 days and one hour of running time, so the deadline was"
        in told
    )
    assert "The deadline had passed, so the decision was made for the player." in told


def test_an_outcome_is_explained_by_its_votes():
    text = record("eventful")
    line = events_of(text, "ProposalSettled")[0]
    told = explain_events(text, [line["sequence"]])
    assert "voted yes to proposal 1" in told


def test_what_a_vote_led_to_is_explained_by_the_votes():
    text = record("eventful")
    line = events_of(text, "TimeControlSet")[0]
    told = explain_events(text, [line["sequence"]])
    numbers = [int(each) for each in re.findall(r"^Event (\d+):", told, re.MULTILINE)]
    assert numbers == [line["sequence"] - 1, line["sequence"]]
    assert "voted yes to proposal 3" in told


@pytest.mark.parametrize("asked", ["act", "consequence"])
def test_an_act_of_the_staff_is_explained_with_its_reason_and_consequence(asked):
    game = Moderated()
    _, act, *_ = game.acts
    told = explain_events(game.text, [act if asked == "act" else act + 1])
    numbers = [int(each) for each in re.findall(r"^Event (\d+):", told, re.MULTILINE)]
    assert numbers == [act, act + 1]
    assert "“grant”" in told
    assert WHY in told


def test_granted_time_is_part_of_an_explained_deadline():
    game = game_at()
    game.moves()
    plain = explain_events(game.text, [len(game.events)])
    by_staff(game, TimeGranted(game.asked, 2 * HOUR))
    game.moves()
    granted = explain_events(game.text, [len(game.events)])
    assert "2 hours more" in granted
    assert "more" not in plain


def test_an_act_of_the_staff_that_changes_nothing_is_explained_alone():
    game = Moderated()
    told = explain_events(game.text, [game.acts[0]])
    assert told.count("Event ") == 1
    assert "“note”" in told


def test_the_end_is_explained_by_the_scores():
    told = explain_events(record("finished"), [711])
    assert events_of(record("finished"), "GameEnded")[0]["sequence"] == 711
    for player in (1, 2):
        assert f"  Player {player}" in told


def test_draws_of_a_running_game_are_marked_as_unverified():
    text = record("running")
    line = events_of(text, "CardRevealed")[0]
    assert "The seed is not revealed yet" in explain_events(text, [line["sequence"]])


def test_an_event_that_does_not_exist_is_refused(capsys):
    with pytest.raises(Wrong, match="he record has 712 events"):
        explain_events(record("finished"), [9999])
    path = str(RECORDS / "finished.jsonl")
    assert main(["verify", path, "--explain", "9999"]) == 2
    assert "event 9999 is not explained" in capsys.readouterr().err
    assert main(["verify", path, "--explain", "40"]) == 0
    assert "\nEvent 40: " in capsys.readouterr().out


def test_a_decision_is_explained_once_for_all_its_events():
    told = explain_events(record("finished"), [24, *range(30, 36)])
    assert told.count(" decided, ") == told.count("The clock allowed") == 2
    numbers = [int(each) for each in re.findall(r"^Event (\d+):", told, re.MULTILINE)]
    assert numbers == [24, 30, 31, 32, 33, 34, 35]
    assert "\nIt is event 23. Events 24 to 26 followed by themselves.\n" in told
    assert "\nIt is event 27. Events 28 to 36 followed by themselves.\n" in told


@pytest.mark.parametrize("typed", ["foo", "24,", "1-", "-3", "1.5"])
def test_what_is_no_list_of_events_is_refused_by_a_sentence(typed, capsys):
    with pytest.raises(SystemExit):
        main(["verify", str(RECORDS / "finished.jsonl"), f"--explain={typed}"])
    told = f"“{typed}” is not a list of events like 24,30-35"
    assert told in capsys.readouterr().err
