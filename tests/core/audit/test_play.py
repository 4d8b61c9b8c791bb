"""Forged moves in a rewritten record; the rules and the dice reveal them."""

from hashlib import sha256

import pytest

from tests.core.audit.forgeries import both, event, inserted, line, swapped, without
from tests.core.audit.record_forger import finding_in, forged, lines_of

SEED = lines_of("finished")[-1]["event"]["seed"]
OTHER_SEED = b"another seed, of thirty-two bytes"
TERMS = lines_of("finished")[0]["event"]["terms"]
BEACON = {"chain": "0" * 64, "scheme": "s", "genesis": 0, "period": 3}

PLAY = [
    ("a die", event(24, dice=[6, 2, 3, 5]), 24,
     "It says: player 2 rolled 6, 2, 3 and 5"),
    ("dice in another order", event(24, dice=[2, 5, 5, 5]), 24, "should say"),
    ("a die for all", event(95, dice=[6, 6]), 95, "It should say"),
    ("a card on the board", event(5, card=3), 5, "It should say"),
    ("a card drawn", event(503, card=34), 503, "It should say"),
    ("a building on the board", event(684, building=26), 684, "It should say"),
    ("the start player", event(4, start_player=0), 4, "It should say"),
    ("what was gathered", event(25, amount=6), 25, "It should say"),
    ("a payment", event(53, payment={"brick": 1}), 53, "It should say"),
    ("a payment and its command", both(event(53, payment={"stone": 1}),
     line(53, command="buy 1 stone")), 53, "The rules do not allow it"),
    ("points", event(236, points=12), 236, "It should say"),
    ("a score", event(709, score=lines_of("finished")[708]["event"]["score"]
     | {"green": 54}), 709, "It should say"),
    ("a rank", event(711, ranks=[2, 1]), 711, "It should say"),
    ("why the game ended", event(711, reason="agreed"), 711, "It should say"),
    ("who decided", line(16, decided_by=1), 16, "It isn’t your turn"),
    ("nobody who decided", line(16, decided_by=None), 16, "Only a player can do that"),
    ("another command", line(18, command="forest 3"), 18, "It should say"),
    ("no command", line(18, command=""), 18, "No command led to this"),
    ("a command by orders taken out",
     both(line(18, command="", source="orders"),
          line(19, source="orders")), 18, "No command led to this"),
    ("no words", line(18, command="fly"), 18, "The rules do not allow it"),
    ("a command in other words", line(18, command="forest  4"), 18,
     "not in its canonical form"),
    ("a command put in", line(19, command="forest 4"), 19,
     "in the middle of a decision"),
    ("a request put in", line(19, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
     19,
     "in the middle of a decision"),
    ("a request twice", both(
        line(14, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
        line(16, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12)),
     16, "request id is not new"),
    ("by autopilot who has no seat", both(line(16, source="autopilot"),
     line(17, source="autopilot")), 16, "does not play that seat"),
    ("by a bot", both(line(16, source="automatic"),
     line(17, source="automatic")), 16, "does not play that seat"),
    ("the source of a consequence", line(17, source="orders"), 17,
     "differs from the rest"),
    ("another player", event(16, player=1), 16, "It should say"),
    ("a decision dropped", without(16, 17), 16, "It isn’t your turn"),
    ("a consequence dropped", without(17), 17, "It should say"),
    ("a decision twice", inserted(16, 14, command="field"), 16, "isn’t your turn"),
    ("a decision put in", inserted(18, 16, {"place": "forest", "people": 1},
     command="forest 1"), 18, "It isn’t your turn"),
    ("two decisions swapped", swapped(16, 18, 20), 16, "It isn’t your turn"),
    ("the beginning dropped", without(1), 1, "does not begin with the creation"),
    ("the game created twice", inserted(2, 1), 2, "created already"),
    ("the seed dropped", without(712), 711, "breaks off"),
    ("something after the end", inserted(713, 2), 713, "over before that"),
    ("another seed", event(712, seed=OTHER_SEED.hex()), 712,
     "not the one that was sealed"),
    ("a seed that is none", event(712, seed="x"), 712, "not the one that was sealed"),
    ("another commitment", event(1, commitment="0" * 64), 712, "not the one that was"),
    ("another seed and commitment", both(event(712, seed=OTHER_SEED.hex()),
     event(1, commitment=sha256(OTHER_SEED).hexdigest())), 4, "It should say"),
    ("a start before all joined", swapped(3, 4, 14), 3, "can’t be done now"),
    ("no start", without(4), 4, "Nobody had agreed"),
    ("a start by a player", both(*(line(n, decided_by=1, source="page")
     for n in range(4, 14))), 4, "the source “page” cannot do that"),
    ("a second start", inserted(5, 4), 5, "It should say"),
    ("a beacon", event(1, terms=TERMS | {"beacon": BEACON}), 1,
     "its dice use an unknown public beacon"),
    ("another game", event(1, game="another"), 4, "It should say"),
    ("a game called like a person", event(1, game="alice@example.org"), 1,
     "This is not a valid name of a game"),
    ("a game without a name", event(1, game=""), 1, "This is not a valid name"),
    ("a game called by commands", event(1, game="\x1b[2J"), 1, "not a valid name"),
    ("a game called at length", event(1, game="a" * 500), 1, "not a valid name"),
    ("a commitment that is none", event(1, commitment="alice@example.org"), 1,
     "The commitment is not a hash"),
    ("a seed in other words", event(712, seed=SEED.upper()), 712,
     "not 32 bytes in hex"),
    ("a year long ago", line(1, recorded_at="0001-01-01T00:00:00.000000Z"), 1,
     "not a valid date"),
    ("a year to come", line(712, recorded_at="2200-01-01T00:00:00.000000Z"), 712,
     "not a valid date"),
    ("rules that are not known", event(1, rules_version=2), 1, "rules version 2"),
    ("a form that is not known", line(39, schema_version=2), 39, "cannot be read"),
    ("an event that is not known", event(39, type="Flown"), 39, "cannot be read"),
    ("an event without type", event(39, type=""), 39, "its form was changed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "sequence", "reason"), PLAY, ids=[case[0] for case in PLAY]
)
def test_a_forged_move_is_found_and_named(name, change, sequence, reason):
    finding = finding_in(forged("finished", change))
    assert reason.casefold() in str(finding.reason).casefold()
    assert finding.sequence == sequence
