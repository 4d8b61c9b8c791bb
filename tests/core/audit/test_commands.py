"""Recorded commands: each decision has one, and only that one leads to its events."""

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.errors import GameError, Irregular
from stoneage_core.events.staff import GameFrozen
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.commands import JsonCommand, PlayMove, is_move, write_command
from stoneage_core.match.families import read_command
from stoneage_core.match.lifecycle import Join, RevealSeed, Start, Withdraw
from stoneage_core.match.more_time import AskForTime, GiveTime
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, ExpireProposals, Propose
from stoneage_core.match.seats import EntrustSeat, OfferSeat, ReclaimSeat, TakeSeat
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.notation import from_text
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.time_control import DAY, HOUR, Bank, TimeControl
from tests.core.audit.forgeries import both, command, event_alone, line
from tests.core.audit.record_forger import RECORDS, finding_in, forged, lines_of

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
COMMANDS = [
    Join(),
    Join(bot=DEFAULT_OPPONENT.bot),
    Withdraw(),
    Start(),
    PlayMove(from_text("forest 3")),
    TimeOut(("use forest", "no tools")),
    TakeBack(18),
    Propose("time_control", control=TimeControl(Bank(DAY, HOUR, DAY))),
    CastVote(3, agrees=True),
    ExpireProposals(),
    DeclareAbsence(NOON, NOON + timedelta(days=3, microseconds=7)),
    EndAbsence(),
    AskForTime(),
    GiveTime(2),
    EntrustSeat(),
    ReclaimSeat(),
    OfferSeat(for_good=True),
    TakeSeat(2),
    RevealSeed(),
]


def test_every_command_has_a_sample():
    assert {type(each) for each in COMMANDS} == {
        PlayMove,
        *JsonCommand.__subclasses__(),
    }


@pytest.mark.parametrize("given_command", COMMANDS, ids=type)
def test_reading_a_written_command_returns_it(given_command):
    text = write_command(given_command)
    assert read_command(text) == given_command
    assert write_command(read_command(text)) == text
    assert is_move(text) == isinstance(given_command, PlayMove)


def test_a_moment_is_recorded_in_utc():
    far = timezone(timedelta(hours=9))
    tomorrow = NOON + timedelta(days=1)
    there = DeclareAbsence(NOON.astimezone(far), tomorrow.astimezone(far))
    assert write_command(there) == write_command(DeclareAbsence(NOON, tomorrow))


def test_a_fact_has_no_command():
    assert write_command(GameFrozen()) == ""


def absence_until(ends):
    told = {"type": "DeclareAbsence", "begins": "2026-11-20T12:00:00Z", "ends": ends}
    return json.dumps(told)


@pytest.mark.parametrize(
    "text",
    [
        absence_until("2026-11-20T12:00:00"),
        absence_until("2026-11-20T12:00:00+09:00"),
        absence_until("2200-01-01T00:00:00Z"),
        absence_until("0001-01-01T00:00:00Z"),
        '{"type":"Fly"}',
        '{"type":"EndAbsence","until":1}',
        '{"type":"GameFrozen"}',
        '{"type":"CastVote","proposal":0,"agrees":true}',
        "{" * 100_000,
    ],
)
def test_invalid_commands_are_refused(text):
    with pytest.raises(Irregular):
        read_command(text)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    with suppress(GameError):
        read_command(text)


def decisions(name):
    """Return the sequences in a record that begin a decision other than a move."""
    return [
        line["sequence"]
        for line in lines_of(name)
        if line["command"] and not is_move(line["command"])
    ]


def test_every_decision_begins_with_a_command():
    # Between two commands, only the service adds events with another author.
    for name in RECORDS:
        making = None
        for each in lines_of(name):
            now = each["decided_by"], each["source"], each["recorded_at"]
            if each["command"] or each["decided_by"] is None:
                making = now if each["command"] else making
            assert each["command"] or each["decided_by"] is None or now == making


@pytest.mark.parametrize("number", decisions("eventful"))
def test_a_missing_command_is_found(number):
    finding = finding_in(forged("eventful", line(number, command="")))
    assert finding.sequence == number


@pytest.mark.parametrize("number", decisions("eventful"))
def test_a_replaced_command_is_found(number):
    own = lines_of("eventful")[number - 1]["command"]
    for other in (EntrustSeat(), EndAbsence(), PlayMove(from_text("hut"))):
        text = write_command(other)
        if text != own:
            finding = finding_in(forged("eventful", line(number, command=text)))
            assert finding.sequence == number


def changed(value):
    """Return another value of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 1
    if isinstance(value, dict):
        return {key: changed(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return value[:-1]
    if value.endswith("Z"):
        return value.replace("2026", "2027")
    return {"take_back": "end", "substitute": "end", "sequential": "sum"}.get(
        value, value[:-1] + ("0" if value[-1] != "0" else "1")
    )


@pytest.mark.parametrize("number", decisions("eventful"))
def test_a_changed_field_of_a_command_is_found(number):
    told = json.loads(lines_of("eventful")[number - 1]["command"])
    del told["type"]
    for name, value in told.items():
        change = command(number, **{name: changed(value)})
        assert finding_in(forged("eventful", change)).sequence == number, name


def test_an_event_changed_without_its_command_is_found():
    finding = finding_in(forged("eventful", event_alone(25, agrees=False)))
    assert finding.sequence == 25
    assert "should say: player 3 voted yes" in str(finding.reason).casefold()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (command(32, moves=[]), "too few moves"),
        (command(32, moves=["hut", "hut"]), "too many moves"),
        (command(32, moves=["HUT"]), "not in its canonical"),
        (line(25, command='{"proposal":1,"agrees":true,"type":"CastVote"}'),
         "not in its canonical"),
        (line(25, request_id="00000000-0000-4000-8000-000000000007"),
         "The request id is not new"),
    ],
)  # fmt: skip
def test_the_fault_of_a_command_is_named(change, reason):
    assert reason in str(finding_in(forged("eventful", change)).reason)


def test_a_command_forged_with_its_event_is_found_later():
    end = {"kind": "end", "sequence": None}
    change = both(event_alone(23, **end), command(23, **end))
    finding = finding_in(forged("eventful", change))
    assert finding.sequence > 23


def test_only_a_move_has_a_request_id():
    """Event 2 is the command of a player who joins."""
    joined = line(2, request_id="00000000-0000-4000-8000-000000000007")
    finding = finding_in(forged("finished", joined))
    assert finding.sequence == 2
    assert "not that of a move" in str(finding.reason)
