"""Bots to choose from: name, strength, character."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presentation.text import say
from stoneage_core.opponents.compiling import is_compiled
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS, Opponent

#: In the order of the ladder.
_STRENGTHS = (
    *(_("first game"), _("easy"), _("still easy"), _("fair")),
    *(_("good"), _("strong"), _("hard"), _("master")),
)

#: Without a compiled model, so many playouts take some seconds of one core.
MOST_PLAIN = 400


@dataclass(frozen=True)
class OpponentChoice:
    name: str
    strength: Promise
    character: str
    is_default: bool

    def __str__(self) -> str:
        return f"{self.name} ({self.strength})"


def opponent_choices() -> list[OpponentChoice]:
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
    Return whether a bot can be chosen on this server.

    A searching bot needs the operator's permission to think. Without a compiled model,
    strong ones would take minutes for a decision.
    """
    if not opponent.thinks:
        return True
    return settings.THINKING and (opponent.playouts <= MOST_PLAIN or is_compiled())


def offered_opponent(name: str) -> Opponent | None:
    opponent = OPPONENTS.get(name)
    return opponent if opponent is not None and is_offered(opponent) else None
