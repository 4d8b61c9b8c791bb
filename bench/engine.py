"""E1 to E3: the rules in memory, against python-chess and the stripped rollout."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from bench import goals, recorded
from bench.floors import rollout
from bench.recorded import Recording, recorded_chance
from bench.table import Comparison
from bench.timing import TimedCase
from stoneage_core import decide, notation, replay, simulation
from stoneage_core.rules import dispatch

#: How many different random games are played, in rotation.
RANDOM_GAMES = 20


def comparisons() -> list[Comparison]:
    """Return the comparisons in the order of the table."""
    from bench.peers import chess_games

    checked = TimedCase("chess: checked replay", chess_games.checked_replay())
    random_chess = TimedCase("chess: random moves", chess_games.random_moves())
    stripped = TimedCase("rollout", rollout.random_games())
    games = recorded.games()
    played = TimedCase("random games", random_games())
    against_replay = "python-chess: replay of UCI text, checked"
    actions = "random legal 4-player games, full rules"
    return [
        Comparison(
            goals.E1,
            "replay of recorded games, events decoded, not checked",
            against_replay,
            TimedCase("replay", each(games, replayed)),
            checked,
            "events/s",
            "moves/s",
        ),
        Comparison(
            goals.E2,
            "the same, each command parsed, decided again and compared",
            against_replay,
            TimedCase("judged", each(games, judged)),
            checked,
            "events/s",
            "moves/s",
        ),
        Comparison(
            goals.E3,
            actions,
            "python-chess: random legal moves",
            played,
            random_chess,
            "actions/s",
            "moves/s",
        ),
        Comparison(
            goals.E3_FLOOR,
            actions,
            "floor: stripped rules on a flat list",
            played,
            stripped,
            "actions/s",
            "moves/s",
        ),
    ]


def each(
    games: tuple[Recording, ...], run: Callable[[Recording], int]
) -> Callable[[], int]:
    """Return a function that runs over all ``games``."""
    return lambda: sum(map(run, games))


def replayed(game: Recording) -> int:
    """Decode and replay a whole game; return the number of events."""
    return replay(row.event() for row in game.stored).version


def judged(game: Recording) -> int:
    """
    Replay a whole game as an auditor would; return the number of events.

    Each command is parsed and decided again with the recorded dice and cards. Raises
    ValueError if the result differs from the record.
    """
    stream = tuple(row.event() for row in game.stored)
    state = replay(stream[game.opening])
    chance = recorded_chance(stream[game.opening.stop :])
    for decision in game.decisions:
        command = notation.from_text(decision.text)
        happened = stream[decision.events]
        if decide(state, decision.player, command, chance).events != happened:
            raise ValueError(f"{decision.text}: the record says something else")
        state = replay(happened, state)
    return state.version


class Random4(NamedTuple):
    """A random game of four, identified by its seed, and its counts."""

    seed: int
    actions: int
    decisions: int
    events: int


@cache
def random_seeds(count: int = RANDOM_GAMES) -> tuple[Random4, ...]:
    """Return random games with all their commands counted, also the forced ones."""
    return tuple(map(counted, range(count)))


def counted(seed: int) -> Random4:
    """Play a game once, untimed, and count the commands carried out."""
    with patch("stoneage_core.flow.perform", wraps=dispatch.perform) as forced:
        played = play(seed)
    decisions = len(played.decisions)
    return Random4(seed, decisions + forced.call_count, decisions, len(played.events))


def play(seed: int) -> simulation.Played:
    """Play a random game of four, which depends only on the seed."""
    return simulation.play(4, seed, simulation.random_policy(Random(seed)))


def random_games() -> Callable[[], int]:
    """Return a case that plays a random game and returns its number of actions."""
    games = random_seeds()
    turn = iter(range(1 << 62))

    def run() -> int:
        game = games[next(turn) % len(games)]
        play(game.seed)
        return game.actions

    return run
