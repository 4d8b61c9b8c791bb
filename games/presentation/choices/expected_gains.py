"""Expected gains: what a place in the village, a card or a building would bring."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from games.presentation import labels
from games.presentation.text import join_list
from stoneage_core.components.buildings import BUILDINGS, Fixed
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.components.tools import HIGHEST_VALUE, SLOTS, slot_to_improve
from stoneage_core.payments import Demand
from stoneage_core.rules import purchases
from stoneage_core.rules.open_cards import takings
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.rules.scoring import final_score
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK
from stoneage_core.state import GameState, Player


@dataclass(frozen=True)
class ExpectedGain:
    """What it brings, and what is still lacking for it ('' for nothing)."""

    gain: str
    lacking: str = ""


def gain_at(state: GameState, player: int, place: Place) -> ExpectedGain | None:
    """Return what a place promises a player; None where the dice decide."""
    match place.kind:
        case PlaceKind.VILLAGE:
            return village_gain(state, player, place)
        case PlaceKind.CARD:
            return card_gain(state, player, place)
        case PlaceKind.BUILDING:
            return building_gain(state, player, place)
        case _:
            return None


def village_gain(state: GameState, player: int, place: Place) -> ExpectedGain:
    """Say what tool maker, hut or field would do for a tribe."""
    tribe = state.players[player]
    if place is Place.TOOL_MAKER:
        return ExpectedGain(tool_gain(tribe))
    if place is Place.HUT:
        if tribe.people >= MOST_PEOPLE:
            most = {"people": labels.count_people(MOST_PEOPLE)}
            text = _("Nothing: your tribe is complete with %(people)s.") % most
            return ExpectedGain(text)
        people = {"people": tribe.people + 1}
        text = _("One more person: %(people)d. It eats from this round on.")
        return ExpectedGain(text % people)
    return ExpectedGain(track_gain(tribe))


def tool_gain(tribe: Player) -> str:
    """Say what a new tool does."""
    slot = slot_to_improve(tribe.tools)
    if slot is None:
        return _("Nothing: all your tools are at %(value)d.") % {"value": HIGHEST_VALUE}
    if len(tribe.tools) < SLOTS:
        return _("A new tool of value 1.")
    return _("A tool of yours rises to %(value)d.") % {
        "value": tribe.tools[slot].value + 1
    }


def track_gain(tribe: Player) -> str:
    """Say what a step on the food track does."""
    if tribe.food_track >= HIGHEST_FOOD_TRACK:
        level = {"level": HIGHEST_FOOD_TRACK}
        return _("Nothing: your food track is at %(level)d.") % level
    level = {"level": tribe.food_track + 1}
    return _("Food track to %(level)d: %(level)d food every round.") % level


def card_gain(state: GameState, player: int, place: Place) -> ExpectedGain:
    """Say what the lower half of a card would score at the end, as things stand."""
    tribe = state.players[player]
    card = purchases.card_on(state, place)
    gain = points_of_card(tribe, card)
    text = ngettext(
        "Lower half: +%(count)d point at the end, as things stand.",
        "Lower half: +%(count)d points at the end, as things stand.",
        gain,
    )
    demand = purchases.price(state, place)
    return ExpectedGain(text % {"count": gain}, _lacking(tribe, demand))


def points_of_card(tribe: Player, card: int) -> int:
    """Return what a further card would add to a tribe's final scoring now."""
    with_card = replace(tribe, cards=(*tribe.cards, card))
    return final_score(with_card).total - final_score(tribe).total


def building_gain(state: GameState, player: int, place: Place) -> ExpectedGain:
    """Say what a building would score, and what is lacking for it."""
    tribe = state.players[player]
    price = BUILDINGS[purchases.building_on(state, place)].price
    demand = purchases.price(state, place)
    if isinstance(price, Fixed):
        points = labels.count_points(price.cost.points)
        gain = _("Scores %(points)s.") % {"points": points}
    else:
        gain = _best_points(tribe, demand)
    return ExpectedGain(gain, _lacking(tribe, demand))


def _best_points(tribe: Player, demand: Demand) -> str:
    """Say the most that can be scored, also with an open card turned over."""
    purses = [tribe.resources]
    purses += [tribe.resources + taking.resources for taking in takings(tribe)]
    payments = (payment for purse in purses for payment in demand.payments(purse))
    best = max((payment.points for payment in payments), default=0)
    if not best:
        return _("Scores the value of what you pay.")
    return _("Up to %(count)d points with what you have.") % {"count": best}


def _lacking(tribe: Player, demand: Demand) -> str:
    """Say what a tribe lacks for a price, '' when it could pay at once."""
    purse = tribe.resources
    if demand.payable(purse):
        return ""
    if demand.exactly is not None:
        missing = [
            labels.count_good(kind, count - purse.of(kind))
            for kind, count in demand.exactly
            if count > purse.of(kind)
        ]
        return _("You still lack %(goods)s.") % {"goods": join_list(missing)}
    values = {"have": purse.total, "need": demand.fewest}
    if purse.total < demand.fewest:
        text = ngettext(
            "Costs %(need)d resource; you have %(have)d.",
            "Costs %(need)d resources; you have %(have)d.",
            demand.fewest,
        )
        return text % values
    return _("Your resources aren’t of the kinds it asks for yet.")
