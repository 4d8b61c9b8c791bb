"""Forecasts how much food a tribe will have or lack at the end of the round.

Every page, email and hint about food uses this. The numbers come from the engine's
rules for the field, the hut, rolls and feeding.
"""

from msgspec import Struct

from stoneage_core.chance import LoadedChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.odds import yields
from stoneage_core.components.places import Place
from stoneage_core.components.resources import FOOD
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.evolve import evolve
from stoneage_core.rules import gathering, village
from stoneage_core.rules.draft import Draft
from stoneage_core.state import GameState, Phase, Player, ToolsDecision

#: These places are always used before feeding, so their gains count.
_VILLAGE = (Place.TOOL_MAKER, Place.HUT, Place.FIELD)


class Meal(Struct, frozen=True):
    """
    The feeding of a tribe at the end of this round.

    People who were placed are counted, but not those who may still be placed. Purchases
    are not counted: nobody has to buy, and they can only add food.
    """

    #: Food at hand.
    food: int
    #: The least and the most food that hunters will bring.
    fewest: int
    most: int
    #: Food from the food track.
    fields: int
    #: Food that is eaten, also by a person who is born in this round.
    eats: int
    #: The tribes are being fed now.
    is_now: bool = False
    #: The tribe has been fed, or is not fed any more.
    is_past: bool = False

    @property
    def is_open(self) -> bool:
        return self.fewest != self.most

    @property
    def least(self) -> int:
        """The food left if hunters bring the least; negative if food is missing."""
        return self.food + self.fewest + self.fields - self.eats

    @property
    def greatest(self) -> int:
        """The food left if hunters bring the most, with all available tools."""
        return self.food + self.most + self.fields - self.eats

    @property
    def short(self) -> int:
        """The most food that can be missing."""
        return max(0, -self.least)


def meal_ahead(state: GameState, player: int) -> Meal:
    tribe = state.players[player]
    if state.phase is Phase.FEEDING:
        owed = state.owing[player]
        return Meal(tribe.food, 0, 0, 0, owed, is_now=True, is_past=not owed)
    draft = Draft(state, LoadedChance())
    for place in _VILLAGE:
        if tribe.on(place):
            village.USES[place](draft, player, place)
    grown = draft.tribe(player)
    fewest, most = _hunt(state, player, grown)
    is_past = state.phase is Phase.ENDED
    return Meal(
        grown.food, fewest, most, grown.food_track, grown.people, is_past=is_past
    )


def meal_after(state: GameState, player: int, sent: PlacePeople) -> Meal:
    """Return the forecast for a tribe after a placement."""
    placed = PeoplePlaced(player, sent.place, sent.people)
    return meal_ahead(evolve(state, placed), player)


def rounds_fed(meal: Meal) -> int | None:
    """
    Return how many feedings the food lasts, this one included, or None if for ever.

    It assumes that hunters bring the least, that tribe and food track stay the same
    after this round, and that nobody hunts or buys any more.
    """
    eaten = meal.eats - meal.fields
    return None if eaten <= 0 else (meal.food + meal.fewest) // eaten


def _hunt(state: GameState, player: int, grown: Player) -> tuple[int, int]:
    tribe, roll = state.players[player], state.decision
    if isinstance(roll, ToolsDecision) and (roll.player, roll.good) == (player, FOOD):
        tools = sum(gathering.tool_values(tribe))
        return gathering.gain(roll), gathering.gain(roll, tools)
    hunters = tribe.on(Place.HUNTING_GROUNDS)
    if not hunters:
        return 0, 0
    tools = sum(gathering.tool_values(grown))
    return min(yields(FOOD, hunters)), max(yields(FOOD, hunters, tools))
