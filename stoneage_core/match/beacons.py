"""The public beacon of a game: which round counts, and when it is given up."""

from stoneage_core import engine
from stoneage_core.cryptography.beacon import PATIENCE, randomness_of
from stoneage_core.errors import Irregular
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed, BeaconRoundNamed
from stoneage_core.fields import BeaconRound, BeaconSignature
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import SERVICE, Rule
from stoneage_core.rules.dispatch import waits_for_beacon


class TakeBeacon(JsonCommand, frozen=True):
    """Go on with the round that was named, by its signature; None is without it."""

    round: BeaconRound
    signature: BeaconSignature | None


def take_beacon(recorder: Recorder, command: TakeBeacon) -> None:
    """Draw with the round that was named: not before its moment, nor given up early."""
    board, number = recorder.board, command.round
    if board.terms.beacon is None or not waits_for_beacon(board):
        raise Irregular("the game waited for no beacon")
    if number != board.beacon_round:
        raise Irregular("another round of the beacon was named")
    waited = recorder.by.at.timestamp() - board.terms.beacon.published_at(number)
    if waited < 0:
        raise Irregular("nobody knew that round of the beacon yet")
    if command.signature is None:
        if waited < PATIENCE:
            raise Irregular("the beacon was given up too early")
        recorder.take(engine.take_beacon(board, BeaconMissed(number), recorder.chance))
        return
    value = randomness_of(command.signature)
    revealed = BeaconRevealed(number, value, command.signature)
    recorder.take(engine.take_beacon(board, revealed, recorder.chance))


def name_round(recorder: Recorder) -> None:
    """Name the round that counts, where a decision has led to where one is needed."""
    board = recorder.board
    if board.terms.beacon is None or board.beacon_round or not waits_for_beacon(board):
        return
    number = board.terms.beacon.round_after(int(recorder.by.at.timestamp()) + 1)
    recorder.record_consequence([BeaconRoundNamed(number)])


#: How each command is decided.
RULES: dict[type, Rule] = {
    TakeBeacon: Rule(take_beacon, SERVICE, needs_running=False),
}
