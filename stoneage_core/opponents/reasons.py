"""Why an opponent decided so: one line, for the recap."""

from collections.abc import Sequence

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.advice import reason_for
from stoneage_core.components.places import in_words
from stoneage_core.opponents.searching import Trial
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import GameState


class Figures(Struct, frozen=True):
    """What a search came to, of 100 games: those won by the move, and by the next."""

    won: int
    next_best: int


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
    if isinstance(command, c.Leave):
        english = _("{place}: the price is worth more than what it brings.")
        where = {"place": in_words(command.place)}
        return Phrase("opponent.leave", english, where)
    if isinstance(command, c.GoHungry):
        english = _("Hunger costs {points} points, and the food isn’t worth that much.")
        return Phrase("opponent.hungry", english, {"points": HUNGER_POINTS})
    if isinstance(command, c.BuyCard):
        english = _("{place}: it brings more than the {goods} that it costs.")
        bought = {"place": in_words(command.place), "goods": command.payment.words()}
        return Phrase("opponent.buy", english, bought)
    return reason_for(state, player, command)


def _compared(figures: Figures) -> Phrase:
    english = _(
        "Played on many times, this won {percent} of 100 games, the next best {other}."
    )
    values = {"percent": figures.won, "other": figures.next_best}
    return Phrase("opponent.compared", english, values)
