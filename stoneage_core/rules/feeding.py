"""Phase 3: feeding the tribes (rules: phase 3)."""

from collections.abc import Iterator

from stoneage_core.commands import Feed, GoHungry
from stoneage_core.components.resources import NOTHING
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.payments import Demand, Payments
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.purchases import require_resources
from stoneage_core.state import GameState

HUNGER_POINTS = 10
GO_HUNGRY = GoHungry()


def serve(draft: Draft) -> None:
    """Add the food of each food track, then feed each tribe as far as its food goes."""
    players = draft.state.clockwise(draft.state.start_player)
    for player in players:
        if level := draft.tribe(player).food_track:
            draft.record(FoodProduced(player, level))
    for player in players:
        tribe = draft.tribe(player)
        short = tribe.people - tribe.food
        if short > 0:
            draft.record(FoodRanShort(player, tribe.food, short))
        else:
            draft.record(TribeFed(player, tribe.people, NOTHING))


def legal(state: GameState, player: int) -> Iterator[Payments | GoHungry]:
    """Yield what a tribe may do whose food was not enough."""
    purse = state.players[player].resources
    demand = missing_food(state, player)
    if demand.payable(purse):
        yield Payments(demand, purse)
    yield GO_HUNGRY


def missing_food(state: GameState, player: int) -> Demand:
    """Return the price of the missing food: one resource for each."""
    return Demand(state.owing[player], state.owing[player])


def feed(draft: Draft, player: int, command: Feed) -> None:
    demand = missing_food(draft.state, player)
    if not demand.accepts(command.resources):
        english = _("you have to pay for exactly {count} food, with one resource each")
        raise IllegalMove(Code.WRONG_PAYMENT, english, count=demand.fewest)
    require_resources(draft.tribe(player), command.resources)
    draft.record(TribeFed(player, 0, command.resources))


def go_hungry(draft: Draft, player: int, command: GoHungry) -> None:
    """Keep the resources and lose 10 points, however much food is missing."""
    draft.record(TribeStarved(player, HUNGER_POINTS))
