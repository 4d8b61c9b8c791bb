"""
The decisions of opponents, with reasons.

A decision is deterministic, but its random numbers come from a seed that stays secret
as long as the game runs. So nobody can compute from the public log what a bot is going
to do, and everybody can repeat it afterwards.
"""

import hmac
from collections.abc import Sequence

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.advice import reason_for
from stoneage_core.components.places import place_in_words
from stoneage_core.model.boards import command_of_move
from stoneage_core.opponents.ladder import Opponent
from stoneage_core.opponents.searching import (
    Study,
    Trial,
    candidates,
    search_moves,
    study_of,
)
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules import purchases
from stoneage_core.state import GameState


class Figures(Struct, frozen=True):
    """The result of a search: games won of 100 with the best and the second move."""

    won: int
    next_best: int


class ChosenCommand(Struct, frozen=True):
    """A decision and its reason; ``figures`` is None if it did not search."""

    command: c.Command
    reason: Phrase
    figures: Figures | None


def choose(
    opponent: Opponent, state: GameState, player: int, seed: str
) -> ChosenCommand:
    """
    Return the decision of an opponent for an awaited player.

    It only depends on the opponent, the position with its version, and the seed, not on
    the machine or on the time available. In a real game, ``seed`` is the sealed seed of
    its dice, in hex.
    """
    count = state.player_count
    number = number_of(seed, state.version, player, opponent)
    rows = opponent.row(count), opponent.row_of_others(count)
    study = study_of(state, player, rows[0], number, rows[1])
    return choose_by(study, state, opponent.playouts)


def choose_by(study: Study, state: GameState, playouts: int) -> ChosenCommand:
    """Return the decision of the study's player; with 0 playouts it does not search."""
    trials: list[Trial] = []
    if playouts:
        moves = candidates(study, state)
        trials = search_moves(study, moves, playouts) if len(moves) > 1 else []
    move = trials[0].move if trials else study.own_move()
    command = command_of_move(state, study.player, move)
    figures = figures_of(trials)
    reason = reason_of(state, study.player, command, figures)
    return ChosenCommand(command, reason, figures)


def number_of(seed: str, version: int, player: int, opponent: Opponent) -> int:
    """Return the number from which a decision draws; it tells nothing of the seed."""
    label = f"bot/{version}/{player}/{opponent.name}/{opponent.version}"
    return int.from_bytes(hmac.digest(seed.encode(), label.encode(), "sha256")[:4])


def figures_of(trials: Sequence[Trial]) -> Figures | None:
    """Return the figures of a search, whose best move is first; None without one."""
    if len(trials) < 2:
        return None
    won = round(100 * trials[0].chance)
    other = round(100 * max(trial.chance for trial in trials[1:]))
    return Figures(won, min(won, other))


def is_worth_telling(command: c.Command) -> bool:
    """Return whether the reason for such a decision is interesting for players."""
    kinds = c.PlacePeople | c.BuyCard | c.Build | c.Leave | c.GoHungry
    return isinstance(command, kinds)


def reason_of(
    state: GameState, player: int, command: c.Command, figures: Figures | None
) -> Phrase:
    """Return the reason for a decision; ``figures`` compare the best two moves."""
    if figures is not None:
        english = _(
            "Played on many times, this won {percent} of 100 games, the next best "
            "{other}."
        )
        values = {"percent": figures.won, "other": figures.next_best}
        return Phrase("opponent.compared", english, values)
    if isinstance(command, c.Leave):
        purse = state.players[player].resources
        if purchases.price(state, command.place).payable(purse):
            english = _("{place}: the price is worth more than what it brings.")
            where = {"place": place_in_words(command.place)}
            return Phrase("opponent.leave", english, where)
    if isinstance(command, c.BuyCard):
        english = _("{place}: it brings more than the {goods} that it costs.")
        bought = {
            "place": place_in_words(command.place),
            "goods": command.payment.words(),
        }
        return Phrase("opponent.buy", english, bought)
    return reason_for(state, player, command)
