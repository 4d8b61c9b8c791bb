"""Invariants of all positions, and of the change by one event."""

from stoneage_core import GameState, Phase, awaited, legal_commands
from stoneage_core.components.buildings import ALL_BUILDINGS
from stoneage_core.components.cards import ALL_CARDS, CARDS, AnyResources, OneUseTool
from stoneage_core.components.places import (
    PLACES,
    RESOURCE_PLACES,
    TRIBES_ON_A_RESOURCE,
    VILLAGE,
    VILLAGE_PLACES_OPEN,
    Place,
)
from stoneage_core.components.resources import NOTHING, Resource, Resources, one
from stoneage_core.events.actions import (
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    PeoplePlaced,
    PersonBorn,
)
from stoneage_core.events.base import Event
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardTaken,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import FinalScored
from stoneage_core.payments import Payments
from stoneage_core.state import Player


def assert_sound(state: GameState) -> None:
    """Assert that nothing in a position was created, lost or is over its limit."""
    assert_cards_conserved(state)
    assert_buildings_conserved(state)
    for tribe in state.players:
        assert_tribe_sound(tribe)
    assert_places_sound(state)
    assert all(owed >= 0 for owed in state.owing)


def assert_cards_conserved(state: GameState) -> None:
    places = list(state.unseen_cards)
    places += [card for card in state.slots if card is not None]
    for tribe in state.players:
        places += tribe.cards
        assert set(tribe.open_cards) <= set(tribe.cards)
        assert len(tribe.open_cards) == len(set(tribe.open_cards))
        for card in tribe.open_cards:
            assert isinstance(CARDS[card].benefit, OneUseTool | AnyResources)
    assert tuple(sorted(places)) == ALL_CARDS


def assert_buildings_conserved(state: GameState) -> None:
    places = list(state.unseen_buildings)
    places += [stack.top for stack in state.stacks if stack.top is not None]
    for tribe in state.players:
        places += tribe.buildings
    assert tuple(sorted(places)) == ALL_BUILDINGS
    built = sum(len(tribe.buildings) for tribe in state.players)
    assert sum(7 - stack.left for stack in state.stacks) == built


def assert_tribe_sound(tribe: Player) -> None:
    assert 5 <= tribe.people <= 10
    assert 0 <= tribe.unplaced <= tribe.people
    assert min(tribe.placed) >= 0
    assert 0 <= tribe.food_track <= 10
    assert tribe.food >= 0
    assert min(tribe.resources.of(kind) for kind in Resource) >= 0
    values = [tool.value for tool in tribe.tools]
    assert len(values) <= 3
    assert not values or max(values) <= 4
    assert len(values) == 3 or set(values) <= {1}
    assert not values or max(values) - min(values) <= 1


def assert_places_sound(state: GameState) -> None:
    crowds = {place: [t.on(place) for t in state.players] for place in PLACES}
    for place, crowd in crowds.items():
        tribes = sum(people > 0 for people in crowd)
        if place.rings is not None:
            assert sum(crowd) <= place.rings
        if place in RESOURCE_PLACES:
            assert tribes <= TRIBES_ON_A_RESOURCE[state.player_count]
        elif place is not Place.HUNTING_GROUNDS:
            assert tribes <= 1
    assert sum(crowds[Place.HUT]) in (0, 2)
    occupied = sum(any(crowds[place]) for place in VILLAGE)
    assert occupied <= VILLAGE_PLACES_OPEN[state.player_count]


def assert_accounted(before: GameState, event: Event, after: GameState) -> None:
    """Assert that a state only changed as its event says."""
    for player, (old, new) in enumerate(
        zip(before.players, after.players, strict=True)
    ):
        mine = event if getattr(event, "player", None) == player else None
        food, resources = gains(mine)
        assert new.food - old.food == food
        assert new.resources == old.resources + resources
        assert new.people - old.people == isinstance(mine, PersonBorn)
        assert new.food_track - old.food_track == isinstance(mine, FoodTrackRaised)
        assert new.score - old.score == points(mine, old)
        assert new.unplaced - old.unplaced == came_home(mine, old)


def gains(event: Event | None) -> tuple[int, Resources]:
    """Return the food and the resources that an event gives to its player."""
    match event:
        case GoodsGathered(good="food", amount=amount):
            return amount, NOTHING
        case GoodsGathered(good=good, amount=amount):
            return 0, one(good, amount)
        case CardTaken(payment=payment) | BuildingBuilt(payment=payment):
            return 0, NOTHING - payment
        case FoodGained(amount=amount) | FoodProduced(amount=amount):
            return amount, NOTHING
        case ResourcesGained(resources=gain) | ResourcesTaken(resources=gain):
            return 0, gain
        case FoodRanShort(food=food):
            return -food, NOTHING
        case TribeFed(food=food, resources=resources):
            return -food, NOTHING - resources
    return 0, NOTHING


def points(event: Event | None, tribe: Player) -> int:
    """Return the points that an event gives to its player."""
    match event:
        case PointsScored(points=points) | BuildingBuilt(points=points):
            return points
        case TribeStarved(points=points):
            return -points
        case FinalScored(score=score):
            assert score.before == tribe.score
            return score.total - tribe.score
    return 0


def came_home(event: Event | None, tribe: Player) -> int:
    """Return the change in the number of people at home, including a birth."""
    if isinstance(event, PeoplePlaced):
        return -event.people
    place = getattr(event, "place", None)
    if event is None or place is None or isinstance(event, DiceRolled):
        return 0
    return tribe.on(place) + isinstance(event, PersonBorn)


def assert_awaited(state: GameState) -> None:
    """Assert that awaited players have choices, and that somebody is awaited."""
    asked = awaited(state)
    assert bool(asked) is (state.phase is not Phase.ENDED)
    for player in range(state.player_count):
        choices = legal_commands(state, player)
        assert bool(choices) is (player in asked)
        if choices:
            assert len(choices) > 1 or isinstance(choices[0], Payments)
