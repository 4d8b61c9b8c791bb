"""By when something has to happen in a game: an end that is withheld is overdue."""

from datetime import datetime, timedelta

from stoneage_core.beacon import PATIENCE
from stoneage_core.chance import SECONDS_TO_REVEAL
from stoneage_core.match.beacons import beacon_due_at
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.state import Match
from stoneage_core.state import Phase
from stoneage_core.time_control import PAUSE_DAYS


def due_by(match: Match, last_at: datetime) -> datetime | None:
    """
    Return by when a game has to go on whose last event was at ``last_at``.

    A time-out, the beacon or its absence, the salts, the seed of an end by the staff: a
    service that runs brings each about. A game that is frozen may be so for as long as
    all pauses may last. None where nothing has to follow: before all have joined, and
    once the seed is known.
    """
    board, around = match
    if board.seed or around.cancelled_at is not None or not board.is_full:
        return None
    if around.frozen_since is not None:
        return around.frozen_since + timedelta(days=PAUSE_DAYS)
    if board.phase is Phase.ENDED:
        return around.final_from
    beacon_due = beacon_due_at(board)
    if beacon_due is not None:
        return beacon_due + timedelta(seconds=PATIENCE)
    if board.phase is Phase.INVITATION:
        return last_at + timedelta(seconds=SECONDS_TO_REVEAL)
    dues = [deadline_of(around, player) for player in around.pending]
    return min((due for due in dues if due is not None), default=None)
