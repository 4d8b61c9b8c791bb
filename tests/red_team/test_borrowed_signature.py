"""
A signature of a player's passkey is borrowed for something that they never decided.

Whoever has the record finds it: the signature is over one move, by one seat, at one
position of one game. A passkey that is added in a player's name signs as well as their
own; only they know that it is not theirs, and by which digits.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from stoneage_core.audit import in_words, verify
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.fact_commands import SetPasskeys, SignDecision
from stoneage_core.notation import from_text
from stoneage_core.passkeys import challenge_of
from tests.core.beaconed import BeaconedGame
from tests.core.record_forger import finding_in, sealed
from tests.core.signing import DEVICE, opened, signed
from tests.support.passkey_device import PasskeyDevice

Line = dict[str, Any]


def rewritten(change: Callable[[list[Line]], None]) -> str:
    lines = [json.loads(line) for line in signed().text.splitlines()]
    change(lines)
    return sealed(lines)


def _play_another_move(lines: list[Line]) -> None:
    lines[-2]["command"] = "forest 2"
    lines[-2]["event"]["people"] = 2


def _change_what_was_seen_before(lines: list[Line]) -> None:
    """Another past, hashed anew: the hash that was signed is not in it any more."""
    for line in lines[:-4]:
        line["recorded_at"] = line["recorded_at"].replace("000Z", "001Z")


@pytest.mark.parametrize("change", [_play_another_move, _change_what_was_seen_before])
def test_it_fits_one_move_on_one_past(change: Callable[[list[Line]], None]) -> None:
    assert finding_in(rewritten(change)).sequence > 0


@pytest.mark.parametrize(
    ("game", "player"), [("beaconed", 1), ("anothergame", 0)], ids=["seat", "game"]
)
def test_it_fits_no_other_seat_or_game(game: str, player: int) -> None:
    played = opened()
    head, seen = played.entries[-1].hash, len(played.entries)
    borrowed = DEVICE.sign(challenge_of(game, head, player, "forest 3"))
    played.decides(SignDecision(0, DEVICE.digest, seen, (), borrowed))
    played.decides(PlayMove(from_text("forest 3")), 0)
    finding = finding_in(played.text)
    assert finding.sequence == seen + 1
    assert "does not fit the decision" in str(finding.reason)


def test_a_passkey_in_anothers_name_is_told_by_its_digits_alone() -> None:
    intruder = PasskeyDevice(666)
    played: BeaconedGame = opened()
    played.decides(SetPasskeys(0, (DEVICE.key, intruder.key)))
    head, seen = played.entries[-1].hash, len(played.entries)
    forged = intruder.sign(challenge_of("beaconed", head, 0, "forest 3"))
    played.decides(SignDecision(0, intruder.digest, seen, (), forged))
    played.decides(PlayMove(from_text("forest 3")), 0)
    verdict = verify(played.text)
    assert verdict.finding is None
    assert "signed with a passkey" in in_words(verdict)
    assert intruder.digest in played.text
