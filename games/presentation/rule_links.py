"""Links to the rules page: the anchors of places, cards and buildings.

They are made from the engine's own names, so that each kind of a thing has one.
"""

import re

from django.urls import reverse

from stoneage_core.components.buildings import Price
from stoneage_core.components.cards import Benefit, Figure, Green, Sand
from stoneage_core.components.places import Place, PlaceKind

#: What stands for all places of a kind.
_OF_A_KIND = {PlaceKind.CARD: "cards", PlaceKind.BUILDING: "buildings"}


def rule_url(anchor: str) -> str:
    """Return the address of one rule on the rules page."""
    return f"{reverse('games:rules')}#{anchor}"


def place_anchor(place: Place) -> str:
    """Return 'place-clay-pit'; all card slots share one, and so do all stacks."""
    return _OF_A_KIND.get(place.kind) or f"place-{_hyphened(str(place.value))}"


def benefit_anchor(benefit: Benefit | type[Benefit]) -> str:
    """Return 'card-dice-for-all', for the upper half of a card or its kind."""
    return f"card-{_name_of(benefit)}"


def scoring_anchor(scoring: Green | Sand) -> str:
    """Return 'scoring-green' or 'scoring-hut-builder', for the lower half of a card."""
    if isinstance(scoring, Green):
        return "scoring-green"
    return figure_anchor(scoring.figure)


def figure_anchor(figure: Figure) -> str:
    """Return 'scoring-shaman', for the figures of the sand cards."""
    return f"scoring-{_hyphened(str(figure))}"


def price_anchor(price: Price | type[Price]) -> str:
    """Return 'building-fixed', for a building's price or its kind."""
    return f"building-{_name_of(price)}"


def _name_of(thing: object) -> str:
    """Return 'one-use-tool', from the class of the engine that is OneUseTool."""
    kind = thing if isinstance(thing, type) else type(thing)
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _hyphened(name: str) -> str:
    return name.replace("_", "-").replace(" ", "-")
