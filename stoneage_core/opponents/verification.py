"""
Repeats the decisions of bots in a record and compares them.

Their random numbers come from the seed of the game, so a decision can be repeated once
the log reveals the seed of its time: at the end, or when the service was restored.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from stoneage_core import notation
from stoneage_core.audit.entries import entries_of
from stoneage_core.audit.seals import seed_periods
from stoneage_core.engine import replay_states
from stoneage_core.events.setup import Bot, PlayerJoined
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source
from stoneage_core.opponents import ladder
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.state import GameState


class Unrepeatable(Enum):
    """Why a bot's move cannot be repeated; the value is a sentence for one bot."""

    SEALED = (
        "{count} moves of {bot} cannot be repeated yet: their chance comes from the "
        "game's seed, which is revealed at the end."
    )
    UNKNOWN = (
        "{count} moves of {bot} cannot be repeated: this program does not know that "
        "version. A newer one may."
    )
    CHANGED = (
        "{count} moves of {bot} cannot be repeated: this program has its weights, but "
        "searches or estimates differently. One of that time can repeat them."
    )


class CheckedMove(NamedTuple):
    """A bot's move, and what it decides now, or why that cannot be told."""

    sequence: int
    bot: Bot
    command: str
    expected: str | Unrepeatable


def check_moves(text: str) -> Iterator[CheckedMove]:
    """
    Decide every move of bots in a verified record again.

    A move with a search takes up to a tenth of a second, or several seconds if the
    model is not compiled.
    """
    entries = list(entries_of(text))
    events = [entry.decoded() for entry in entries]
    periods = list(seed_periods(events))
    seated = dict[int, Bot]()
    for entry, event, before in zip(
        entries, events, replay_states(events), strict=False
    ):
        if isinstance(event, PlayerJoined) and event.bot is not None:
            seated[event.player] = event.bot
        if entry.source == Source.AUTOMATIC and is_move(entry.command):
            assert entry.decided_by is not None
            bot = seated[entry.decided_by]
            yield CheckedMove(
                entry.sequence,
                bot,
                entry.command,
                _repeated(
                    bot, before, entry.decided_by, _seed_at(before.version, periods)
                ),
            )


def _repeated(bot: Bot, state: GameState, player: int, seed: str) -> str | Unrepeatable:
    opponent = opponent_of(bot)
    if opponent is None:
        return Unrepeatable.UNKNOWN
    if not opponent.is_repeatable:
        return Unrepeatable.CHANGED
    if not seed:
        return Unrepeatable.SEALED
    return notation.to_text(choose(opponent, state, player, seed).command)


def _seed_at(version: int, periods: Sequence[tuple[str, int | None, str]]) -> str:
    """Return the seed of the decision after a version, or '' if it is still secret."""
    seeds = (seed for _, end, seed in periods if end is None or version < end)
    return next(seeds)


def opponent_of(bot: Bot) -> Opponent | None:
    """Return the opponent of a log, also a former version, or None if it is unknown."""
    known = (*OPPONENTS.values(), *ladder.FORMER)
    return next((other for other in known if other.bot == bot), None)


def report_moves(text: str) -> tuple[bool, str]:
    moves = list(check_moves(text))
    skipped = Counter(
        (_named(move.bot), move.expected)
        for move in moves
        if isinstance(move.expected, Unrepeatable)
    )
    wrong = [
        move
        for move in moves
        if isinstance(move.expected, str) and move.expected != move.command
    ]
    lines = [f"{len(moves) - skipped.total()} moves of bots decided again."]
    lines += [
        why.value.format(count=count, bot=bot) for (bot, why), count in skipped.items()
    ]
    lines += [
        f"At event {move.sequence} {_named(move.bot)} would have decided "
        f"“{move.expected}”, not “{move.command}”."
        for move in wrong
    ]
    return not wrong, "\n".join(lines) + "\n"


def _named(bot: Bot) -> str:
    return f"{bot.name.capitalize()} version {bot.version}"
