"""What feeding will leave a tribe at the end of the round, as far as that is certain.

Every page, email and hint that tells of food asks here. The numbers come from the rules
of the engine: what field and hut do, what a roll can yield, who eats.
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

#: What is used before feeding in any case: what a tribe gains there counts.
_VILLAGE = (Place.TOOL_MAKER, Place.HUT, Place.FIELD)


class Meal(Struct, frozen=True):
    """
    The feeding of a tribe at the end of this round.

    ``food`` is there already, hunters bring from ``fewest`` to ``most`` more, the food
    track gives ``fields``, and ``eats`` is eaten, also by who is born in this round.

    Everybody who was sent out is counted, and nobody who may still be sent. Purchases
    are not counted, as nobody has to buy: they can only add food. With ``is_now`` the
    tribes are being fed; ``is_past`` if this one is not fed any more in this round.
    """

    food: int
    fewest: int
    most: int
    fields: int
    eats: int
    is_now: bool = False
    is_past: bool = False

    @property
    def is_open(self) -> bool:
        """Whether dice still decide what is left."""
        return self.fewest != self.most

    @property
    def least(self) -> int:
        """What is left if hunters bring as little as they can; below 0 is missing."""
        return self.food + self.fewest + self.fields - self.eats

    @property
    def greatest(self) -> int:
        """What is left if hunters bring as much as they can, with all ready tools."""
        return self.food + self.most + self.fields - self.eats

    @property
    def short(self) -> int:
        """How much may be missing."""
        return max(0, -self.least)


def meal_ahead(state: GameState, player: int) -> Meal:
    """Return the feeding that a tribe has before it with the people where they are."""
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
    """Return the feeding that a tribe would have before it after a placement."""
    placed = PeoplePlaced(player, sent.place, sent.people)
    return meal_ahead(evolve(state, placed), player)


def rounds_fed(meal: Meal) -> int | None:
    """
    Return for how many feedings the food lasts, from this one on; None for ever.

    The tribe and its food track are taken to stay as they are after this round, and
    nobody to hunt or buy any more: hunters who are out bring as little as they can.
    """
    eaten = meal.eats - meal.fields
    return None if eaten <= 0 else (meal.food + meal.fewest) // eaten


def _hunt(state: GameState, player: int, grown: Player) -> tuple[int, int]:
    """Return the least and the most that a tribe's hunters will still bring."""
    tribe, roll = state.players[player], state.decision
    if isinstance(roll, ToolsDecision) and (roll.player, roll.good) == (player, FOOD):
        tools = sum(gathering.tool_values(tribe))
        return gathering.gain(roll), gathering.gain(roll, tools)
    hunters = tribe.on(Place.HUNTING_GROUNDS)
    if not hunters:
        return 0, 0
    tools = sum(gathering.tool_values(grown))
    return min(yields(FOOD, hunters)), max(yields(FOOD, hunters, tools))
