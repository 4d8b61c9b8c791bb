"""The open proposals of a game, and whether they were settled as the votes say."""

from collections.abc import Set as AbstractSet

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.conduct import (
    MotionKind,
    MotionMade,
    MotionSettled,
    Outcome,
    VoteCast,
)


class Votes:
    """Proposals by number, each with the votes cast on it."""

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[int, tuple[MotionMade, dict[int, bool]]] = {}

    def propose(self, entry: Entry, event: MotionMade) -> None:
        self._count += 1
        if event.motion != self._count:
            raise Wrong(entry.sequence, "the proposals are not counted in order")
        self._open[event.motion] = (event, {event.player: True})

    def cast(self, entry: Entry, event: VoteCast) -> None:
        _proposal, votes = self._proposal(entry, event.motion)
        votes[event.player] = event.agrees

    def settle(
        self, entry: Entry, event: MotionSettled, voters: AbstractSet[int]
    ) -> MotionMade:
        """Close a proposal; return it. Raise Wrong where the votes say otherwise."""
        proposal, votes = self._proposal(entry, event.motion)
        del self._open[event.motion]
        if event.outcome is Outcome.LAPSED:
            return proposal
        needed = _needed(proposal.kind, len(voters))
        cast = [votes.get(player) for player in voters]
        possible = len(cast) - cast.count(False)
        carried = cast.count(True) >= needed
        if (event.outcome is Outcome.CARRIED) != carried or (
            event.outcome is Outcome.REJECTED and possible >= needed
        ):
            raise Wrong(entry.sequence, "the votes were otherwise")
        return proposal

    def _proposal(
        self, entry: Entry, number: int
    ) -> tuple[MotionMade, dict[int, bool]]:
        if number not in self._open:
            raise Wrong(entry.sequence, "there is no such proposal to vote on")
        return self._open[number]


def _needed(kind: MotionKind, voters: int) -> int:
    """A substitute needs more than half; what changes the game for all needs all."""
    return voters // 2 + 1 if kind is MotionKind.SUBSTITUTE else voters
