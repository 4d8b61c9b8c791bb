"""Moves forged by somebody who can rewrite everything: found by rules and dice."""

from hashlib import sha256

import pytest

from .forger import finding_in, forged, lines_of
from .forgeries import both, event, inserted, line, swapped, without

SEED = lines_of("finished")[766]["event"]["seed"]
OTHER_SEED = b"another seed, of thirty-two bytes"

PLAY = [
    ("a die", event(25, dice=[4, 3, 2, 6]), 25,
     "It says: player 2 rolled 4, 3, 2 and 6"),
    ("dice in another order", event(25, dice=[3, 4, 2, 5]), 25, "should say"),
    ("a die for all", event(55, dice=[6, 6]), 55, "It should say"),
    ("a card on the board", event(6, card=3), 6, "It should say"),
    ("a card drawn", event(525, card=34), 525, "It should say"),
    ("a building on the board", event(751, building=27), 751, "It should say"),
    ("the start player", event(5, start_player=0), 5, "It should say"),
    ("what was gathered", event(26, amount=5), 26, "It should say"),
    ("a payment", event(54, payment={"brick": 1}), 54, "It should say"),
    ("a payment and its command", both(event(54, payment={"stone": 1}),
     line(54, command="buy 1 stone")), 54, "The rules do not allow it"),
    ("points", event(99, points=12), 99, "It should say"),
    ("a score", event(764, score=lines_of("finished")[763]["event"]["score"]
     | {"green": 54}), 764, "It should say"),
    ("a rank", event(766, ranks=[2, 1]), 766, "It should say"),
    ("why the game ended", event(766, reason="agreed"), 766, "It should say"),
    ("who decided", line(17, decided_by=1), 17, "It is not your turn"),
    ("nobody who decided", line(17, decided_by=None), 17, "Only a player can do that"),
    ("another command", line(19, command="forest 3"), 19, "It should say"),
    ("no command", line(19, command=""), 19, "No command led to this"),
    ("a command by standing orders taken out",
     both(line(19, command="", decided_how="orders"),
          line(20, decided_how="orders")), 19, "No command led to this"),
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
    ("by a steward who has no seat", both(line(17, decided_how="steward"),
     line(18, decided_how="steward")), 17, "was not for them to decide"),
    ("by an automatic player", both(line(17, decided_how="automatic"),
     line(18, decided_how="automatic")), 17, "was not for them to decide"),
    ("the making of a later part", line(18, decided_how="orders"), 18, "as before"),
    ("another player", event(17, player=1), 17, "It should say"),
    ("a decision dropped", without(17, 18), 17, "It is not your turn"),
    ("a consequence dropped", without(18), 18, "It should say"),
    ("a decision twice", inserted(17, 15, command="field"), 17, "not your turn"),
    ("a decision put in", inserted(19, 17, {"place": "forest", "people": 1},
     command="forest 1"), 19, "It is not your turn"),
    ("two decisions swapped", swapped(17, 19, 21), 17, "It is not your turn"),
    ("the beginning dropped", without(1), 1, "does not begin with the creation"),
    ("the game created twice", inserted(2, 1), 2, "created before"),
    ("the seed dropped", without(767), 766, "breaks off"),
    ("something after the end", inserted(768, 2), 767, "It should say: The seed"),
    ("another seed", event(767, seed=OTHER_SEED.hex()), 767,
     "not the one that was sealed"),
    ("a seed that is none", event(767, seed="x"), 767, "not the one that was sealed"),
    ("another commitment", event(1, commitment="0" * 64), 767, "not the one that was"),
    ("another seed and commitment", both(event(767, seed=OTHER_SEED.hex()),
     event(1, commitment=sha256(OTHER_SEED).hexdigest())), 5, "It should say"),
    ("another salt", event(4, salt=sha256(b"luck").hexdigest()), 6, "It should say"),
    ("another game", event(1, game="another"), 6, "It should say"),
    ("a game called like a person", event(1, game="alice@example.org"), 1,
     "A game cannot be called that"),
    ("a game called nothing", event(1, game=""), 1, "A game cannot be called that"),
    ("a game called by commands", event(1, game="\x1b[2J"), 1, "cannot be called that"),
    ("a game called at length", event(1, game="a" * 500), 1, "cannot be called that"),
    ("a commitment that is none", event(1, commitment="alice@example.org"), 1,
     "The commitment is no hash"),
    ("an address for a salt", event(3, salt="alice@example.org"), 3, "is not hashed"),
    ("a seed in other words", event(767, seed=SEED.upper()), 767,
     "not 32 bytes in hex"),
    ("a year long gone", line(1, recorded_at="0001-01-01T00:00:00.000000Z"), 1,
     "in our days"),
    ("a year to come", line(767, recorded_at="2200-01-01T00:00:00.000000Z"), 767,
     "in our days"),
    ("rules that are not known", line(40, rules_version=2), 40, "rules version 2"),
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
