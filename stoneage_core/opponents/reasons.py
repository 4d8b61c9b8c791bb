"""Why an opponent decided so: one line, for the recap."""

from collections.abc import Sequence

from stoneage_core import commands as c
from stoneage_core.advice import reason_for
from stoneage_core.opponents.searching import Trial
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.places import in_words
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import GameState


def reason_of(
    state: GameState, player: int, command: c.Command, trials: Sequence[Trial]
) -> Phrase:
    """Return why a decision was made; with trials, by how much it is better."""
    if len(trials) > 1:
        return _compared(trials)
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


def _compared(trials: Sequence[Trial]) -> Phrase:
    best, other = trials[0], max(trials[1:], key=lambda trial: trial.chance)
    english = _(
        "Played on many times, this won {percent} of 100 games, the next best {other}."
    )
    values = {
        "percent": round(100 * best.chance),
        "other": min(round(100 * other.chance), round(100 * best.chance)),
    }
    return Phrase("opponent.compared", english, values)
