"""Feeding with too little food: resources instead, or hunger."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation.choices.decision import (
    AskedDecision,
    Choice,
    Entered,
    takings_of,
)
from games.presentation.choices.payments import Payment, payment_of
from games.presentation.text import format_signed
from stoneage_core import notation
from stoneage_core.payments import Payments
from stoneage_core.rules import feeding
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import GameState


@dataclass(frozen=True, eq=False)
class FeedDecision(AskedDecision):
    """Phase 3: cover all that is missing, or lose points."""

    template: ClassVar[str] = "games/dock/feed.html"

    people: int
    missing: int
    score: int
    payment: Payment | None
    hungry: Choice

    @property
    def cost(self) -> int:
        """What going hungry scores."""
        return -HUNGER_POINTS


def feed_decision(state: GameState, player: int, entered: Entered) -> FeedDecision:
    """Return the ways out for a tribe whose food was too little."""
    tribe = state.players[player]
    payment = None
    for choice in feeding.legal(state, player):
        if isinstance(choice, Payments):
            payment = payment_of(state, player, choice, entered)
    hungry = notation.to_text(feeding.GO_HUNGRY)
    left = format_signed(tribe.score - HUNGER_POINTS)
    score = {"points": HUNGER_POINTS, "score": left}
    detail = _("lose %(points)d points, down to %(score)s; keep your resources") % score
    return FeedDecision(
        heading=_("Feed your tribe"),
        takings=takings_of(state, player, entered),
        people=tribe.people,
        missing=state.owing[player],
        score=tribe.score,
        payment=payment,
        hungry=Choice(
            hungry, _("Go hungry"), detail, is_entered=hungry == entered.command
        ),
    )
