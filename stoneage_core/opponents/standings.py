"""How strong the ladder is: each rung against the one below, as a table."""

from collections.abc import Iterator
from statistics import fmean

from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.matches import (
    Bout,
    elo,
    interval,
    play_games,
    won_by,
)

#: Who stands below the ladder, and who beside it.
GROUND, BESIDE = "random", "autopilot"
QUICK_GAMES = 25


def ladder_table(games: int, seed: int) -> Iterator[str]:
    """
    Yield a Markdown table, a line after each match of two players.

    Every opponent plays the one below it, and autopilot; those who do not think play
    25 times as many games.
    """
    yield "| opponent | against | games | won, 95 % interval | Elo above |\n"
    yield "| --- | --- | --- | --- | --- |\n"
    below = GROUND
    for name in OPPONENTS:
        for rival in (below, BESIDE):
            count = games if OPPONENTS[name].thinks else QUICK_GAMES * games
            bouts = list(play_games((name, rival), count, seed))
            yield _row(name, rival, bouts)
        below = name


def _row(name: str, rival: str, bouts: list[Bout]) -> str:
    """Return the result of one match; Elo from parts of victories."""
    parts = won_by(name, bouts)
    count, mean, (low, high) = len(parts), fmean(parts), interval(parts)
    won = f"{100 * mean:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    above = (
        f"{elo(mean, count):+.0f} ({elo(low, count):+.0f} to {elo(high, count):+.0f})"
    )
    return f"| {name} | {rival} | {count} | {won} | {above} |\n"
