"""Short translatable words: places, goods, seats, cards."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.models import Game, Invitation, Seat
from games.presentation.text import format_signed, say_clause
from stoneage_core.components.cards import Figure, Symbol
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.components.resources import FOOD, Resource, Resources, amount
from stoneage_core.state import GameState, Phase
from stoneage_core.wording.descriptions import COUNTED

Text = str | Promise


class SeatMark(NamedTuple):
    """The colour of a seat, and a shape for people who see no colours."""

    colour: Text
    shape: str
    shape_label: Text


#: The static file with all icons.
ICONS = "games/icons.svg"

SEATS = (
    SeatMark(gettext_lazy("red"), "circle", gettext_lazy("circle")),
    SeatMark(gettext_lazy("blue"), "square", gettext_lazy("square")),
    SeatMark(gettext_lazy("green"), "triangle", gettext_lazy("triangle")),
    SeatMark(gettext_lazy("yellow"), "diamond", gettext_lazy("diamond")),
)

PLACES: dict[Place, Text] = {
    Place.HUNTING_GROUNDS: gettext_lazy("Hunting grounds"),
    Place.FOREST: gettext_lazy("Forest"),
    Place.CLAY_PIT: gettext_lazy("Clay pit"),
    Place.QUARRY: gettext_lazy("Quarry"),
    Place.RIVER: gettext_lazy("River"),
    Place.TOOL_MAKER: gettext_lazy("Tool maker"),
    Place.HUT: gettext_lazy("Hut"),
    Place.FIELD: gettext_lazy("Field"),
}

_VILLAGE_SIGNS = {Place.TOOL_MAKER: "tool", Place.HUT: "person", Place.FIELD: "track"}

#: Short names, for the map and for narrow screens.
MAP_WORDS: dict[Place, Text] = PLACES | {
    Place.HUNTING_GROUNDS: pgettext_lazy("map", "Hunting"),
    Place.CLAY_PIT: pgettext_lazy("map", "Clay pit"),
    Place.TOOL_MAKER: pgettext_lazy("map", "Tools"),
    Place.HUT: pgettext_lazy("map", "Hut"),
    Place.FIELD: pgettext_lazy("map", "Field"),
}

#: The engine's words for goods, translated.
GOODS: dict[str, Text] = {good: gettext_lazy(str(good)) for good in (FOOD, *Resource)}

PHASES: dict[Phase, Text] = {
    Phase.INVITATION: gettext_lazy("invitations"),
    Phase.PLACEMENT: gettext_lazy("placing people"),
    Phase.ACTIONS: gettext_lazy("actions"),
    Phase.FEEDING: gettext_lazy("feeding"),
    Phase.ENDED: gettext_lazy("final scoring"),
}

#: The engine's words for the symbols of green cards, translated.
SYMBOLS: dict[Symbol, Text] = {each: gettext_lazy(str(each)) for each in Symbol}

#: The figures of sand cards, and what each multiplies in the final scoring.
FIGURES: dict[Figure, Text] = {
    Figure.FARMER: gettext_lazy("farmers"),
    Figure.TOOL_MAKER: gettext_lazy("tool makers"),
    Figure.HUT_BUILDER: gettext_lazy("hut builders"),
    Figure.SHAMAN: gettext_lazy("shamans"),
}
FIGURE_COUNTS: dict[Figure, Text] = {
    figure: gettext_lazy(str(counted)) for figure, counted in COUNTED.items()
}

#: The answer to an invitation, by its stored value.
ANSWERS: dict[str, Text] = {
    "open": gettext_lazy("open to anyone signed in"),
    "linked": Invitation.LINKED.label,
    "invited": gettext_lazy("hasn’t answered yet"),
    "accepted": gettext_lazy("has accepted"),
    "declined": gettext_lazy("has declined"),
}
AUTOMATIC = gettext_lazy("bot")


def place_label(place: Place) -> str:
    if place.kind is PlaceKind.CARD:
        return _("Card %(number)d") % {"number": place.index + 1}
    if place.kind is PlaceKind.BUILDING:
        return _("Building %(number)d") % {"number": place.index + 1}
    return str(PLACES[place])


def place_number(place: Place) -> int:
    """Return the number of a card or building, or 0 for other places."""
    is_one_of_several = place.kind in {PlaceKind.CARD, PlaceKind.BUILDING}
    return place.index + 1 if is_one_of_several else 0


def place_sign(place: Place) -> str:
    if place.kind is PlaceKind.VILLAGE:
        return _VILLAGE_SIGNS[place]
    return place.good or str(place.kind.value)


def place_picture(place: Place) -> str:
    """
    Return the icon of a place beside the people who are sent there.

    The hut is a house: its sign, a person, would look like one more of them.
    """
    return "building" if place is Place.HUT else place_sign(place)


def figure_icon(figure: Figure) -> str:
    return figure.value.replace(" ", "-")


def round_and_phase(there: Game | GameState) -> str:
    values = {"number": there.round, "phase": PHASES[Phase(there.phase)]}
    return _("Round %(number)d, %(phase)s") % values


def answer_of(seat: Seat) -> str:
    """Return the answer to a seat's invitation: 'has accepted', or 'bot'."""
    return str(AUTOMATIC if seat.is_automatic else ANSWERS[seat.invitation])


def count_people(count: int) -> str:
    text = ngettext("%(count)d person", "%(count)d people", count)
    return text % {"count": count}


def count_points(count: int) -> str:
    text = ngettext("%(count)s point", "%(count)s points", count)
    return text % {"count": format_signed(count)}


def count_good(good: str, count: int) -> str:
    """Return '3 wood'."""
    return say_clause(amount(good, count))


def estimate_of_good(estimate: str, good: str) -> str:
    """Return '≈ 3.2 wood' for the estimate '≈ 3.2'."""
    return say_clause(amount(good, estimate))


def resources_label(resources: Resources) -> str:
    return say_clause(resources)
