"""When a proposal is decided; pure."""

from collections.abc import Set as AbstractSet

from games.conduct import Motion
from stoneage_core.conduct import MotionKind, Outcome

#: What changes the game for everybody needs everybody.
UNANIMOUS = frozenset({MotionKind.TAKE_BACK, MotionKind.END, MotionKind.CLOCK})


def outcome(motion: Motion, voters: AbstractSet[int]) -> Outcome | None:
    """
    Return what becomes of a proposal, or None while votes can still decide it.

    ``voters`` are the players who play themselves at this moment. What changes the game
    for all needs the yes of all; a substitute needs more than half of them.
    """
    votes = [motion.votes.get(player) for player in voters]
    yes, no = votes.count(True), votes.count(False)
    required = needed(motion.proposal.kind, len(votes))
    if yes >= required:
        return Outcome.CARRIED
    return Outcome.REJECTED if len(votes) - no < required else None


def needed(kind: MotionKind, voters: int) -> int:
    """Return how many of so many voters have to say yes."""
    return voters if kind in UNANIMOUS else voters // 2 + 1
