"""Who decided on the page: what a passkey signed, and what it did not."""

import json
import sys
from datetime import timedelta

import pytest

from stoneage_core.audit import in_words, verify
from stoneage_core.audit.explanation import explain_event
from stoneage_core.cryptography.passkeys import (
    Assertion,
    AssertionCheck,
    challenge_of,
    check_assertion,
)
from stoneage_core.errors import GameError
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.commands import PlayMove, write_command
from stoneage_core.match.facts import SetPasskeys, SignDecision
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.recorded_commands import signed_text
from stoneage_core.notation import from_text
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.audit.record_forger import Line, record, sealed
from tests.core.beaconed import BeaconedGame
from tests.core.recorded_game import RecordedGame
from tests.core.recorder import BEGIN
from tests.core.signing import DEVICE, opened, signed, signs
from tests.support.passkey_device import PasskeyDevice

WRONG = "the signature of the passkey does not fit the decision"


def finding(text: str) -> tuple[int, str]:
    found = verify(text).finding
    assert found is not None
    return found.sequence, str(found.reason)


def test_a_signed_decision_is_told():
    game = signed()
    verdict = verify(game.text)
    (at,) = verdict.signed.signed
    assert verdict.finding is None
    assert verdict.signed == ((at,), (), ())
    assert game.entries[at - 1].command == "forest 3"
    told = f"Decided on the page, signed with a passkey: events {at}."
    assert told in in_words(verdict)


def test_a_decision_without_the_passkey_that_was_there_is_named():
    game = opened()
    game.decides(PlayMove(from_text("forest 3")), 0)
    verdict = verify(game.text)
    assert verdict.signed == ((), (), (len(opened().entries) + 1,))
    assert "without the passkey that the seat had" in in_words(verdict)


def test_who_has_no_passkey_plays_as_before():
    assert verify(record("finished")).signed == ((), (), ())


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda: signed("forest 3", "forest 2"), id="another decision"),
        pytest.param(lambda: _signed_for_another_seat(), id="another seat"),
        pytest.param(lambda: _followed_by_nothing(), id="no decision"),
        pytest.param(lambda: _by_another_device(), id="another device"),
    ],
)
def test_a_signature_over_something_else_is_found(forge):
    game = forge()
    at = next(e.sequence for e in game.entries if e.type == "DecisionSigned")
    assert finding(game.text) == (at, WRONG.capitalize())


def _signed_for_another_seat() -> BeaconedGame:
    game = opened()
    head = game.entries[-1].hash
    assertion = DEVICE.sign(challenge_of("beaconed", head, 1, "forest 3"))
    game.decides(SignDecision(0, DEVICE.digest, len(game.entries), (), assertion))
    game.decides(PlayMove(from_text("forest 3")), 0)
    return game


def _followed_by_nothing() -> BeaconedGame:
    game = opened()
    signs(game, "forest 3")
    return game


def _by_another_device() -> BeaconedGame:
    """Its digest is claimed to be that of the passkey that was told of."""
    game = opened()
    head = game.entries[-1].hash
    other = PasskeyDevice(2)
    assertion = other.sign(challenge_of("beaconed", head, 0, "forest 3"))
    game.decides(SignDecision(0, DEVICE.digest, len(game.entries), (), assertion))
    game.decides(PlayMove(from_text("forest 3")), 0)
    return game


def test_a_signature_cannot_be_used_again():
    """What was seen then is older than the question of now."""
    game = opened()
    signs(game, "forest 1")
    used = json.loads(game.entries[-1].data)
    game.decides(PlayMove(from_text("forest 1")), 0)
    game.decides(PlayMove(from_text("hunt 1")), 1)
    again = SignDecision(
        0, used["key"], used["seen"], (), Assertion(**used["assertion"])
    )
    with pytest.raises(GameError, match="another question"):
        game.decides(again)


def test_a_passkey_that_was_not_told_of_signs_nothing():
    game = opened()
    with pytest.raises(GameError, match="no such passkey"):
        signs(game, "forest 3", device=PasskeyDevice(2))
    with pytest.raises(GameError, match="when they change"):
        game.decides(SetPasskeys(0, (DEVICE.key,)))
    game.decides(SetPasskeys(0, ()))
    with pytest.raises(GameError, match="no such passkey"):
        signs(game, "forest 3")


