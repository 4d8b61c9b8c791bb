"""The open proposals of a game, and whether they were settled as the votes say."""

from collections.abc import Set as AbstractSet

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.conduct import (
    MotionKind,
    MotionMade,
    MotionSettled,
    Outcome,
    Return,
    VoteCast,
)
from stoneage_core.verdicts import outcome

#: What a proposal of each kind is about.
_FIELDS = {
    MotionKind.TAKE_BACK: {"sequence"},
    MotionKind.SUBSTITUTE: {"seat", "offer"},
    MotionKind.END: set(),
    MotionKind.CLOCK: {"clock"},
}
_SUBJECTS = ("sequence", "seat", "offer", "clock")


class Votes:
    """Proposals by number, each with the votes cast on it."""

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[int, tuple[MotionMade, dict[int, bool]]] = {}
        self._returns: list[tuple[int, int]] = []
        self._overtaken: set[int] = set()

    def propose(self, entry: Entry, event: MotionMade) -> None:
        self._count += 1
        if event.motion != self._count:
            raise Wrong(entry.sequence, "the proposals are not counted in order")
        if _fields(event) != _FIELDS[event.kind]:
            raise Wrong(entry.sequence, "it does not say what is proposed")
        if any(proposal.kind is event.kind for proposal, _ in self._open.values()):
            raise Wrong(entry.sequence, "there was such a proposal already")
        self._open[event.motion] = (event, {event.player: True})

    def cast(self, entry: Entry, event: VoteCast) -> None:
        _proposal, votes = self._proposal(entry, event.motion)
        votes[event.player] = event.agrees

    def leave(self, player: int) -> None:
        """Somebody else has the seat now, and is not bound by how its player voted."""
        for _proposal, votes in self._open.values():
            votes.pop(player, None)

    def settle(
        self, entry: Entry, event: MotionSettled, voters: AbstractSet[int]
    ) -> MotionMade:
        """Close a proposal; return it. Raise Wrong where the votes say otherwise."""
        proposal, votes = self._proposal(entry, event.motion)
        del self._open[event.motion]
        if event.outcome is Outcome.LAPSED:
            if not self._is_moot(proposal, voters & votes.keys()):
                raise Wrong(entry.sequence, "there was still something to vote on")
        elif event.outcome is not outcome(proposal.kind, votes, voters):
            raise Wrong(entry.sequence, "the votes were otherwise")
        return proposal

    def play_on(self) -> None:
        """Note that another round begins: what is open is overtaken by it for good."""
        self._overtaken |= self._open.keys()

    def go_back(self, entry: Entry, event: Return) -> None:
        """Note what was taken back: nobody can propose that again."""
        self._returns.append((entry.sequence, event.sequence))

    def require_settled(self, sequence: int, voters: AbstractSet[int]) -> None:
        """Raise Wrong if a proposal was decided, and nothing came of it."""
        for proposal, votes in self._open.values():
            if outcome(proposal.kind, votes, voters) is not None:
                english = "proposal {number} was decided, and nothing came of it"
                raise Wrong(sequence, english, number=proposal.motion)

    def _is_moot(self, proposal: MotionMade, voters: AbstractSet[int]) -> bool:
        """
        Whether a proposal may lapse, as far as a record can tell.

        ``voters`` are those who voted and still play.
        """
        if proposal.player not in voters:
            return True
        if proposal.kind is MotionKind.SUBSTITUTE:
            # The offer may have been withdrawn, which is in no record.
            return True
        if proposal.kind is not MotionKind.TAKE_BACK:
            return False
        wanted = proposal.sequence or 0
        gone = any(at > wanted >= sequence for at, sequence in self._returns)
        return gone or proposal.motion in self._overtaken

    def _proposal(
        self, entry: Entry, number: int
    ) -> tuple[MotionMade, dict[int, bool]]:
        if number not in self._open:
            raise Wrong(entry.sequence, "there is no such proposal to vote on")
        return self._open[number]


def _fields(event: MotionMade) -> set[str]:
    return {name for name in _SUBJECTS if getattr(event, name) is not None}
