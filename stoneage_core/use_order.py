"""Several uses of one's people in one go: "use these, in this order".

Each use is a decision of its own. The run goes on for as long as there is one thing to
do at the next place; whatever its player has to choose, or may want to think over once
dice have fallen, is left for them to be asked.
"""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from stoneage_core import careful
from stoneage_core.commands import Build, BuyCard, Feed, UsePlace
from stoneage_core.components.places import Place
from stoneage_core.payments import Payments
from stoneage_core.rules import purchases
from stoneage_core.rules.dispatch import awaited
from stoneage_core.state import GameState, Player, Question

#: What a run may consist of.
Use = UsePlace | BuyCard | Build


class UseOrder(Struct, frozen=True):
    """Places to be used one after the other, the first one first."""

    places: tuple[Place, ...]

    def next_use(
        self, state: GameState, player: int, *, has_rolled: bool
    ) -> Use | None:
        """
        Return what uses the next place where people stand; None asks the player.

        They are asked how to pay if there are several ways, or none, or if the only
        one leaves too little for another purchase; and once the run ``has_rolled`` dice
        also about each purchase but their last, as what a roll brought may be wanted
        for another. None as well if nothing is left to use.
        """
        if state.question is not Question.USE or player not in awaited(state):
            return None
        place = self.next_place(state, player)
        if place is None:
            return None
        if place.kind not in purchases.FOR_SALE:
            return UsePlace(place)
        if has_rolled and _wanted(state.players[player]) > 1:
            return None
        return _only_purchase(state, player, place)

    def next_place(self, state: GameState, player: int) -> Place | None:
        """Return the first place where a player's people still stand, if there is."""
        tribe = state.players[player]
        return next((place for place in self.places if tribe.on(place)), None)

    def led_to(self, places: Iterable[Place]) -> bool:
        """Whether a run in this order may have used these places, in their order."""
        rest = iter(self.places)
        return all(place in rest for place in places)


def _wanted(tribe: Player) -> int:
    """Return for how many cards and buildings a tribe has people waiting."""
    return sum(
        tribe.on(place) > 0 for place in Place if place.kind in purchases.FOR_SALE
    )


def _only_purchase(
    state: GameState, player: int, place: Place
) -> BuyCard | Build | None:
    """
    Return the only way to take what lies on a place.

    None if there are several, or none, or if it leaves too little for something else
    that the player reserved and could pay for.
    """
    for choice in purchases.legal(state, player, place):
        if isinstance(choice, Payments):
            ways: list[BuyCard | Build | Feed] = list(islice(choice.commands(), 2))
            if len(ways) == 1 and not isinstance(ways[0], Feed):
                only = ways[0]
                enough = careful.leaves_enough(state, player, place, only.payment)
                return only if enough else None
    return None
