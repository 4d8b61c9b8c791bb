"""Moves forged by somebody who can rewrite everything: found by rules and dice."""

from hashlib import sha256

import pytest

from tests.core.audit.forgeries import both, event, inserted, line, swapped, without
from tests.core.audit.record_forger import finding_in, forged, lines_of

SEED = lines_of("finished")[-1]["event"]["seed"]
OTHER_SEED = b"another seed, of thirty-two bytes"
BEACON = {"chain": "0" * 64, "scheme": "s", "genesis": 0, "period": 3}

PLAY = [
    ("a die", event(25, dice=[6, 2, 3, 5]), 25,
     "It says: player 2 rolled 6, 2, 3 and 5"),
    ("dice in another order", event(25, dice=[2, 5, 5, 5]), 25, "should say"),
    ("a die for all", event(96, dice=[6, 6]), 96, "It should say"),
    ("a card on the board", event(6, card=3), 6, "It should say"),
    ("a card drawn", event(504, card=34), 504, "It should say"),
    ("a building on the board", event(685, building=26), 685, "It should say"),
    ("the start player", event(5, start_player=0), 5, "It should say"),
    ("what was gathered", event(26, amount=6), 26, "It should say"),
    ("a payment", event(54, payment={"brick": 1}), 54, "It should say"),
    ("a payment and its command", both(event(54, payment={"stone": 1}),
     line(54, command="buy 1 stone")), 54, "The rules do not allow it"),
    ("points", event(237, points=12), 237, "It should say"),
    ("a score", event(710, score=lines_of("finished")[709]["event"]["score"]
     | {"green": 54}), 710, "It should say"),
    ("a rank", event(712, ranks=[2, 1]), 712, "It should say"),
    ("why the game ended", event(712, reason="agreed"), 712, "It should say"),
    ("who decided", line(17, decided_by=1), 17, "It isn’t your turn"),
    ("nobody who decided", line(17, decided_by=None), 17, "Only a player can do that"),
    ("another command", line(19, command="forest 3"), 19, "It should say"),
    ("no command", line(19, command=""), 19, "No command led to this"),
    ("a command by standing orders taken out",
     both(line(19, command="", source="orders"),
          line(20, source="orders")), 19, "No command led to this"),
    ("no words", line(19, command="fly"), 19, "The rules do not allow it"),
    ("a command in other words", line(19, command="forest  4"), 19,
     "written in another"),
    ("a command put in", line(20, command="forest 4"), 20,
     "in the middle of a decision"),
    ("a request put in", line(20, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
     20,
     "in the middle of a decision"),
    ("a request twice", both(
        line(15, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
        line(17, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12)),
     17, "request was not made for it"),
    ("by autopilot who has no seat", both(line(17, source="autopilot"),
     line(18, source="autopilot")), 17, "was not for them to decide"),
    ("by a bot", both(line(17, source="automatic"),
     line(18, source="automatic")), 17, "was not for them to decide"),
    ("the making of a later part", line(18, source="orders"), 18, "as before"),
    ("another player", event(17, player=1), 17, "It should say"),
    ("a decision dropped", without(17, 18), 17, "It isn’t your turn"),
    ("a consequence dropped", without(18), 18, "It should say"),
    ("a decision twice", inserted(17, 15, command="field"), 17, "isn’t your turn"),
    ("a decision put in", inserted(19, 17, {"place": "forest", "people": 1},
     command="forest 1"), 19, "It isn’t your turn"),
    ("two decisions swapped", swapped(17, 19, 21), 17, "It isn’t your turn"),
    ("the beginning dropped", without(1), 1, "does not begin with the creation"),
    ("the game created twice", inserted(2, 1), 2, "created before"),
    ("the seed dropped", without(713), 712, "breaks off"),
    ("something after the end", inserted(714, 2), 714, "over before that"),
    ("another seed", event(713, seed=OTHER_SEED.hex()), 713,
     "not the one that was sealed"),
    ("a seed that is none", event(713, seed="x"), 713, "not the one that was sealed"),
    ("another commitment", event(1, commitment="0" * 64), 713, "not the one that was"),
    ("another seed and commitment", both(event(713, seed=OTHER_SEED.hex()),
     event(1, commitment=sha256(OTHER_SEED).hexdigest())), 5, "It should say"),
    ("a start before all joined", swapped(4, 5, 15), 4, "can’t be done now"),
    ("no start", without(5), 5, "Nobody had agreed"),
    ("a start by a player", both(*(line(n, decided_by=1, source="page")
     for n in range(5, 15))), 5, "cannot come about by “page”"),
    ("a second start", inserted(6, 5), 6, "It should say"),
    ("a beacon", event(1, beacon=BEACON), 1, "its dice take a public beacon"),
    ("another game", event(1, game="another"), 5, "It should say"),
    ("a game called like a person", event(1, game="alice@example.org"), 1,
     "A game cannot be called that"),
    ("a game called nothing", event(1, game=""), 1, "A game cannot be called that"),
    ("a game called by commands", event(1, game="\x1b[2J"), 1, "cannot be called that"),
    ("a game called at length", event(1, game="a" * 500), 1, "cannot be called that"),
    ("a commitment that is none", event(1, commitment="alice@example.org"), 1,
     "The commitment is no hash"),
    ("a seed in other words", event(713, seed=SEED.upper()), 713,
     "not 32 bytes in hex"),
    ("a year long gone", line(1, recorded_at="0001-01-01T00:00:00.000000Z"), 1,
     "in our days"),
    ("a year to come", line(713, recorded_at="2200-01-01T00:00:00.000000Z"), 713,
     "in our days"),
    ("rules that are not known", event(1, rules_version=2), 1, "rules version 2"),
    ("a form that is not known", line(40, schema_version=2), 40, "cannot be read"),
    ("an event that is not known", event(40, type="Flown"), 40, "cannot be read"),
    ("an event without type", event(40, type=""), 40, "its form was changed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "sequence", "reason"), PLAY, ids=[case[0] for case in PLAY]
)
def test_it_is_found_and_named(name, change, sequence, reason):
    finding = finding_in(forged("finished", change))
    assert reason.casefold() in str(finding.reason).casefold()
    assert finding.sequence == sequence
