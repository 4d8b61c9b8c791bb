"""The public beacon of a game: which round counts, and when it is given up."""

from stoneage_core import engine
from stoneage_core.cryptography.beacon import PATIENCE, randomness_of
from stoneage_core.errors import Irregular
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed, BeaconRoundNamed
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import SERVICE, Rule
from stoneage_core.rules.dispatch import waits_for_beacon


def take_beacon(recorder: Recorder, event: BeaconRevealed | BeaconMissed) -> None:
    """Draw with the round that was named: not before its moment, nor given up early."""
    board, number = recorder.board, event.round
    if board.terms.beacon is None or not waits_for_beacon(board):
        raise Irregular("the game waited for no beacon")
    if number != board.beacon_round:
        raise Irregular("another round of the beacon was named")
    waited = recorder.by.at.timestamp() - board.terms.beacon.published_at(number)
    if waited < 0:
        raise Irregular("nobody knew that round of the beacon yet")
    if isinstance(event, BeaconMissed):
        if waited < PATIENCE:
            raise Irregular("the beacon was given up too early")
    elif event.value != randomness_of(event.signature):
        raise Irregular("the value of the beacon is not the one of its signature")
    recorder.take(engine.take_beacon(board, event, recorder.chance))


def name_round(recorder: Recorder) -> None:
    """Name the round that counts, where a decision has led to where one is needed."""
    board = recorder.board
    if board.terms.beacon is None or board.beacon_round or not waits_for_beacon(board):
        return
    number = board.terms.beacon.round_after(int(recorder.by.at.timestamp()) + 1)
    recorder.record_consequence([BeaconRoundNamed(number)])


#: How each fact is recorded.
RULES: dict[type, Rule] = {
    BeaconRevealed: Rule(take_beacon, SERVICE, needs_running=False),
    BeaconMissed: Rule(take_beacon, SERVICE, needs_running=False),
}
