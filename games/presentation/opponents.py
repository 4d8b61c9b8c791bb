"""Opponents to choose from: by name, how strong they are, what they are like."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presentation.text import say
from stoneage_core.opponents.compiling import is_compiled
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS, Opponent

#: From the easiest to the strongest, as the ladder has them.
_STRENGTHS = (_("easy"), _("fair"), _("good"), _("hard"), _("master"))

#: How many playouts take some seconds of one core if nothing is compiled.
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
    """Return who is offered, the easiest first, in the reader's language."""
    return [
        OpponentChoice(
            opponent.name,
            strength,
            say(opponent.character),
            is_default=opponent is DEFAULT_OPPONENT,
        )
        for opponent, strength in zip(OPPONENTS.values(), _STRENGTHS, strict=True)
        if is_offered(opponent)
    ]


def is_offered(opponent: Opponent) -> bool:
    """
    Whether an opponent can be chosen here.

    Not if it would have to think and the operator wants no thinking, nor if nothing is
    compiled and it would take minutes for a decision.
    """
    if not opponent.thinks:
        return True
    return settings.THINKING and (opponent.playouts <= MOST_PLAIN or is_compiled())


def offered_opponent(name: str) -> Opponent | None:
    """Return the opponent of that name, None if nobody of that name is offered."""
    opponent = OPPONENTS.get(name)
    return opponent if opponent is not None and is_offered(opponent) else None
