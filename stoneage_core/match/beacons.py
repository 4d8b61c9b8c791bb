"""The public beacon of a game: which round it uses, and when it stops waiting."""

from stoneage_core import engine
from stoneage_core.cryptography.beacon import PATIENCE, randomness_of
from stoneage_core.errors import Irregular
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed, BeaconRoundNamed
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import SERVICE, Rule
from stoneage_core.rules.dispatch import waits_for_beacon


def take_beacon(recorder: Recorder, event: BeaconRevealed | BeaconMissed) -> None:
    """
    Go on with the named round of the beacon, or without it if it was missed.

    Raise Irregular if it is another round, if it was not published yet, or if the
    service waited for less than ``PATIENCE`` seconds before it gave up.
    """
    board, number = recorder.board, event.round
    if board.terms.beacon is None or not waits_for_beacon(board):
        raise Irregular("the game does not wait for a beacon")
    if number != board.beacon_round:
        raise Irregular("the game waits for another round of the beacon")
    waited = recorder.by.at.timestamp() - board.terms.beacon.published_at(number)
    if waited < 0:
        raise Irregular("that round of the beacon was not published yet")
    if isinstance(event, BeaconMissed):
        if waited < PATIENCE:
            raise Irregular("the service stopped waiting for the beacon too early")
    elif event.value != randomness_of(event.signature):
        raise Irregular("the value of the beacon does not match its signature")
    recorder.record_decision(engine.take_beacon(board, event, recorder.chance))


def name_round(recorder: Recorder) -> None:
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
