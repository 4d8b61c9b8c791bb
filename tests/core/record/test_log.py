"""A game's log as text: JSON lines, one event each."""

import pytest

from stoneage_core import CorruptStream
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.events.setup import GameCreated
from stoneage_core.record import log
from stoneage_core.terms import Terms
from tests.core.samples import EVENTS
from tests.core.scenario import opening

GOOD = '{"sequence":1,"schema_version":1,"event":{"player":0,"type":"TurnStarted"}}'
SECOND = GOOD.replace('"sequence":1', '"sequence":2')


def test_a_dumped_log_can_be_loaded():
    assert log.load(log.dump(opening(4))) == opening(4)
    assert log.load(log.dump(EVENTS)) == EVENTS


def test_a_log_has_one_line_for_each_event():
    assert log.dump([TurnStarted(0), TurnStarted(0)]) == f"{GOOD}\n{SECOND}\n"


def test_other_keys_and_blank_lines_are_ignored():
    line = GOOD.replace("{", '{"decided_by":3,', 1)
    assert log.load(f"\n{line}\n  \n{SECOND}\r\n\n") == [TurnStarted(0)] * 2


@pytest.mark.parametrize("gap", ["\u2028", "\u2029", "\x85", "\x1c", "\x0b"])
def test_only_line_feeds_end_a_line(gap):
    events = [GameCreated(f"a{gap}b", "", 1, Terms(2))]
    assert log.load(log.dump(events)) == events


@pytest.mark.parametrize("text", ["", "\n", "  \n\n"])
def test_an_empty_log_says_so(text):
    with pytest.raises(CorruptStream) as refused:
        log.load(text)
    assert str(refused.value) == "The log is empty"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("{", "truncated", id="no JSON"),
        pytest.param("[]", "Expected `object`", id="no object"),
        pytest.param(
            SECOND.replace('"schema_version":1,', ""),
            "missing required field `schema_version`",
            id="no schema version",
        ),
        pytest.param(
            SECOND.replace('"type":"TurnStarted"', '"x":1'),
            "missing required field `type`",
            id="no type",
        ),
        pytest.param(GOOD, "it says sequence 1", id="a sequence twice"),
        pytest.param(
            SECOND.replace('"sequence":2', '"sequence":3'),
            "it says sequence 3",
            id="a gap",
        ),
        pytest.param(
            SECOND.replace("TurnStarted", "Flown"), "Flown", id="an unknown type"
        ),
        pytest.param(
            SECOND.replace('version":1', 'version":7'),
            "schema version 7",
            id="a version to come",
        ),
        pytest.param(SECOND.replace("0", '"x"'), "TurnStarted", id="a wrong field"),
    ],
)
@pytest.mark.parametrize(("before", "number"), [("", 2), ("\n \n", 4)])
def test_a_wrong_line_is_named(before, number, line, reason):
    with pytest.raises(CorruptStream) as refused:
        log.load(f"{GOOD}\n{before}{line}\n{SECOND}\n")
    assert refused.value.code == "bad_stream"
    assert f"ine {number} of the log is wrong" in str(refused.value)
    assert reason in str(refused.value)
