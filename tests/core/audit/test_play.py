"""Moves forged by somebody who can rewrite everything: found by rules and dice."""

from hashlib import sha256

import pytest

from tests.core.audit.forgeries import both, event, inserted, line, swapped, without
from tests.core.audit.record_forger import finding_in, forged, lines_of

SEED = lines_of("finished")[657]["event"]["seed"]
OTHER_SEED = b"another seed, of thirty-two bytes"
FIRST, SECOND = lines_of("finished")[4]["event"]["salts"]
LUCK = sha256(b"luck").hexdigest()
BEACON = {"chain": "0" * 64, "scheme": "s", "genesis": 0, "period": 3}

PLAY = [
    ("a die", event(26, dice=[6, 2, 3, 5]), 26,
     "It says: player 2 rolled 6, 2, 3 and 5"),
    ("dice in another order", event(26, dice=[2, 6, 3, 6]), 26, "should say"),
    ("a die for all", event(56, dice=[6, 6]), 56, "It should say"),
    ("a card on the board", event(7, card=3), 7, "It should say"),
    ("a card drawn", event(148, card=34), 148, "It should say"),
    ("a building on the board", event(647, building=27), 647, "It should say"),
    ("the start player", event(6, start_player=0), 6, "It should say"),
    ("what was gathered", event(27, amount=6), 27, "It should say"),
    ("a payment", event(55, payment={"brick": 1}), 55, "It should say"),
    ("a payment and its command", both(event(55, payment={"stone": 1}),
     line(55, command="buy 1 stone")), 55, "The rules do not allow it"),
    ("points", event(100, points=12), 100, "It should say"),
    ("a score", event(655, score=lines_of("finished")[654]["event"]["score"]
     | {"green": 54}), 655, "It should say"),
    ("a rank", event(657, ranks=[2, 1]), 657, "It should say"),
    ("why the game ended", event(657, reason="agreed"), 657, "It should say"),
    ("who decided", line(18, decided_by=1), 18, "It isn’t your turn"),
    ("nobody who decided", line(18, decided_by=None), 18, "Only a player can do that"),
    ("another command", line(20, command="forest 3"), 20, "It should say"),
    ("no command", line(20, command=""), 20, "No command led to this"),
    ("a command by standing orders taken out",
     both(line(20, command="", source="orders"),
          line(21, source="orders")), 20, "No command led to this"),
    ("no words", line(20, command="fly"), 20, "The rules do not allow it"),
    ("a command in other words", line(20, command="forest  4"), 20,
     "written in another"),
    ("a command put in", line(21, command="forest 4"), 21,
     "in the middle of a decision"),
    ("a request put in", line(21, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
     21,
     "in the middle of a decision"),
    ("a request twice", both(
        line(16, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
        line(18, request_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12)),
     18, "request was not made for it"),
    ("by autopilot who has no seat", both(line(18, source="autopilot"),
     line(19, source="autopilot")), 18, "was not for them to decide"),
    ("by a bot", both(line(18, source="automatic"),
     line(19, source="automatic")), 18, "was not for them to decide"),
    ("the making of a later part", line(19, source="orders"), 19, "as before"),
    ("another player", event(18, player=1), 18, "It should say"),
    ("a decision dropped", without(18, 19), 18, "It isn’t your turn"),
    ("a consequence dropped", without(19), 19, "It should say"),
    ("a decision twice", inserted(18, 16, command="field"), 18, "isn’t your turn"),
    ("a decision put in", inserted(20, 18, {"place": "forest", "people": 1},
     command="forest 1"), 20, "It isn’t your turn"),
    ("two decisions swapped", swapped(18, 20, 22), 18, "It isn’t your turn"),
    ("the beginning dropped", without(1), 1, "does not begin with the creation"),
    ("the game created twice", inserted(2, 1), 2, "created before"),
    ("the seed dropped", without(658), 657, "breaks off"),
    ("something after the end", inserted(659, 2), 659, "over before that"),
    ("another seed", event(658, seed=OTHER_SEED.hex()), 658,
     "not the one that was sealed"),
    ("a seed that is none", event(658, seed="x"), 658, "not the one that was sealed"),
    ("another commitment", event(1, commitment="0" * 64), 658, "not the one that was"),
    ("another seed and commitment", both(event(658, seed=OTHER_SEED.hex()),
     event(1, commitment=sha256(OTHER_SEED).hexdigest())), 6, "It should say"),
    ("another salt", event(5, salts=[FIRST, LUCK]), 5,
     "that isn’t the salt that player 2 sealed"),
    ("another salt, and what binds to it", both(event(5, salts=[FIRST, LUCK]),
     event(4, salt_commitment=sha256(LUCK.encode()).hexdigest())), 8, "should say"),
    ("a salt in other words", event(5, salts=[FIRST, SECOND.upper()]), 5,
     "a salt is no hash"),
    ("a salt that is none", event(5, salts=[FIRST, "alice@example.org"]), 5,
     "a salt is no hash"),
    ("a salt left out", event(5, salts=[FIRST]), 5, "cannot be read"),
    ("a salt too many", event(5, salts=[FIRST, SECOND, LUCK]), 5, "one salt for each"),
    ("a salt kept back", event(5, salts=[FIRST, None]), 5, "still had time to reveal"),
    ("salts shown before all joined", swapped(4, 5, 6), 4, "can’t be done now"),
    ("salts never shown", without(5), 5, "Nobody had agreed"),
    ("salts shown by a player", both(*(line(n, decided_by=1, source="page")
     for n in range(5, 16))), 5, "cannot come about by “page”"),
    ("salts shown twice", inserted(6, 5), 6, "It should say"),
    ("a beacon", event(1, beacon=BEACON), 1, "its dice take a public beacon"),
    ("another game", event(1, game="another"), 6, "It should say"),
    ("a game called like a person", event(1, game="alice@example.org"), 1,
     "A game cannot be called that"),
    ("a game called nothing", event(1, game=""), 1, "A game cannot be called that"),
    ("a game called by commands", event(1, game="\x1b[2J"), 1, "cannot be called that"),
    ("a game called at length", event(1, game="a" * 500), 1, "cannot be called that"),
    ("a commitment that is none", event(1, commitment="alice@example.org"), 1,
     "The commitment is no hash"),
    ("an address for a salt", event(3, salt_commitment="alice@example.org"), 3,
     "is not hashed"),
    ("a seed in other words", event(658, seed=SEED.upper()), 658,
     "not 32 bytes in hex"),
    ("a year long gone", line(1, recorded_at="0001-01-01T00:00:00.000000Z"), 1,
     "in our days"),
    ("a year to come", line(658, recorded_at="2200-01-01T00:00:00.000000Z"), 658,
     "in our days"),
    ("rules that are not known", line(41, rules_version=2), 41, "rules version 2"),
    ("a form that is not known", line(41, schema_version=2), 41, "cannot be read"),
    ("an event that is not known", event(41, type="Flown"), 41, "cannot be read"),
    ("an event without type", event(41, type=""), 41, "its form was changed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "sequence", "reason"), PLAY, ids=[case[0] for case in PLAY]
)
def test_it_is_found_and_named(name, change, sequence, reason):
    finding = finding_in(forged("finished", change))
    assert reason.casefold() in str(finding.reason).casefold()
    assert finding.sequence == sequence
