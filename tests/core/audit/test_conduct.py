"""Forged events around the board, hashed again: the rules find them."""

import pytest

from tests.core.audit.forgeries import both, event, inserted, line, without
from tests.core.audit.record_forger import finding_in, forged, lines_of

TERMS = lines_of("eventful")[0]["event"]["terms"]
CLOCK = TERMS["control"]
EARLY = "2026-11-23T17:59:59.000000Z"


def times_out_on_vacation(lines):
    """Let player 3 time out while on vacation."""
    late = lines[31] | {"decided_by": 2, "recorded_at": "2026-11-23T17:00:02.000000Z"}
    late["event"] = late["event"] | {"player": 2}
    lines[28:] = [late]


def rolled_back(sequence, how):
    def change(lines):
        back = {"type": "GameRolledBack", "sequence": sequence}
        keys = {"event": back, "command": "", "source": how, "decided_by": None}
        lines.insert(31, lines[30] | keys)
        if how == "staff":
            act = {"act": "roll_back", "reason_commitment": "0" * 64, "seat": None}
            event = {**act, "type": "StaffActed"}
            lines.insert(31, lines[31] | {"event": event})

    return change


MATCH_EVENTS = [
    ("a time-out too early", both(*(line(n, recorded_at=EARLY) for n in range(32, 37))),
     32, "Player 1’s time cannot have run out yet"),
    ("a time-out of one away", times_out_on_vacation, 29,
     "Player 3’s time cannot have run"),
    ("a time-out of one who is not asked", event(32, player=1), 32,
     "should say: player 1’s time ran out"),
    ("a time-out by command", line(32, command="hut"), 32, "source “timeout”"),
    ("a time-out with nothing decided", without(33, 34), 33,
     "should say: player 1 sent"),
    ("a time-out cut off", lambda lines: lines.__delitem__(slice(32, None)), 32,
     "breaks"),
    ("a time-out decided otherwise", both(
        line(33, source="orders"), line(34, source="orders")), 33,
     "differs from the rest"),
    ("a time-out decided later", both(*(
        line(n, recorded_at="2026-11-23T19:00:01.000000Z") for n in range(33, 37))),
     33, "differs from the rest"),
    ("a time-out decided by command", line(33, command="hut"), 33,
     "A command or request id is in the middle"),
    ("a seat lost after too few misses",
     event(1, terms=TERMS | {"control": CLOCK | {"misses": 2}}), 35,
     "No command led to this"),
    ("a seat lost after another number", event(35, misses=2), 35,
     "player 1 missed a turn; from now on"),
    ("a seat lost by another", both(event(35, player=2), line(35, decided_by=2)), 35,
     "player 1 missed a turn; from now on"),
    ("a seat lost for nothing", inserted(32, 35), 32,
     "No command led to this"),
    ("a seat not lost", without(35), 35, "player 1 missed a turn; from now on"),
    ("a seat not lost, and no more", lambda lines: lines.__delitem__(slice(34, None)),
     34,
     "breaks off"),
    ("a return of one who was there", inserted(32, 36), 32,
     "Player 1 had not left the seat"),
    ("a return by somebody else", line(36, decided_by=1), 36,
     "Player 2 had not left the seat"),
    ("a move from a lost seat", without(36), 41,
     "Autopilot is playing for you"),
    ("a substitute without a vote", without(42, 44), 42, "Nobody had agreed to this"),
    ("a substitute on another seat", event(45, player=2), 45,
     "should say: player 2 plays as"),
    ("a substitute by another offer", event(45, offer=2), 45, '"offer":2'),
    ("a substitute for one who is there", event(42, seat=2), 42,
     "That offer is no longer open"),
    ("votes counted wrongly", event(43, agrees=False), 44,
     "should say: Proposal 2 didn’t get"),
    ("a vote dropped", without(25), 25, "Nobody had agreed to this"),
    ("a vote dropped, and rejected", both(without(25), event(25, outcome="rejected")),
     25,
     "Nobody had agreed to this"),
    ("a vote by somebody else", line(25, decided_by=1), 25,
     "should say: player 2 voted yes"),
    ("a vote on nothing", event(25, proposal=2), 25, "is already settled"),
    ("a carried proposal that lapsed", event(26, outcome="lapsed"), 26,
     "should say: Proposal 1 is accepted"),
    ("a carried proposal left open", without(26, 27), 26,
     "should say: Proposal 1 is accepted"),
    ("a carried proposal not done", without(27), 27,
     "should say: It was agreed that player 3"),
    ("a carried proposal cut off", lambda lines: lines.__delitem__(slice(26, None)), 26,
     "breaks off"),
    ("a proposal counted wrongly", event(23, proposal=2), 23, "(proposal 1). It says"),
    ("a proposal with an extra field", event(23, seat=1), 23,
     "fields that its kind does not use"),
    ("a proposal twice", inserted(24, 23, {"proposal": 2}), 24,
     "such a proposal already"),
    ("a proposal to go back nowhere", event(23, sequence=16), 23,
     "No move was made"),
    ("a proposal to go back ahead", event(23, sequence=39), 23, "No move was made"),
    ("going back elsewhere", event(27, sequence=15), 27,
     "should say: It was agreed that player 3"),
    ("going back for another", event(27, player=1), 27,
     "should say: It was agreed that player 3"),
    ("going back ahead", event(27, sequence=98), 27,
     "should say: It was agreed that player 3"),
    ("going back past dice", inserted(69, 19, {"player": 0, "sequence": 67},
     decided_by=0), 69, "too late for that"),
    ("going back past others", inserted(37, 19, {"sequence": 29}), 37,
     "too late for that"),
    ("going back twice", inserted(20, 19), 20, "too late for that"),
    ("a game rolled back by a player", rolled_back(29, "page"), 32,
     "source “page”"),
    ("a game rolled back too far in", rolled_back(30, "staff"), 33,
     "to the middle of a decision"),
    ("a game rolled back ahead", rolled_back(98, "staff"), 33,
     "only go back to an earlier event"),
    ("another clock than was agreed", event(53, control=CLOCK), 53,
     "should say: The pace of this table"),
    ("a clock without a vote", without(49, 52), 49, "source “service”"),
    ("time running backwards", both(
        line(47, recorded_at="2026-11-25T19:00:00.000000Z"),
        line(48, recorded_at="2026-11-25T19:00:00.000000Z")), 47,
     "Time ran backwards"),
    ("a consequence later", line(26, recorded_at="2026-11-20T17:00:02.000000Z"), 26,
     "differs from the rest"),
    ("more time taken", event(18, seconds=14401), 18,
     "should say: player 3 took 4 hours out"),
    ("time taken from another", both(event(18, player=1), line(18, decided_by=1)), 18,
     "should say: player 3 took"),
    ("time taken twice", inserted(19, 18, recorded_at="2026-11-20T17:00:00.000000Z"),
     19,
     "No command led to this"),
    ("an absence of another", line(28, decided_by=1), 28,
     "should say: player 2 is away"),
    ("an absence that was over", event(28, ends="2026-11-20T17:00:00.000000Z"), 28,
     "has to end after it begins"),
    ("an absence afterwards", event(28, begins="2026-11-20T16:00:00.000000Z"), 28,
     "An absence cannot begin in the past"),
    ("an absence on no day", event(28, ends="2026-11-31T17:00:01.000000Z"), 28,
     "The command cannot be read"),
    ("an absence in no zone", event(28, ends="2026-11-25T17:00:01.000"), 28,
     "The event cannot be read"),
    ("joining by autopilot", line(2, source="autopilot"), 2,
     "source “autopilot”"),
    ("a game created by a player", line(1, decided_by=1), 1, "No player can do that"),
    ("dice left out", without(64), 64, "It should say"),
    ("cards and buildings left out", without(6, 12), 6, "It should say"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "sequence", "reason"),
    MATCH_EVENTS,
    ids=[case[0] for case in MATCH_EVENTS],
)
def test_a_forgery_around_the_board_is_found_and_named(name, change, sequence, reason):
    finding = finding_in(forged("eventful", lambda lines: cut(lines, change)))
    assert reason.casefold() in str(finding.reason).casefold()
    assert finding.sequence == sequence


def cut(lines, change):
    """Apply a change to the first 100 events; they have all those around the board."""
    del lines[100:]
    change(lines)
