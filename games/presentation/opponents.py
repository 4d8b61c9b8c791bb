"""Opponents to choose from: by name, how strong they are, what they are like."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presentation.text import say
from stoneage_core.opponents.compiling import is_quick
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS

#: From the easiest to the strongest, as the ladder has them.
_STRENGTHS = (_("easy"), _("fair"), _("good"), _("hard"), _("master"))

#: How many playouts take some seconds of one core where nothing is compiled.
MOST_PLAIN = 400


@dataclass(frozen=True)
class OpponentChoice:
    """An opponent as a reader may choose it."""

    name: str
    strength: Promise
    character: str
    is_default: bool

    def __str__(self) -> str:
        return f"{self.name} ({self.strength})"


def opponent_choices() -> list[OpponentChoice]:
    """
    Return the opponents, the easiest first, in the reader's language.

    Where nothing is compiled, without those who would take minutes for a decision.
    """
    return [
        OpponentChoice(
            opponent.name,
            strength,
            say(opponent.character),
            is_default=opponent is DEFAULT_OPPONENT,
        )
        for opponent, strength in zip(OPPONENTS.values(), _STRENGTHS, strict=True)
        if is_quick() or opponent.playouts <= MOST_PLAIN
    ]
