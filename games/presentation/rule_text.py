"""The rules of places, tools and food track in sentences, and links to the rules page.

Every number in them comes from the engine's tables. Anchors are made from the engine's
names.
"""

import re

from django.urls import reverse
from django.utils.translation import gettext as _

from games.presentation import labels
from stoneage_core.components.buildings import Price
from stoneage_core.components.cards import Benefit, Figure, Green, Sand
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.components.resources import DIVISORS
from stoneage_core.components.tools import HIGHEST_VALUE, SLOTS
from stoneage_core.rules.placement import HUT_PARTY, MOST_PEOPLE
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK

#: Anchors that all places of a kind share.
_OF_A_KIND = {PlaceKind.CARD: "cards", PlaceKind.BUILDING: "buildings"}


def rule_url(anchor: str) -> str:
    return f"{reverse('games:rules')}#{anchor}"


def place_anchor(place: Place) -> str:
    """Return 'place-clay-pit'. All card slots share an anchor, as do all stacks."""
    return _OF_A_KIND.get(place.kind) or f"place-{_hyphened(str(place.value))}"


def benefit_anchor(benefit: Benefit | type[Benefit]) -> str:
    """Return 'card-dice-for-all', for an upper half or its kind."""
    return f"card-{_name_of(benefit)}"


def scoring_anchor(scoring: Green | Sand) -> str:
    """Return 'scoring-green' or 'scoring-hut-builder', for a lower half."""
    if isinstance(scoring, Green):
        return "scoring-green"
    return figure_anchor(scoring.figure)


def figure_anchor(figure: Figure) -> str:
    return f"scoring-{_hyphened(str(figure))}"


def price_anchor(price: Price | type[Price]) -> str:
    """Return 'building-fixed', for a price or its kind."""
    return f"building-{_name_of(price)}"


def _name_of(thing: object) -> str:
    """Return 'one-use-tool' for the class OneUseTool."""
    kind = thing if isinstance(thing, type) else type(thing)
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _hyphened(name: str) -> str:
    return name.replace("_", "-").replace(" ", "-")


def place_rule(place: Place) -> str:
    if place.good is None:
        return _village_rule(place)
    values = {"divisor": DIVISORS[place.good], "good": labels.GOODS[place.good]}
    if place.rings is None:
        text = _(
            "One die for each hunter. The sum, divided by %(divisor)d and rounded "
            "down, is the food they bring. There’s room for everyone."
        )
        return text % values
    values["people"] = labels.count_people(place.rings)
    text = _(
        "One die for each person there. The sum, divided by %(divisor)d and "
        "rounded down, is what they bring: %(good)s. Room for %(people)s in all."
    )
    return text % values


def _village_rule(place: Place) -> str:
    if place is Place.TOOL_MAKER:
        return _("One person makes one tool.")
    if place is Place.HUT:
        values = {"people": labels.count_people(HUT_PARTY), "most": MOST_PEOPLE}
        text = _(
            "%(people)s of one tribe go there together, and the tribe grows by one, to "
            "%(most)d at most. The newborn eats in the same round, and works from the "
            "next one on."
        )
        return text % values
    text = _("One person moves the food track up by one, to %(most)d at most.")
    return text % {"most": HIGHEST_FOOD_TRACK}


def tool_rules() -> tuple[str, ...]:
    """Return how tools are made and used, in sentences."""
    values = {"slots": SLOTS, "highest": HIGHEST_VALUE, "all": SLOTS * HIGHEST_VALUE}
    made = _(
        "The first %(slots)d tools have the value 1. Each further one raises the "
        "lowest of them by one, to %(highest)d at most; after the tool number %(all)d "
        "another brings nothing."
    )
    used = _(
        "When you see what you rolled, you may add ready tools to the sum: each one "
        "whole, and once a round. You’re asked only where it helps."
    )
    new = _(
        "A new tool can be used at once. A raised one stays used if it was; of several "
        "lowest ones, one that is ready is raised first."
    )
    return made % values, used, new


def food_track_rule() -> str:
    text = _(
        "At every feeding you receive as much food as your food track shows, before "
        "your people eat. It ends at %(most)d."
    )
    return text % {"most": HIGHEST_FOOD_TRACK}
