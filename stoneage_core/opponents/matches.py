"""Matches between opponents, autopilot and external programs, with Elo differences."""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from math import log10, sqrt
from pathlib import Path
from statistics import fmean

from msgspec import Struct

from stoneage_core import autopilot
from stoneage_core.commands import Command
from stoneage_core.errors import Irregular
from stoneage_core.model.styles import Style, load_styles
from stoneage_core.opponents.choosing import choose, choose_by
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.opponents.protocol import ExternalProgram
from stoneage_core.opponents.searching import study_of
from stoneage_core.simulation import Policy, play, random_policy
from stoneage_core.state import GameState

#: Players that are not opponents of the ladder.
OTHERS: dict[str, Policy] = {
    "autopilot": autopilot.choose,
    "random": random_policy(random.Random(1)),
}
#: The half width of a 95 % interval in standard errors.
Z_95 = 1.96


class Bout(Struct, frozen=True):
    """One game: by seat the names, the shares of the win, and the scores."""

    names: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    rounds: int


def play_games(
    names: Sequence[str],
    games: int,
    seed: int,
    others: Mapping[str, Policy] = OTHERS,
) -> Iterator[Bout]:
    """
    Play games and yield each when it ends; seeds count up, and seats rotate.

    Names are opponents, ``weights:FILE``, ``exec:COMMAND`` or those of ``others``:
    ``autopilot`` and ``random``. Raise Irregular for other names, and if an external
    program breaks the rules.
    """
    with _policies(names, others) as policies:
        for number in range(games):
            first = -number % len(names)
            seated = (*names[first:], *names[:first])
            game = play(len(names), seed + number, *[policies[n] for n in seated])
            winners = game.state.winners
            yield Bout(
                names=seated,
                shares=tuple(
                    (seat in winners) / len(winners) for seat in range(len(names))
                ),
                scores=tuple(tribe.score for tribe in game.state.players),
                rounds=game.state.round,
            )


def match_table(bouts: Sequence[Bout]) -> str:
    """Return a line of wins for each name, and the Elo difference of each pair."""
    names = sorted({name for bout in bouts for name in bout.names})
    lines = [_row(name, bouts) for name in names]
    for name, other in combinations(names, 2):
        parts = beaten_by(name, other, bouts)
        low, high = (elo(end, len(parts)) for end in interval(parts))
        ahead = elo(fmean(parts), len(parts))
        gap = f"{ahead:+.0f} ({low:+.0f} to {high:+.0f})"
        lines.append(f"{name} before {other}: Elo {gap}")
    return "\n".join(lines) + "\n"


def won_by(name: str, bouts: Sequence[Bout]) -> list[float]:
    """Return the share of each game that all seats of a name won."""
    seats = (zip(bout.names, bout.shares, strict=True) for bout in bouts)
    return [sum(part for own, part in each if own == name) for each in seats]


def beaten_by(name: str, other: str, bouts: Sequence[Bout]) -> list[float]:
    return [
        fmean(
            (own > theirs) + (own == theirs) / 2
            for own in _scores(name, bout)
            for theirs in _scores(other, bout)
        )
        for bout in bouts
    ]


def interval(parts: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean (Wilson's formula)."""
    count, mean = len(parts), fmean(parts)
    square = Z_95 * Z_95 / count
    middle = (mean + square / 2) / (1 + square)
    half = Z_95 * sqrt(mean * (1 - mean) / count + square / (4 * count)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(part: float, games: int) -> float:
    """
    Return the Elo difference for a share of games won.

    All or no games count as half a game less or more, so that it stays finite.
    """
    edge = 0.5 / games
    kept = min(max(part, edge), 1 - edge)
    return 400 * log10(kept / (1 - kept))


def _row(name: str, bouts: Sequence[Bout]) -> str:
    parts = won_by(name, bouts)
    seats = fmean(bout.names.count(name) for bout in bouts)
    low, high = interval(parts)
    chance = seats / len(bouts[0].names)
    scores = [score for bout in bouts for score in _scores(name, bout)]
    return (
        f"{name}: won {100 * fmean(parts):.1f} % ({100 * low:.1f} to {100 * high:.1f}) "
        f"of {len(parts)} games (chance {100 * chance:.0f} %), "
        f"mean score {fmean(scores):.1f}"
    )


def _scores(name: str, bout: Bout) -> list[int]:
    seats = zip(bout.names, bout.scores, strict=True)
    return [score for own, score in seats if own == name]


@contextmanager
def _policies(
    names: Sequence[str], others: Mapping[str, Policy]
) -> Iterator[dict[str, Policy]]:
    """Yield the policies by name; external programs end with the match."""
    programs: list[ExternalProgram] = []
    policies: dict[str, Policy] = {}
    try:
        for name in names:
            if name.startswith("exec:") and name not in policies:
                programs.append(ExternalProgram(name.removeprefix("exec:")))
                policies[name] = programs[-1].choose
            elif name not in policies:
                policies[name] = policy_of(name, others)
        yield policies
    finally:
        for program in programs:
            program.close()


def policy_of(name: str, others: Mapping[str, Policy] = OTHERS) -> Policy:
    if name.lower() in others:
        return others[name.lower()]
    if name.startswith("weights:"):
        styles = load_styles(Path(name.removeprefix("weights:")))
        return partial(_by_weights, styles[min(styles)])
    if name.capitalize() in OPPONENTS:
        return partial(_by_opponent, OPPONENTS[name.capitalize()])
    known = ", ".join([*OPPONENTS, *others, "weights:FILE", "exec:COMMAND"])
    raise Irregular("“{name}” is not one of {known}.", name=name, known=known)


def _by_opponent(opponent: Opponent, state: GameState, player: int) -> Command:
    return choose(opponent, state, player, state.game).command


def _by_weights(style: Style, state: GameState, player: int) -> Command:
    row = style.row(state.player_count)
    return choose_by(study_of(state, player, row, 1), state, 0).command