def test_whatever_is_changed_of_a_signature_is_found_though_all_is_hashed_anew():
    game = signed()
    lines = [json.loads(line) for line in game.text.splitlines()]
    at = next(n for n, line in enumerate(lines) if "DecisionSigned" in str(line))

    def changed(change) -> str:
        copies = json.loads(json.dumps(lines))
        change(copies[at])
        return sealed(copies)

    def assertion(part: str, digits: str):
        def change(line: Line) -> None:
            command = json.loads(line["command"])
            for told in (line["event"], command):
                told["assertion"][part] = digits + told["assertion"][part][2:]
            line["command"] = json.dumps(command, sort_keys=True, separators=(",", ":"))

        return change

    for part in ("authenticator_data", "client_data", "signature"):
        assert finding(changed(assertion(part, "00")))[0] == at + 1
    dropped = lines[:at] + lines[at + 1 :]
    assert verify(sealed(dropped)).signed.unsigned == (at + 1,)


def test_where_the_library_is_missing_signatures_are_told_as_unchecked(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    verdict = verify(signed().text)
    assert len(verdict.signed.unchecked) == 1
    assert "the library cryptography is missing" in in_words(verdict)


def test_only_a_signature_of_somebody_present_on_that_site_counts():
    challenge = challenge_of("g", "0" * 64, 0, "forest 3")
    for kind in ("ec", "rsa"):
        device = PasskeyDevice(kind=kind)
        good = device.sign(challenge)
        assert check_assertion(device.key, good, challenge) is AssertionCheck.GOOD
        elsewhere = device.sign(challenge, "https://evil.example")
        for bad in (
            device.sign(challenge, kind="webauthn.create"),
            device.sign(challenge, flags=0),
            device.sign(challenge_of("g", "0" * 64, 1, "forest 3")),
            Assertion(elsewhere.authenticator_data, good.client_data, good.signature),
            Assertion("00", "7b", "00"),
            Assertion(good.authenticator_data, "ff", good.signature),
        ):
            assert check_assertion(device.key, bad, challenge) is AssertionCheck.BAD
    assert check_assertion("00", good, challenge) is AssertionCheck.BAD


def test_an_explanation_tells_what_was_signed_and_with_which_passkey():
    game = signed()
    at = verify(game.text).signed.signed[0]
    told = explain_event(game.text, at)
    assert f"Signed with the passkey {DEVICE.digest}" in told
    assert "on https://stoneage.example" in told


def proposed() -> RecordedGame:
    """A game with vacations: player 2 proposed to end it, and player 1 may vote."""
    clock = TimeControl(PerMove(40 * DAY), vacation=21)
    game = RecordedGame("signed", bytes(32), clock, BEGIN)
    game.decides(SetPasskeys(0, (DEVICE.key,)))
    game.decides(Propose(ProposalKind.END), 1)
    return game


def test_what_is_decided_around_the_board_is_signed_as_moves_are():
    game = proposed()
    vote = CastVote(1, agrees=False)
    signs(game, write_command(vote))
    game.decides(vote, 0)
    game.now += timedelta(minutes=5)
    later, end = game.now + timedelta(days=2), game.now + timedelta(days=3)
    for begins in (game.now, later):
        absence = DeclareAbsence(begins, end if begins == later else later)
        signs(game, signed_text(absence, game.now))
        game.decides(absence, 0)
    verdict = verify(game.text)
    assert verdict.finding is None
    commands = [game.entries[at - 1].command for at in verdict.signed.signed]
    assert len(commands) == 3
    assert commands[0] == write_command(vote)
    assert '"begins"' not in signed_text(DeclareAbsence(game.now, later), game.now)
    game.decides(EndAbsence(), 0)
    (unsigned,) = verify(game.text).signed.unsigned
    assert "EndAbsence" in game.entries[unsigned - 1].command


def test_a_signed_vote_cannot_be_turned_or_cast_again():
    game = proposed()
    vote, at = CastVote(1, agrees=False), len(game.entries)
    signs(game, write_command(vote))
    used = json.loads(game.entries[-1].data)
    turned = CastVote(1, agrees=True)
    turned_game = proposed()
    signs(turned_game, write_command(vote))
    turned_game.decides(turned, 0)
    assert finding(turned_game.text) == (at + 1, WRONG.capitalize())
    game.decides(vote, 0)
    again = SignDecision(
        0, used["key"], used["seen"], (), Assertion(**used["assertion"])
    )
    with pytest.raises(GameError, match="another question"):
        game.decides(again)
