"""What an opponent decides, and why: the same answer to a position, every time."""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.advice import reason_for
from stoneage_core.components.places import Place, place_in_words
from stoneage_core.opponents.boards import command_of_move
from stoneage_core.opponents.judging import candidates
from stoneage_core.opponents.ladder import Opponent
from stoneage_core.opponents.searching import Study, Trial, search_moves, study_of
from stoneage_core.opponents.styles import load_styles
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules import purchases
from stoneage_core.state import GameState


class Figures(Struct, frozen=True):
    """What a search came to, of 100 games: those won by the move, and by the next."""

    won: int
    next_best: int


class ChosenCommand(Struct, frozen=True):
    """A decision, and one line of why; the ``figures`` are of a search."""

    command: c.Command
    reason: Phrase
    figures: Figures | None


def choose(
    opponent: Opponent, state: GameState, player: int, game: str
) -> ChosenCommand:
    """
    Return what an opponent decides for an awaited player.

    It depends on the opponent, the position with its version, and ``game``, the name
    of the game; not on the machine, nor on how much time there is.
    """
    style = load_styles()[opponent.style]
    row = style.row(state.player_count, opponent.noise)
    seed = seed_of(game, state.version, player, opponent)
    return choose_by(study_of(state, player, row, seed), state, opponent.playouts)


def choose_by(study: Study, state: GameState, playouts: int) -> ChosenCommand:
    """Return what the player of a study decides with so many playouts."""
    trials: list[Trial] = []
    if playouts:
        moves = candidates(study, state)
        trials = search_moves(study, moves, playouts) if len(moves) > 1 else []
    move = trials[0].move if trials else study.own_move()
    command = command_of_move(state, study.player, move)
    figures = figures_of(trials)
    reason = reason_of(state, study.player, command, figures)
    return ChosenCommand(command, reason, figures)


def seed_of(game: str, version: int, player: int, opponent: Opponent) -> int:
    """Return where the generator of an opponent begins at a position."""
    label = f"{game}/{version}/{player}/{opponent.name}/{opponent.version}"
    return int.from_bytes(sha256(label.encode()).digest()[:4])


def figures_of(trials: Sequence[Trial]) -> Figures | None:
    """Return what a search came to, the best move first; None where none was made."""
    if len(trials) < 2:
        return None
    won = round(100 * trials[0].chance)
    other = round(100 * max(trial.chance for trial in trials[1:]))
    return Figures(won, min(won, other))


def is_worth_telling(command: c.Command) -> bool:
    """Whether a decision of that kind says something about a plan."""
    dealings = c.BuyCard | c.Build | c.Leave | c.GoHungry
    return isinstance(command, c.PlacePeople | dealings)


def reason_of(
    state: GameState, player: int, command: c.Command, figures: Figures | None
) -> Phrase:
    """Return why a decision was made; with figures, by how much it is better."""
    if figures is not None:
        return _compared(figures)
    if isinstance(command, c.Leave) and _could_pay(state, player, command.place):
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


def _could_pay(state: GameState, player: int, place: Place) -> bool:
    return purchases.price(state, place).payable(state.players[player].resources)


def _compared(figures: Figures) -> Phrase:
    english = _(
        "Played on many times, this won {percent} of 100 games, the next best {other}."
    )
    values = {"percent": figures.won, "other": figures.next_best}
    return Phrase("opponent.compared", english, values)
