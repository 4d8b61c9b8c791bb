"""What a player may take back alone, and for how long at most."""

from stoneage_core import events as e
from stoneage_core.clock import MINUTE, Clock, PerMove
from stoneage_core.events import Event

#: What nobody knew before it happened, and the end, after which nothing is open.
REVEALING: tuple[type[Event], ...] = (
    e.DiceRolled,
    e.DiceForAllRolled,
    e.CardDrawn,
    e.CardRevealed,
    e.BuildingRevealed,
    e.GameStarted,
    e.GameEnded,
)

#: No window takes more than this share of the time that a decision has.
LARGEST_SHARE = 20

#: Nor is one longer than this, in seconds, wherever a game is played.
LONGEST_WINDOW = 10 * MINUTE


def longest_window(clock: Clock | None) -> float:
    """Return for how many seconds a decision can be taken back at most."""
    if clock is None:
        return LONGEST_WINDOW
    time = clock.time
    own = time.seconds if isinstance(time, PerMove) else time.start
    return min(LONGEST_WINDOW, max(MINUTE, own + clock.grace) / LARGEST_SHARE)
