"""The board as pages and mails show it: where all stand, cards, building stacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.map_layout import (
    LAYOUT,
    Crowd,
    MapLayout,
    Ring,
    crowds_on,
    rings_of,
)
from games.presentation.text import join_list
from games.presentation.tiles import Tile, tile_at
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    GATHERING,
    PLACES,
    VILLAGE,
    Place,
)
from stoneage_core.components.resources import DIVISORS
from stoneage_core.state import GameState

#: How many letters are as wide as a place in the village.
VILLAGE_LETTERS = 10


@dataclass(frozen=True)
class MapPlace:
    """
    A place of the map; the hunting grounds have a ring for each tribe there.

    On a table it has a ``link`` to be looked at, an ``obstacle`` while it is closed,
    and ``arrived`` tells who came since its reader's last move; pictures have none.
    """

    key: str
    label: str
    map_word: str
    good: str
    divisor: int
    rings: tuple[Ring, ...]
    crowds: tuple[Crowd, ...]
    summary: str
    layout: MapLayout
    link: str = ""
    obstacle: str = ""
    is_chosen: bool = False
    arrived: tuple[Crowd, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The word, broken where it would be wider than a place in the village."""
        return tuple(wrap(self.map_word, VILLAGE_LETTERS, break_long_words=False))

    @property
    def arrived_count(self) -> int:
        """How many people came, of all tribes."""
        return sum(crowd.count for crowd in self.arrived)


@dataclass(frozen=True)
class Board:
    """Everything on the table between the players."""

    places: dict[str, MapPlace]
    cards: tuple[Tile, ...]
    buildings: tuple[Tile, ...]
    cards_left: int
    summary: str

    @property
    def drawn(self) -> tuple[MapPlace, ...]:
        """The places of the map, in the order in which they are drawn."""
        return tuple(self.places[str(place.value)] for place in LAYOUT)

    @property
    def lines(self) -> tuple[str, ...]:
        """The map in words, a sentence for each place."""
        return tuple(place.summary for place in self.places.values())


def board_of(state: GameState, names: Sequence[str]) -> Board:
    """Return the board of a position; ``names`` are those of the seats 0 to 3."""
    places = {
        str(place.value): _map_place(state, names, place)
        for place in (*GATHERING, *VILLAGE)
    }
    cards, buildings = (
        tuple(tile_at(state, names, place) for place in lying)
        for lying in (CARD_SLOTS, BUILDING_STACKS[: state.player_count])
    )
    left = len(state.unseen_cards)
    return Board(places, cards, buildings, left, _summary(state))


def _map_place(state: GameState, names: Sequence[str], place: Place) -> MapPlace:
    crowds = tuple(crowds_on(state, names, place))
    good = place.good or ""
    return MapPlace(
        key=str(place.value),
        label=labels.place_label(place),
        map_word=str(labels.MAP_WORDS[place]),
        good=good,
        divisor=DIVISORS.get(good, 0),
        rings=rings_of(place, crowds),
        crowds=crowds,
        summary=_place_summary(place, crowds),
        layout=LAYOUT[place],
    )


def _place_summary(place: Place, crowds: Sequence[Crowd]) -> str:
    label = labels.place_label(place)
    if not crowds:
        return _("%(place)s: no one.") % {"place": label}
    parts = [f"{crowd.name} {crowd.count}" for crowd in crowds]
    values = {"place": label, "people": join_list(parts)}
    if place.rings is None:
        return _("%(place)s: %(people)s.") % values
    free = place.rings - sum(crowd.count for crowd in crowds)
    still = ngettext("%(free)d free", "%(free)d free", free) % {"free": free}
    values["free"] = still if free else _("full")
    return _("%(place)s: %(people)s; %(free)s.") % values


def _summary(state: GameState) -> str:
    people = sum(sum(tribe.placed) for tribe in state.players)
    text = ngettext(
        "The board in round %(round)d, with %(count)d person on it.",
        "The board in round %(round)d, with %(count)d people on it.",
        people,
    )
    return text % {"round": state.round, "count": people}


def occupied_places(state: GameState, player: int) -> tuple[Place, ...]:
    """Return where a player's people stand, in board order."""
    tribe = state.players[player]
    return tuple(place for place in PLACES if tribe.on(place))
