"""What is around the board, forged by one who can rewrite all: found by rules."""

import pytest

from tests.core.audit.forgeries import both, event, inserted, line, without
from tests.core.audit.record_forger import finding_in, forged, lines_of

CLOCK = lines_of("eventful")[1]["event"]["control"]
EARLY = "2026-11-23T17:59:59.000000Z"


def away_and_late(lines):
    """Player 3 is on vacation, and their time runs out nevertheless."""
    late = lines[32] | {"decided_by": 2, "recorded_at": "2026-11-23T17:00:02.000000Z"}
    late["event"] = late["event"] | {"player": 2}
    lines[29:] = [late]


def rolled_back(sequence, how):
    def change(lines):
        back = {"type": "GameRolledBack", "sequence": sequence}
        keys = {"event": back, "command": "", "source": how, "decided_by": None}
        lines.insert(32, lines[31] | keys)
        if how == "staff":
            act = {"act": "roll_back", "reason_commitment": "0" * 64, "seat": None}
            event = {**act, "type": "StaffActed"}
            lines.insert(32, lines[32] | {"event": event})

    return change


MATCH_EVENTS = [
    ("a time-out too early", both(*(line(n, recorded_at=EARLY) for n in range(33, 38))),
     33, "Player 1’s time cannot have run out yet"),
    ("a time-out of one away", away_and_late, 30, "Player 3’s time cannot have run"),
    ("a time-out of one who is not asked", event(33, player=1), 33,
     "should say: player 1’s time ran out"),
    ("a time-out by command", line(33, command="hut"), 33, "by “timeout”"),
    ("a time-out with nothing decided", without(34, 35), 34,
     "should say: player 1 sent"),
    ("a time-out cut off", lambda lines: lines.__delitem__(slice(33, None)), 33,
     "breaks"),
    ("a time-out decided otherwise", both(
        line(34, source="orders"), line(35, source="orders")), 34,
     "as before"),
    ("a time-out decided later", both(*(
        line(n, recorded_at="2026-11-23T19:00:01.000000Z") for n in range(34, 38))),
     34, "as before"),
    ("a time-out decided by command", line(34, command="hut"), 34,
     "A command stands in the middle"),
    ("a seat lost after too few misses", event(2, control=CLOCK | {"misses": 2}), 36,
     "No command led to this"),
    ("a seat lost after another number", event(36, misses=2), 36,
     "player 1 missed a turn; from now on"),
    ("a seat lost by another", both(event(36, player=2), line(36, decided_by=2)), 36,
     "player 1 missed a turn; from now on"),
    ("a seat lost for nothing", inserted(33, 36), 33,
     "No command led to this"),
    ("a seat not lost", without(36), 36, "player 1 missed a turn; from now on"),
    ("a seat not lost, and no more", lambda lines: lines.__delitem__(slice(35, None)),
     35,
     "breaks off"),
    ("a return of one who was there", inserted(33, 37), 33, "Player 1 was there"),
    ("a return by somebody else", line(37, decided_by=1), 37,
     "Player 2 was there"),
    ("a move from a lost seat", without(37), 42,
     "Autopilot is playing for you"),
    ("a substitute without a vote", without(43, 45), 43, "Nobody had agreed to this"),
    ("a substitute on another seat", event(46, player=2), 46,
     "should say: player 2 plays as"),
    ("a substitute by another offer", event(46, offer=2), 46, '"offer":2'),
    ("a substitute for one who is there", event(43, seat=2), 43,
     "That offer is no longer open"),
    ("votes counted wrongly", event(44, agrees=False), 45,
     "should say: Proposal 2 didn’t get"),
    ("a vote dropped", without(26), 26, "Nobody had agreed to this"),
    ("a vote dropped, and rejected", both(without(26), event(26, outcome="rejected")),
     26,
     "Nobody had agreed to this"),
    ("a vote by somebody else", line(26, decided_by=1), 26,
     "should say: player 2 voted yes"),
    ("a vote on nothing", event(26, proposal=2), 26, "is already settled"),
    ("a carried proposal that lapsed", event(27, outcome="lapsed"), 27,
     "should say: Proposal 1 is accepted"),
    ("a carried proposal left open", without(27, 28), 27,
     "should say: Proposal 1 is accepted"),
    ("a carried proposal not done", without(28), 28,
     "should say: It was agreed that player 3"),
    ("a carried proposal cut off", lambda lines: lines.__delitem__(slice(27, None)), 27,
     "breaks off"),
    ("a proposal counted wrongly", event(24, proposal=2), 24, "(proposal 1). It says"),
    ("a proposal of too much", event(24, seat=1), 24, "more than what is proposed"),
    ("a proposal twice", inserted(25, 24, {"proposal": 2}), 25,
     "such a proposal already"),
    ("a proposal to go back nowhere", event(24, sequence=17), 24,
     "No move was made"),
    ("a proposal to go back ahead", event(24, sequence=40), 24, "No move was made"),
    ("going back elsewhere", event(28, sequence=16), 28,
     "should say: It was agreed that player 3"),
    ("going back for another", event(28, player=1), 28,
     "should say: It was agreed that player 3"),
    ("going back ahead", event(28, sequence=99), 28,
     "should say: It was agreed that player 3"),
    ("going back past dice", inserted(78, 20, {"player": 0, "sequence": 62},
     decided_by=0), 78, "too late for that"),
    ("going back past others", inserted(38, 20, {"sequence": 30}), 38,
     "too late for that"),
    ("going back twice", inserted(21, 20), 21, "too late for that"),
    ("a game rolled back by a player", rolled_back(30, "page"), 33, "by “page”"),
    ("a game rolled back too far in", rolled_back(31, "staff"), 34,
     "middle of a decis"),
    ("a game rolled back ahead", rolled_back(99, "staff"), 34, "where the game is"),
    ("another clock than was agreed", event(54, control=CLOCK), 54,
     "should say: The pace of this table"),
    ("a clock without a vote", without(50, 53), 50, "Nobody had agreed to this"),
    ("time running backwards", both(
        line(48, recorded_at="2026-11-25T19:00:00.000000Z"),
        line(49, recorded_at="2026-11-25T19:00:00.000000Z")), 48,
     "Time ran backwards"),
    ("a consequence later", line(27, recorded_at="2026-11-20T17:00:02.000000Z"), 27,
     "as before"),
    ("more time taken", event(19, seconds=14401), 19,
     "should say: player 3 took 4 hours out"),
    ("time taken from another", both(event(19, player=1), line(19, decided_by=1)), 19,
     "should say: player 3 took"),
    ("time taken twice", inserted(20, 19, recorded_at="2026-11-20T17:00:00.000000Z"),
     20,
     "No command led to this"),
    ("an absence of another", line(29, decided_by=1), 29,
     "should say: player 2 is away"),
    ("an absence that was over", event(29, ends="2026-11-20T17:00:00.000000Z"), 29,
     "has to end after it begins"),
    ("an absence afterwards", event(29, begins="2026-11-20T16:00:00.000000Z"), 29,
     "It was declared after it had begun"),
    ("an absence on no day", event(29, ends="2026-11-31T17:00:01.000000Z"), 29,
     "The command cannot be read"),
    ("an absence in no zone", event(29, ends="2026-11-25T17:00:01.000"), 29,
     "The event cannot be read"),
    ("joining by autopilot", line(3, source="autopilot"), 3,
     "come about by “autopilot”"),
    ("a clock set by a player", line(2, decided_by=1), 2, "No player does that"),
    ("dice left out", without(59), 59, "It should say"),
    ("cards and buildings left out", without(7, 13), 7, "It should say"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "sequence", "reason"),
    MATCH_EVENTS,
    ids=[case[0] for case in MATCH_EVENTS],
)
def test_it_is_found_and_named(name, change, sequence, reason):
    finding = finding_in(forged("eventful", lambda lines: cut(lines, change)))
    assert reason.casefold() in str(finding.reason).casefold()
    assert finding.sequence == sequence


def cut(lines, change):
    """Change the game until a while after all that happened around it."""
    del lines[100:]
    change(lines)
