"""Repeats the decisions of bots in a record and compares them."""

from collections.abc import Iterator
from typing import NamedTuple

from stoneage_core import notation
from stoneage_core.audit.entries import entries_of
from stoneage_core.engine import replay_states
from stoneage_core.events.setup import Bot, GameCreated, PlayerJoined
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS, Opponent


class CheckedMove(NamedTuple):
    """A bot's move, and what it decides now; None if that version is gone."""

    sequence: int
    bot: Bot
    command: str
    expected: str | None


def check_moves(text: str) -> Iterator[CheckedMove]:
    """
    Decide every move of bots in a verified record again.

    A move with a search takes up to a tenth of a second, or several seconds if the
    model is not compiled.
    """
    entries = list(entries_of(text))
    events = [entry.decoded() for entry in entries]
    seated, game = dict[int, Bot](), ""
    for entry, event, before in zip(
        entries, events, replay_states(events), strict=False
    ):
        if isinstance(event, GameCreated):
            game = event.game
        if isinstance(event, PlayerJoined) and event.bot is not None:
            seated[event.player] = event.bot
        if entry.source == Source.AUTOMATIC and is_move(entry.command):
            assert entry.decided_by is not None
            bot = seated[entry.decided_by]
            opponent = opponent_of(bot)
            expected = None
            if opponent is not None:
                choice = choose(opponent, before, entry.decided_by, game)
                expected = notation.to_text(choice.command)
            yield CheckedMove(entry.sequence, bot, entry.command, expected)


def opponent_of(bot: Bot) -> Opponent | None:
    """Return the opponent of a log, or None if it does not decide the same any more."""
    named = (other for other in OPPONENTS.values() if other.bot == bot)
    return next(named, None)


def report_moves(text: str) -> tuple[bool, str]:
    moves = list(check_moves(text))
    unknown = [move for move in moves if move.expected is None]
    wrong = [move for move in moves if move.expected not in {None, move.command}]
    lines = [f"{len(moves) - len(unknown)} moves of bots decided again."]
    for bot in sorted({str(_named(move.bot)) for move in unknown}):
        lines.append(f"{bot} no longer exists, so its moves were not checked.")
    lines += [
        f"At event {move.sequence} {_named(move.bot)} would have decided "
        f"“{move.expected}”, not “{move.command}”."
        for move in wrong
    ]
    return not wrong, "\n".join(lines) + "\n"


def _named(bot: Bot) -> str:
    return f"{bot.name.capitalize()} version {bot.version}"
