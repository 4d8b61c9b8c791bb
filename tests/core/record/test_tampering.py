"""Edited logs are refused with a sentence or give a position; they never crash."""

import json
from functools import cache
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from stoneage_core import CorruptStream, awaited, replay
from stoneage_core.cli.report import position
from stoneage_core.record import log
from tests.core.test_golden import FOLDER, RESULTS

LENGTH = 400


@cache
def events_of(name):
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.dumps(json.loads(line)["event"]) for line in lines]


def edited(events: list[str], dice: Random) -> None:
    """Drop, repeat, exchange or change one of the events."""
    at, other = (dice.randrange(len(events)) for _ in range(2))
    match dice.randrange(5):
        case 0:
            del events[at]
        case 1:
            events.insert(at, events[other])
        case 2:
            events[at], events[other] = events[other], events[at]
        case _:
            events[at] = altered(json.loads(events[at]), dice)


def altered(event: dict[str, object], dice: Random) -> str:
    key = dice.choice(sorted(event))
    values = [-1, 0, 1, 2, 3, 4, 9, 37, 10**9, "", "gold", None, [], {}, [7], True]
    event[key] = dice.choice(values)
    return json.dumps(event)


def written(events: list[str]) -> str:
    lines = enumerate(events, start=1)
    start = '{"sequence":%d,"schema_version":1,"event":%s}\n'
    return "".join(start % line for line in lines)


@given(
    st.sampled_from(sorted(RESULTS)), st.integers(1, LENGTH), st.integers(0, 2**32 - 1)
)
@example("3-players-agreed", 391, 413)  # the thousand millionth round, and back
def test_edited_logs_are_refused_or_show_a_position(name, length, seed):
    dice = Random(seed)
    events = events_of(name)[:length]
    for _ in range(dice.choice([1, 1, 3])):
        edited(events, dice)
        if not events:
            return
    try:
        loaded = log.load(written(events))
        state = replay(loaded)
    except CorruptStream as refused:
        sentence = str(refused)
    else:
        sentence = position(loaded)
        assert awaited(state) <= {0, 1, 2, 3}
    assert sentence
