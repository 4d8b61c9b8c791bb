"""Standing orders without notation: a few choices, and the text that they make."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.presentation.labels import Text, place_label
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    PLACES,
    VILLAGE,
    Place,
    PlaceKind,
)

#: What has to be paid for.
FOR_SALE = CARD_SLOTS + BUILDING_STACKS

#: How many placements to try in turn can be chosen without writing.
ALTERNATIVES = (1, 2, 3)

FEEDING: tuple[tuple[str, Text], ...] = (
    ("", _("ask me")),
    (
        "feed wood brick stone gold",
        _("cheapest first: wood, brick, stone, gold"),
    ),
    ("feed wood brick", _("with wood and brick only")),
    ("go hungry", _("go hungry and lose points")),
)
TOOLS: tuple[tuple[str, Text], ...] = (
    ("", _("ask me")),
    ("tools gain", _("only when they gain something")),
    ("tools gain cards", _("when they gain something, one-use tools too")),
    ("tools none", _("never")),
)
DICE: tuple[tuple[str, Text], ...] = (
    ("", _("ask me")),
    ("pick 6 5 4 3 2 1", _("field, tool, gold, stone, brick, wood")),
    ("pick 5 6 4 3 2 1", _("tool, field, gold, stone, brick, wood")),
    ("pick 4 3 6 5 2 1", _("gold, stone, field, tool, brick, wood")),
)
#: What to do about each card and building; what is chosen stands behind its name.
PURCHASES: tuple[tuple[str, Text], ...] = (
    ("", _("ask me")),
    ("cheapest", _("pay as little as possible; ask me if I can’t")),
    ("cheapest, nothing", _("pay as little as possible; leave it if I can’t")),
    ("most", _("pay what scores most; ask me if I can’t")),
    ("most, nothing", _("pay what scores most; leave it if I can’t")),
)
_STANDING = {"feeding": FEEDING, "tools": TOOLS, "dice": DICE}
_SELECTS = {**_STANDING, "purchases": PURCHASES}


class Select(NamedTuple):
    """
    A choice as the page shows it; ``options`` are value, label, whether chosen.

    One of them that is not '' has to be chosen if it ``is_required``.
    """

    name: str
    options: tuple[tuple[str, str, bool], ...]
    is_required: bool = False


def orders_text(chosen: Mapping[str, str], stacks: int) -> str:
    """
    Return the orders that a form's choices make, '' if it leaves all to ask.

    They are for a table with so many stacks of buildings.
    """
    wishes = [wish for number in ALTERNATIVES if (wish := _wish(chosen, number))]
    lines = [f"place {', '.join(wishes)}"] if wishes else []
    lines += _purchase_lines(chosen, stacks)
    lines += (chosen.get(name, "") for name in _STANDING)
    return "\n".join(filter(None, lines))


def _purchase_lines(chosen: Mapping[str, str], stacks: int) -> list[str]:
    """Return an order for each thing for sale that was chosen, or for all there are."""
    how = chosen.get("purchases", "")
    if not how:
        return []
    labels = {chosen.get(f"place{number}") for number in ALTERNATIVES}
    for_sale = [place for place in FOR_SALE if _is_on_board(place, stacks)]
    named = [place for place in for_sale if place.label in labels]
    return [f"buy {place.label} {how}" for place in named or for_sale]


def _wish(chosen: Mapping[str, str], number: int) -> str:
    """Return 'hut', 'forest 3' or ''."""
    label = chosen.get(f"place{number}", "")
    counted = label in {
        place.label for place in PLACES if place.kind is PlaceKind.GATHERING
    }
    return f"{label} {chosen.get(f'people{number}') or 1}" if counted else label


def standing_select(name: str, chosen: Mapping[str, str]) -> Select:
    """Return one of the choices that stand."""
    value = chosen.get(name, "")
    return Select(
        name,
        tuple((key, str(label), key == value) for key, label in _SELECTS[name]),
    )


def place_rows(
    chosen: Mapping[str, str], stacks: int
) -> list[tuple[int, Select, Select]]:
    """
    Return the placements to try in turn: where, and with how many people.

    They are for a table with so many stacks of buildings.
    """
    return [
        (
            number,
            _place_select(f"place{number}", chosen, stacks),
            _people_select(f"people{number}", chosen),
        )
        for number in ALTERNATIVES
    ]


def _place_select(name: str, chosen: Mapping[str, str], stacks: int) -> Select:
    value = chosen.get(name, "")
    places = [*VILLAGE, *(place for place in PLACES if place not in VILLAGE)]
    known = [place for place in places if _is_on_board(place, stacks)]
    options = (
        (place.label, place_label(place), place.label == value) for place in known
    )
    return Select(name, (("", "–", not value), *options))


def _is_on_board(place: Place, stacks: int) -> bool:
    return place.kind is not PlaceKind.BUILDING or place.index < stacks


def _people_select(name: str, chosen: Mapping[str, str]) -> Select:
    value = chosen.get(name, "1")
    counts = map(str, range(1, 11))
    return Select(name, tuple((count, count, count == value) for count in counts))
