"""What is around the board, forged by one who can rewrite all: found by rules."""

import pytest

from tests.core.audit.forgeries import both, canonical, event, inserted, line, without
from tests.core.audit.record_forger import finding_in, forged, lines_of

CLOCK = lines_of("eventful")[1]["event"]["control"]
EARLY = "2026-11-23T17:59:59.000000Z"


def away_and_late(lines):
    """Player 3 is on vacation, and their time runs out nevertheless."""
    late = lines[33] | {"decided_by": 2, "recorded_at": "2026-11-23T17:00:02.000000Z"}
    late["event"] = late["event"] | {"player": 2}
    lines[30:] = [late]


def rolled_back(sequence, how):
    def change(lines):
        back = {"type": "GameRolledBack", "sequence": sequence}
        told = canonical({"type": "RollBack", "sequence": sequence})
        keys = {"event": back, "command": told, "source": how, "decided_by": None}
        lines.insert(33, lines[32] | keys)
        if how == "staff":
            act = {"act": "roll_back", "reason_commitment": "0" * 64, "seat": None}
            told = canonical(act | {"type": "Act"})
            event = {**act, "type": "StaffActed"}
            lines.insert(33, lines[33] | {"event": event, "command": told})

    return change


MATCH_EVENTS = [
    ("a time-out too early", both(*(line(n, recorded_at=EARLY) for n in range(34, 39))),
     34, "Player 1’s time cannot have run out yet"),
    ("a time-out of one away", away_and_late, 31, "Player 3’s time cannot have run"),
    ("a time-out of one who is not asked", event(34, player=1), 34,
     "should say: player 1’s time ran out"),
    ("a time-out by command", line(34, command="hut"), 34, "by “timeout”"),
    ("a time-out with nothing decided", without(35, 36), 35,
     "should say: player 1 sent"),
    ("a time-out cut off", lambda lines: lines.__delitem__(slice(34, None)), 34,
     "breaks"),
    ("a time-out decided otherwise", both(
        line(35, source="orders"), line(36, source="orders")), 35,
     "as before"),
    ("a time-out decided later", both(*(
        line(n, recorded_at="2026-11-23T19:00:01.000000Z") for n in range(35, 39))),
     35, "as before"),
    ("a time-out decided by command", line(35, command="hut"), 35,
     "A command stands in the middle"),
    ("a seat lost after too few misses", event(2, control=CLOCK | {"misses": 2}), 37,
     "No command led to this"),
    ("a seat lost after another number", event(37, misses=2), 37,
     "player 1 missed a turn; from now on"),
    ("a seat lost by another", both(event(37, player=2), line(37, decided_by=2)), 37,
     "player 1 missed a turn; from now on"),
    ("a seat lost for nothing", inserted(34, 37), 34,
     "No command led to this"),
    ("a seat not lost", without(37), 37, "player 1 missed a turn; from now on"),
    ("a seat not lost, and no more", lambda lines: lines.__delitem__(slice(36, None)),
     36,
     "breaks off"),
    ("a return of one who was there", inserted(34, 38), 34, "Player 1 was there"),
    ("a return by somebody else", line(38, decided_by=1), 38,
     "Player 2 was there"),
    ("a move from a lost seat", without(38), 43,
     "Autopilot is playing for you"),
    ("a substitute without a vote", without(44, 46), 44, "Nobody had agreed to this"),
    ("a substitute on another seat", event(47, player=2), 47,
     "should say: player 2 plays as"),
    ("a substitute by another offer", event(47, offer=2), 47, '"offer":2'),
    ("a substitute for one who is there", event(44, seat=2), 44,
     "That offer is no longer open"),
    ("votes counted wrongly", event(45, agrees=False), 46,
     "should say: Proposal 2 didn’t get"),
    ("a vote dropped", without(27), 27, "Nobody had agreed to this"),
    ("a vote dropped, and rejected", both(without(27), event(27, outcome="rejected")),
     27,
     "Nobody had agreed to this"),
    ("a vote by somebody else", line(27, decided_by=1), 27,
     "should say: player 2 votes yes"),
    ("a vote on nothing", event(27, proposal=2), 27, "is already settled"),
    ("a carried proposal that lapsed", event(28, outcome="lapsed"), 28,
     "should say: Proposal 1 is accepted"),
    ("a carried proposal left open", without(28, 29), 28,
     "should say: Proposal 1 is accepted"),
    ("a carried proposal not done", without(29), 29,
     "should say: It was agreed that player 3"),
    ("a carried proposal cut off", lambda lines: lines.__delitem__(slice(28, None)), 28,
     "breaks off"),
    ("a proposal counted wrongly", event(25, proposal=2), 25, "(proposal 1). It says"),
    ("a proposal of too much", event(25, seat=1), 25, "more than what is proposed"),
    ("a proposal twice", inserted(26, 25, {"proposal": 2}), 26,
     "such a proposal already"),
    ("a proposal to go back nowhere", event(25, sequence=18), 25,
     "No move was made"),
    ("a proposal to go back ahead", event(25, sequence=41), 25, "No move was made"),
    ("going back elsewhere", event(29, sequence=17), 29,
     "should say: It was agreed that player 3"),
    ("going back for another", event(29, player=1), 29,
     "should say: It was agreed that player 3"),
    ("going back ahead", event(29, sequence=100), 29,
     "should say: It was agreed that player 3"),
    ("going back past dice", inserted(79, 21, {"player": 0, "sequence": 63},
     decided_by=0), 79, "too late for that"),
    ("going back past others", inserted(39, 21, {"sequence": 31}), 39,
     "too late for that"),
    ("going back twice", inserted(22, 21), 22, "too late for that"),
    ("a game rolled back by a player", rolled_back(31, "page"), 34, "by “page”"),
    ("a game rolled back too far in", rolled_back(32, "staff"), 35,
     "middle of a decis"),
    ("a game rolled back ahead", rolled_back(100, "staff"), 35, "where the game is"),
    ("another clock than was agreed", event(55, control=CLOCK), 55,
     "should say: The pace of this table"),
    ("a clock without a vote", without(51, 54), 51, "Nobody had agreed to this"),
    ("time running backwards", both(
        line(49, recorded_at="2026-11-25T19:00:00.000000Z"),
        line(50, recorded_at="2026-11-25T19:00:00.000000Z")), 49,
     "Time ran backwards"),
    ("a consequence later", line(28, recorded_at="2026-11-20T17:00:02.000000Z"), 28,
     "as before"),
    ("more time taken", event(20, seconds=14401), 20,
     "should say: player 3 took 4 hours out"),
    ("time taken from another", both(event(20, player=1), line(20, decided_by=1)), 20,
     "should say: player 3 took"),
    ("time taken twice", inserted(21, 20, recorded_at="2026-11-20T17:00:00.000000Z"),
     21,
     "No command led to this"),
    ("an absence of another", line(30, decided_by=1), 30,
     "should say: player 2 is away"),
    ("an absence that was over", event(30, ends="2026-11-20T17:00:00.000000Z"), 30,
     "has to end after it begins"),
    ("an absence afterwards", event(30, begins="2026-11-20T16:00:00.000000Z"), 30,
     "It was declared after it had begun"),
    ("an absence on no day", event(30, ends="2026-11-31T17:00:01.000000Z"), 30,
     "The command cannot be read"),
    ("an absence in no zone", event(30, ends="2026-11-25T17:00:01.000"), 30,
     "The event cannot be read"),
    ("joining by autopilot", line(3, source="autopilot"), 3,
     "come about by “autopilot”"),
    ("a clock set by a player", line(2, decided_by=1), 2, "No player does that"),
    ("dice left out", without(60), 60, "It should say"),
    ("cards and buildings left out", without(8, 14), 8, "It should say"),
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
    del lines[101:]
    change(lines)
