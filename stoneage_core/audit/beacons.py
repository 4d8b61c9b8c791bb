"""The public beacon of a game: whether its rounds are what its organizations signed."""

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
    """Return the beacon that a game takes, if it does."""
    first = next(iter(events), None)
    return first.terms.beacon if isinstance(first, GameCreated) else None


def check_beacon(beacon: Beacon, events: Sequence[Event]) -> BeaconRounds:
    """
    Return the rounds that were taken of a game's beacon.

    Raise Wrong for a beacon that is not known here, and at the first round that was not
    signed. That each round was named before it was known is decided with all the rest.
    """
    if beacon != QUICKNET:
        raise Wrong(1, "its dice take a public beacon that is not known here")
    found: dict[SignatureCheck, list[int]] = {each: [] for each in SignatureCheck}
    missed = []
    for sequence, event in enumerate(events, start=1):
        if isinstance(event, BeaconRevealed):
            came = check_signature(beacon, event.round, event.signature)
            found[came].append(sequence)
        if isinstance(event, BeaconMissed):
            missed.append(sequence)
    if bad := found[SignatureCheck.BAD]:
        raise Wrong(bad[0], "the beacon’s organizations did not sign this round")
    return BeaconRounds(
        tuple(found[SignatureCheck.GOOD]),
        tuple(found[SignatureCheck.LIBRARY_MISSING]),
        tuple(missed),
    )
