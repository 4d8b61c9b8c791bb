"""The position that a plan begins at: it stays as it was, whoever moves meanwhile."""

from collections.abc import Sequence

from games.models import Game, StoredEvent
from games.store import positions
from stoneage_core import GameState, awaited, legal_commands


def frozen_position(game: Game, present: GameState, version: int | None) -> GameState:
    """
    Return the position of a version; the present one where there is no such one.

    Nor is one begun at in the midst of what a decision made happen. Replays the game
    where the version is a former one.
    """
    if version is None or not 0 < version < present.version:
        return present
    former = positions.state_at(game, version)
    waiting = awaited(former)
    is_at_rest = waiting and all(legal_commands(former, each) for each in waiting)
    return former if is_at_rest else present


def movers_since(game: Game, version: int) -> Sequence[int]:
    """Return who decided anything after a version, by number. One query."""
    later = StoredEvent.objects.filter(game=game, sequence__gt=version)
    decided = later.exclude(decided_by=None).order_by("decided_by")
    return list(decided.values_list("decided_by", flat=True).distinct())
