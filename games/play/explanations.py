"""Explanations of a place, a card, a building: what it is for, and what it is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.board import MapPlace
from games.presentation.choices.decision import average
from games.presentation.choices.expected_gains import (
    ExpectedGain,
    gain_at,
    points_of_card,
    tool_gain,
    track_gain,
)
from games.presentation.place_rules import food_track_rule, place_rule, tool_rules
from games.presentation.rule_links import (
    benefit_anchor,
    place_anchor,
    price_anchor,
    rule_url,
    scoring_anchor,
)
from games.presentation.table import TableView
from games.presentation.tiles import Tile
from games.presentation.tribe_points import FigureCount, figure_count
from stoneage_core import awaited
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import CARDS, Figure
from stoneage_core.components.places import PLACES, Place, PlaceKind
from stoneage_core.rules import placement
from stoneage_core.rules.gathering import tool_values
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.state import GameState, Player, Question

#: Whose points at the end grow by what is had there, or at buildings.
_MULTIPLIED = {
    Place.TOOL_MAKER: Figure.TOOL_MAKER,
    Place.HUT: Figure.SHAMAN,
    Place.FIELD: Figure.FARMER,
}


@dataclass(frozen=True)
class Explained:
    """A thing in a sentence or two, with icons, and the address of its rule."""

    icons: tuple[str, ...]
    text: str
    rule_url: str
    tone: str = ""


@dataclass(frozen=True)
class Explanation:
    """
    All there is to say of a place, of tools or the food track.

    ``gain`` and ``lacking`` are the reader's own, '' for whoever looks on; so are the
    ``figures`` on their cards whose points it raises at the end. ``worths`` are
    everybody's, of a card.
    """

    parts: tuple[Explained, ...]
    place: MapPlace | Tile | None = None
    gain: str = ""
    lacking: str = ""
    figures: FigureCount | None = None
    worths: tuple[tuple[int, str, int], ...] = ()


def explain_place(
    state: GameState,
    names: Sequence[str],
    table: TableView,
    key: str,
    reader: int | None,
) -> Explanation | None:
    """Return the explanation of the place with a key, None where there is none."""
    shown = next((place for place in table.places if place.key == key), None)
    if shown is None:
        return None
    place = next(each for each in PLACES if each.value == key)
    if isinstance(shown, Tile) and not shown.halves:
        return Explanation((), shown)
    gain = ExpectedGain("") if reader is None else _gain(state, reader, place)
    return Explanation(
        place=shown,
        parts=tuple(_parts(state, place, shown)),
        gain=gain.gain,
        lacking=gain.lacking,
        figures=None if reader is None else _figures(state.players[reader], place),
        worths=_worths(state, names, place) if place.kind is PlaceKind.CARD else (),
    )


def explain_tools(tribe: Player | None) -> tuple[str, Explanation]:
    """Return the heading and the explanation of tools, to a reader's tribe if any."""
    gain = "" if tribe is None else tool_gain(tribe)
    part = Explained(("tool",), " ".join(tool_rules()), rule_url("tools"))
    return _("Tools"), _explanation(part, gain, tribe, Figure.TOOL_MAKER)


def explain_food_track(tribe: Player | None) -> tuple[str, Explanation]:
    """Return the heading and the explanation of the food track, in the same way."""
    gain = "" if tribe is None else track_gain(tribe)
    part = Explained(("track",), food_track_rule(), rule_url("food-track"))
    return _("Food track"), _explanation(part, gain, tribe, Figure.FARMER)


def _explanation(
    part: Explained, gain: str, tribe: Player | None, figure: Figure
) -> Explanation:
    figures = None if tribe is None else figure_count(tribe, figure)
    return Explanation((part,), gain=gain, figures=figures)


def _gain(state: GameState, reader: int, place: Place) -> ExpectedGain:
    """Return what a place promises; if dice decide, what the reader's people bring."""
    found = gain_at(state, reader, place)
    if found is not None:
        return found
    assert place.good is not None
    tribe = state.players[reader]
    people = tribe.on(place) or _most_people(state, reader, place)
    gain = f"{labels.count_people(people)}: ≈ {average(place.good, people)}"
    if tools := sum(tool_values(tribe)):
        more = average(place.good, people, tools)
        words = _("with all tools (+%(tools)s) ≈ %(average)s")
        gain = f"{gain}, {words % {'tools': tools, 'average': more}}"
    return ExpectedGain(gain)


def _most_people(state: GameState, reader: int, place: Place) -> int:
    """Return how many people may go to a place now, or could in another round."""
    if state.question is Question.PLACE and reader in awaited(state):
        sendings = placement.legal(state, reader)
        now = [sending.people for sending in sendings if sending.place is place]
        if now:
            return max(now)
    return min(state.players[reader].people, place.rings or MOST_PEOPLE)


def _figures(tribe: Player, place: Place) -> FigureCount | None:
    """Return the figures whose points a place raises at the end."""
    if place.kind is PlaceKind.BUILDING:
        return figure_count(tribe, Figure.HUT_BUILDER)
    figure = _MULTIPLIED.get(place)
    return None if figure is None else figure_count(tribe, figure)


def _parts(
    state: GameState, place: Place, shown: MapPlace | Tile
) -> Iterator[Explained]:
    """Yield what a place brings; of a card, now and at the end."""
    if not isinstance(shown, Tile):
        icons, url = (labels.place_sign(place),), rule_url(place_anchor(place))
        yield Explained(icons, place_rule(place), url)
        return
    upper, lower = shown.halves
    if place.kind is PlaceKind.BUILDING:
        top = state.stacks[place.index].top
        assert top is not None
        url = rule_url(price_anchor(BUILDINGS[top].price))
        yield Explained(upper.icons, upper.explained, url)
        yield Explained(lower.icons, lower.explained, "", lower.tone)
        return
    slot = state.slots[place.index]
    assert slot is not None
    card = CARDS[slot]
    url = rule_url(benefit_anchor(card.benefit))
    yield Explained(upper.icons, upper.explained, url)
    url = rule_url(scoring_anchor(card.scoring))
    yield Explained(lower.icons, lower.explained, url, lower.tone)


def _worths(
    state: GameState, names: Sequence[str], place: Place
) -> tuple[tuple[int, str, int], ...]:
    card = state.slots[place.index]
    assert card is not None
    return tuple(
        (player, names[player], points_of_card(tribe, card))
        for player, tribe in enumerate(state.players)
    )
