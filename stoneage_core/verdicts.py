"""When a proposal is decided; pure."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from stoneage_core.conduct import MotionKind, Outcome

#: What changes the game for everybody needs everybody.
UNANIMOUS = frozenset({MotionKind.TAKE_BACK, MotionKind.END, MotionKind.CLOCK})


def outcome(
    kind: MotionKind, votes: Mapping[int, bool], voters: AbstractSet[int]
) -> Outcome | None:
    """
    Return what becomes of a proposal, or None while votes can still decide it.

    ``votes`` are by player, ``voters`` those who play themselves at this moment. What
    changes the game
    for all needs the yes of all; a substitute needs more than half of them.
    """
    cast = [votes.get(player) for player in voters]
    required = needed(kind, len(cast))
    if cast.count(True) >= required:
        return Outcome.CARRIED
    return Outcome.REJECTED if len(cast) - cast.count(False) < required else None


def needed(kind: MotionKind, voters: int) -> int:
    """Return how many of so many voters have to say yes."""
    return voters if kind in UNANIMOUS else voters // 2 + 1
