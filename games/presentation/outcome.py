"""What a decision brought, told to the player who made it, in the events' own words."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.presentation.text import say
from stoneage_core.events import actions, feeding, purchases
from stoneage_core.events.base import Event
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.wording.sentences import describe_to

#: Events that bring a player something, or that confirm what they chose.
TOLD = (
    actions.PeoplePlaced,
    actions.DiceRolled,
    actions.ToolsUsed,
    actions.GoodsGathered,
    actions.ToolMade,
    actions.PersonBorn,
    actions.FoodTrackRaised,
    actions.NothingGained,
    actions.ActionDeclined,
    purchases.CardTaken,
    purchases.CardKeptOpen,
    purchases.FoodGained,
    purchases.ResourcesGained,
    purchases.PointsScored,
    purchases.CardDrawn,
    purchases.DiceForAllRolled,
    purchases.DiePicked,
    purchases.ResourcesTaken,
    purchases.BuildingBuilt,
    feeding.FoodProduced,
    feeding.FoodRanShort,
    feeding.TribeFed,
    feeding.TribeStarved,
    DecisionTakenBack,
)


@dataclass(frozen=True)
class OutcomeSentence:
    """A sentence about what a decision brought, with the ``dice`` to draw beside it."""

    text: str
    dice: tuple[int, ...] = ()


def outcome_sentences(
    events: Sequence[Event], player: int
) -> tuple[OutcomeSentence, ...]:
    """
    Return what a player's decision brought them, a sentence for each event.

    ``events`` begin with the decision's own. What happens to the player's tribe by
    itself afterwards, such as feeding, is included; what the others did is not.
    """
    return tuple(
        OutcomeSentence(
            say(describe_to(event, player)),
            event.dice if isinstance(event, actions.DiceRolled) else (),
        )
        for event in events
        if isinstance(event, TOLD) and event.player == player and not _is_empty(event)
    )


def _is_empty(event: Event) -> bool:
    return isinstance(event, feeding.FoodProduced) and event.amount == 0
