"""Scores at the end of each round, and the rounds in which a lead grew most."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.positions import PastEvent
from stoneage_core import events as e
from stoneage_core.rules.scoring import final_score
from stoneage_core.state import GameState


class RoundEnd(NamedTuple):
    """What each player would have scored if the game had ended with a round."""

    round: int
    points: tuple[int, ...]


class TurningPoint(NamedTuple):
    """A round in which a player's lead grew from ``before`` to ``after``."""

    round: int
    player: int
    before: int
    after: int

    @property
    def swing(self) -> int:
        """By how much the lead grew."""
        return self.after - self.before

    @property
    def takes_lead(self) -> bool:
        """Whether the player was not ahead before, and was ahead then."""
        return self.before <= 0 < self.after


def round_ends(
    kept: Iterable[PastEvent], states: Sequence[GameState]
) -> tuple[RoundEnd, ...]:
    """Return the scores at the end of each round; ``kept`` was never taken back."""
    ends: list[RoundEnd] = []
    last = states[0]
    for one in kept:
        if isinstance(one.event, e.RoundStarted) and last.round:
            ends.append(RoundEnd(last.round, points_in(last)))
        last = states[one.sequence]
    if last.round:
        ends.append(RoundEnd(last.round, points_in(last)))
    return tuple(ends)


def points_in(state: GameState) -> tuple[int, ...]:
    """Return what each player has in the end, or would have if it ended there."""
    scores = state.scores or (None,) * len(state.players)
    return tuple(
        (score or final_score(tribe)).total
        for tribe, score in zip(state.players, scores, strict=True)
    )


def lead_of(player: int, points: Sequence[int]) -> int:
    """Return by how much a player is ahead of the best other; below 0 if behind."""
    others = [each for number, each in enumerate(points) if number != player]
    return points[player] - max(others)


def turning_points(ends: Sequence[RoundEnd], most: int = 3) -> tuple[TurningPoint, ...]:
    """
    Return the rounds in which a lead grew most, the largest swing first.

    One for each round at most; before the first round all are equal.
    """
    found: list[TurningPoint] = []
    before: Sequence[int] = (0,) * len(ends[0].points) if ends else ()
    for number, points in ends:
        swings = [
            TurningPoint(number, player, lead_of(player, before), lead)
            for player, lead in enumerate(
                lead_of(p, points) for p in range(len(points))
            )
        ]
        found.append(max(swings, key=lambda each: each.swing))
        before = points
    found = [each for each in found if each.swing > 0]
    return tuple(sorted(found, key=lambda each: (-each.swing, each.round))[:most])
