"""How strong the ladder is: each rung against the one below, as a table."""

from collections.abc import Iterator
from statistics import fmean

from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.matches import (
    Bout,
    beaten_by,
    elo,
    interval,
    play_games,
)

#: Who stands below the ladder, and who beside it.
GROUND, BESIDE = "random", "autopilot"
QUICK_GAMES = 25


def ladder_table(games: int, seed: int, players: int) -> Iterator[str]:
    """
    Yield a Markdown table, a line after each match.

    Every opponent plays the one below it, and autopilot, which take all other seats;
    those who do not think play 25 times as many games.
    """
    yield "| opponent | against | games | beaten, 95 % interval | Elo above |\n"
    yield "| --- | --- | --- | --- | --- |\n"
    below = GROUND
    for name in OPPONENTS:
        for rival in (below, BESIDE):
            count = games if OPPONENTS[name].thinks else QUICK_GAMES * games
            seated = (name, *[rival] * (players - 1))
            bouts = list(play_games(seated, count, seed))
            yield _row(name, rival, bouts)
        below = name


def _row(name: str, rival: str, bouts: list[Bout]) -> str:
    """Return the result of one match, by who scored more than whom."""
    parts = beaten_by(name, rival, bouts)
    count, mean, (low, high) = len(parts), fmean(parts), interval(parts)
    beaten = f"{100 * mean:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    above = (
        f"{elo(mean, count):+.0f} ({elo(low, count):+.0f} to {elo(high, count):+.0f})"
    )
    return f"| {name} | {rival} | {count} | {beaten} | {above} |\n"
