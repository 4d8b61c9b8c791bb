"""The final scores as bars: what each tribe won by what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from stoneage_core.rules.scoring import final_score
from stoneage_core.state import GameState, Score

#: The length of the longest bar, in units of its view box.
LENGTH = 1000


@dataclass(frozen=True)
class ScorePart:
    """A part of a bar: what it is for, where it begins and how long it is."""

    key: str
    label: str
    points: int
    start: int
    length: int


@dataclass(frozen=True)
class ScoreBar:
    """The bar of one tribe."""

    seat: int
    name: str
    rank: int
    is_winner: bool
    total: int
    parts: tuple[ScorePart, ...]


def score_bars(state: GameState, names: Sequence[str]) -> tuple[ScoreBar, ...]:
    """Return a bar for each tribe, the winner's first; points lost have no length."""
    scores = [
        state.scores[player] or final_score(tribe)
        for player, tribe in enumerate(state.players)
    ]
    most = max(sum(max(0, points) for _key, points in _parts(one)) for one in scores)
    bars = [
        ScoreBar(
            seat=player,
            name=names[player],
            rank=state.ranks[player] if state.ranks else 0,
            is_winner=player in state.winners,
            total=score.total,
            parts=tuple(_laid_out(score, max(1, most))),
        )
        for player, score in enumerate(scores)
    ]
    return tuple(sorted(bars, key=lambda bar: (bar.rank, bar.seat)))


def _laid_out(score: Score, most: int) -> Iterator[ScorePart]:
    """Yield the parts of a score one behind the other."""
    start = 0
    for key, points in _parts(score):
        length = LENGTH * max(0, points) // most
        yield ScorePart(key, _label(key), points, start, length)
        start += length


def _parts(score: Score) -> tuple[tuple[str, int], ...]:
    figures = score.farmers + score.tool_makers + score.hut_builders + score.shamans
    return (
        ("game", score.before),
        ("symbols", score.green),
        ("figures", figures),
        ("goods", score.resources),
    )


def _label(key: str) -> str:
    return {
        "game": _("During the game"),
        "symbols": _("Culture symbols"),
        "figures": _("People on cards"),
        "goods": _("Resources"),
    }[key]
