"""What a place, a card, a building is for: now, at the end, and to whom how much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.presentation.board import MapPlace
from games.presentation.choices.expected_gains import gain_at, points_of_card
from games.presentation.rule_links import (
    benefit_anchor,
    place_anchor,
    price_anchor,
    rule_url,
    scoring_anchor,
)
from games.presentation.rulebook import places
from games.presentation.table import TableView
from games.presentation.tiles import Tile
from stoneage_core.buildings import BUILDINGS
from stoneage_core.cards import CARDS
from stoneage_core.places import PLACES, Place, PlaceKind
from stoneage_core.state import GameState


@dataclass(frozen=True)
class Explained:
    """A thing in a sentence or two, with icons, and the address of its rule."""

    icons: tuple[str, ...]
    text: str
    rule_url: str
    tone: str = ""


@dataclass(frozen=True)
class PlayerWorth:
    """How many points a card would be to a player at the end, as things stand."""

    seat: int
    name: str
    points: int


@dataclass(frozen=True)
class PlaceExplanation:
    """
    All there is to say of a place: its parts, and what it is to the reader.

    ``gain`` and ``lacking`` are the reader's own, '' for whoever looks on; ``worths``
    are everybody's, of a card.
    """

    place: MapPlace | Tile
    parts: tuple[Explained, ...]
    gain: str = ""
    lacking: str = ""
    worths: tuple[PlayerWorth, ...] = ()


def explain_place(
    state: GameState,
    names: Sequence[str],
    table: TableView,
    key: str,
    reader: int | None,
) -> PlaceExplanation | None:
    """Return the explanation of the place with a key, None where there is none."""
    shown = next((place for place in table.places if place.key == key), None)
    if shown is None:
        return None
    place = next(each for each in PLACES if each.value == key)
    if isinstance(shown, Tile) and not shown.halves:
        return PlaceExplanation(shown, ())
    gain = None if reader is None else gain_at(state, reader, place)
    return PlaceExplanation(
        place=shown,
        parts=tuple(_parts(state, place, shown)),
        gain=gain.gain if gain else "",
        lacking=gain.lacking if gain else "",
        worths=_worths(state, names, place) if place.kind is PlaceKind.CARD else (),
    )


def explain_track_and_tools(key: str) -> tuple[str, tuple[Explained, ...]]:
    """Return the heading and the rules of what is no place: 'tools', 'food-track'."""
    chapter = places.tools() if key == "tools" else places.food_track()
    icon = "tool" if key == "tools" else "track"
    url = rule_url(chapter.anchor)
    text = " ".join(chapter.sentences)
    return chapter.title, (Explained((icon,), text, url),)


def _parts(
    state: GameState, place: Place, shown: MapPlace | Tile
) -> Iterator[Explained]:
    """Yield what a place brings; of a card, now and at the end."""
    if not isinstance(shown, Tile):
        yield _rule_of(place)
        return
    upper, lower = shown.halves
    if place.kind is PlaceKind.BUILDING:
        top = state.stacks[place.index].top
        assert top is not None
        url = rule_url(price_anchor(BUILDINGS[top].price))
        yield Explained(upper.icons, upper.text, url)
        yield Explained(lower.icons, lower.explained, "", lower.tone)
        return
    slot = state.slots[place.index]
    assert slot is not None
    card = CARDS[slot]
    url = rule_url(benefit_anchor(card.benefit))
    yield Explained(upper.icons, upper.explained, url)
    url = rule_url(scoring_anchor(card.scoring))
    yield Explained(lower.icons, lower.explained, url, lower.tone)


def _rule_of(place: Place) -> Explained:
    """Return the rule of a place on the map, in the words of the rules page."""
    topics = {topic.anchor: topic for topic in places.places().topics}
    topic = topics[place_anchor(place)]
    icon = place.good or topic.icon
    return Explained((icon,), " ".join(topic.sentences), rule_url(topic.anchor))


def _worths(
    state: GameState, names: Sequence[str], place: Place
) -> tuple[PlayerWorth, ...]:
    card = state.slots[place.index]
    assert card is not None
    return tuple(
        PlayerWorth(player, names[player], points_of_card(tribe, card))
        for player, tribe in enumerate(state.players)
    )
