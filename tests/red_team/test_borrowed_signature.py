"""
A signature of a player's passkey is borrowed for something that they never decided.

Whoever has the record finds it: the signature is over one move, by one seat, at one
position of one game, and counts once. A passkey that is added in a player's name signs
as well as their own; only they know that it is not theirs, and by which digits.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec import to_builtins

from stoneage_core.audit import in_words, verify
from stoneage_core.cryptography.passkeys import challenge_of
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.commands import PlayMove, write_command
from stoneage_core.match.facts import SetPasskeys, SignDecision
from stoneage_core.match.recorded_commands import signed_text
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.notation import from_text
from stoneage_core.serialization.chain import GENESIS
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.audit.record_forger import finding_in, sealed
from tests.core.beaconed import BeaconedGame
from tests.core.recorded_game import RecordedGame
from tests.core.recorder import BEGIN
from tests.core.signing import DEVICE, opened, signed, signs
from tests.support.passkey_device import PasskeyDevice

Line = dict[str, Any]
#: Two days for a decision, and days to be away.
PATIENT = TimeControl(PerMove(2 * DAY), misses=2, vacation=21)
LATER = BEGIN + timedelta(days=2, hours=1)


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


def began() -> RecordedGame:
    """A game in which player 1 is asked, may be away, and has told of a passkey."""
    played = RecordedGame("signed", bytes(32), PATIENT, BEGIN)
    played.decides(SetPasskeys(0, (DEVICE.key,)))
    return played


def used_again() -> tuple[RecordedGame, Line]:
    """Somebody is away by a signature, comes back, and is said to be away again."""
    played, away = began(), DeclareAbsence(LATER, LATER + timedelta(days=1))
    for _ in range(2):
        signs(played, signed_text(away, played.now))
        played.decides(away, 0)
        played.decides(EndAbsence(), 0)
        played.now += timedelta(minutes=5)
    return played, _signatures(played)[0]


def kept_for_later() -> tuple[RecordedGame, Line]:
    """A signed move was not taken; time ran out, and its player was asked anew."""
    unheard, played = began(), began()
    signs(unheard, "forest 1")
    played.now = LATER
    played.decides(TimeOut(("hunting grounds 1",)), 0, "timeout")
    played.moves()
    signs(played, "forest 1")
    played.decides(PlayMove(from_text("forest 1")), 0)
    return played, _signatures(unheard)[0]


def bound_to_nothing() -> tuple[RecordedGame, Line]:
    """A device was made to sign a move on no past at all, to be used when it suits."""
    played = began()
    assertion = DEVICE.sign(challenge_of(played.name, GENESIS, 0, "forest 1"))
    signs(played, "forest 1")
    played.decides(PlayMove(from_text("forest 1")), 0)
    command = SignDecision(0, DEVICE.digest, 9999, (), assertion)
    event = {**to_builtins(command), "type": "DecisionSigned"}
    return played, {"event": event, "command": write_command(command)}


def _signatures(played: RecordedGame) -> list[Line]:
    lines = (json.loads(line) for line in played.text.splitlines())
    return [line for line in lines if line["event"]["type"] == "DecisionSigned"]


@pytest.mark.parametrize("play", [used_again, kept_for_later, bound_to_nothing])
def test_it_answers_one_question_once(
    play: Callable[[], tuple[RecordedGame, Line]],
) -> None:
    """Another one, over the same words, is put in the place of the latest."""
    played, other = play()
    latest = _signatures(played)[-1]
    lines = [json.loads(line) for line in played.text.splitlines()]
    changed = lines[lines.index(latest)]
    changed["event"], changed["command"] = other["event"], other["command"]
    finding = finding_in(sealed(lines))
    assert finding.sequence == latest["sequence"]
    assert "for another question" in str(finding.reason)


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
