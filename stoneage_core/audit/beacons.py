"""Checks the signatures on the rounds of a public beacon that a game used."""

from collections.abc import Sequence

from stoneage_core.audit.verdict import BeaconRounds, Wrong
from stoneage_core.cryptography.beacon import (
    QUICKNET,
    Beacon,
    SignatureCheck,
    check_signature,
)
from stoneage_core.events.base import Event
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed
from stoneage_core.events.setup import GameCreated


def beacon_of(events: Sequence[Event]) -> Beacon | None:
    first = next(iter(events), None)
    return first.terms.beacon if isinstance(first, GameCreated) else None


def check_beacon(beacon: Beacon, events: Sequence[Event]) -> BeaconRounds:
    """
    Return the rounds of the beacon that a game used or missed.

    Raise Wrong if the beacon is unknown or a signature is bad. The rules in ``match``
    check that each round was named before it was published.
    """
    if beacon != QUICKNET:
        raise Wrong(1, "its dice use an unknown public beacon")
    found: dict[SignatureCheck, list[int]] = {each: [] for each in SignatureCheck}
    missed = []
    for sequence, event in enumerate(events, start=1):
        if isinstance(event, BeaconRevealed):
            result = check_signature(beacon, event.round, event.signature)
            found[result].append(sequence)
        if isinstance(event, BeaconMissed):
            missed.append(sequence)
    if bad := found[SignatureCheck.BAD]:
        raise Wrong(bad[0], "the beacon’s organizations did not sign this round")
    return BeaconRounds(
        tuple(found[SignatureCheck.GOOD]),
        tuple(found[SignatureCheck.LIBRARY_MISSING]),
        tuple(missed),
    )
