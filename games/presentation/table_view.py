"""
The table as one screen: board, cards, buildings, a row for each tribe.

A view depends only on a position and its reader. Questions, messages and sheets belong
to the page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, partial
from typing import TypeVar

from django.utils.translation import gettext as _

from games.caches import cached_by_language, next_serial
from games.presentation import labels
from games.presentation.board import Board, Crowd, MapPlace, Tile, board_of, crowds_on
from games.presentation.text import say
from games.presentation.tribes import TribeRow, tribe_rows_of
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    GATHERING,
    PLACES,
    VILLAGE,
    Place,
)
from stoneage_core.rules import placement
from stoneage_core.state import GameState, Phase

#: A place on the map, a card or a building.
Seen = TypeVar("Seen", MapPlace, Tile)

#: How many tables a process caches, each of some tens of kilobytes.
MOST_TABLES = 256


class Mode(StrEnum):
    PLAY = "play"
    WATCH = "watch"
    REPLAY = "replay"
    PLAN = "plan"
    OVER = "over"
    LEARN = "learn"


@dataclass(frozen=True)
class ToolLink:
    """A link in the bar above the board. A sheet opens beside it."""

    icon: str
    label: str
    link: str
    count: int = 0
    is_sheet: bool = False


@dataclass(frozen=True, eq=False)
class TableView:
    """
    Everything on a table, as one reader sees it.

    ``serial`` is the key under which templates cache what they render of a view:
    ``table_of`` caches views, so equal views share it.

    ``at`` is the key of the place that is looked at, or ''. ``kept`` is a part of the
    query string that every link on the table keeps.
    """

    mode: Mode
    version: int
    round: int
    phase: Phase
    phase_label: str
    board: Board
    make_rows: Callable[[], tuple[TribeRow, ...]]
    at: str
    kept: str
    serial: int = field(default_factory=next_serial)

    @cached_property
    def rows(self) -> tuple[TribeRow, ...]:
        """A row for each tribe, made on demand, because pictures have none."""
        return self.make_rows()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return (*self.board.cards, *self.board.buildings)

    @property
    def places(self) -> tuple[MapPlace | Tile, ...]:
        return (*self.board.places.values(), *self.tiles)

    @property
    def looked_at(self) -> MapPlace | Tile | None:
        return next((place for place in self.places if place.is_chosen), None)

    @property
    def closed(self) -> tuple[MapPlace | Tile, ...]:
        """The places to which the reader cannot send people."""
        return tuple(place for place in self.places if place.obstacle)


@cached_by_language(MOST_TABLES)
def table_of(
    state: GameState,
    names: tuple[str, ...],
    *,
    mode: Mode,
    reader: int | None = None,
    placing: int | None = None,
    before: GameState | None = None,
    at: str = "",
    kept: str = "",
) -> TableView:
    """
    Return the table in a position. Cached.

    ``before`` is the position of the reader's last move: changes since are marked. In a
    plan it is the position at which the plan began; its version is that of the table,
    and the reader's own people are marked, too. ``placing`` is the player who places
    people, by default the reader. An unknown place ``at`` counts as none.
    """
    board = board_of(state, names)
    placing = reader if placing is None else placing
    obstacles = dict(_obstacles(state, names, placing))
    is_placing = (
        state.phase is Phase.PLACEMENT
        and placing is not None
        and state.players[placing].unplaced > 0
    )
    is_planned = mode is Mode.PLAN
    at_home = None if is_planned else reader
    arrived = dict(_arrived(state, names, before, at_home))
    chosen = at if at in {place.value for place in places_of(state)} else ""

    def seen(place: Seen) -> Seen:
        return replace(
            place,
            link=f"?{kept}at={place.key}",
            obstacle=obstacles.get(place.key, ""),
            is_open=is_placing and place.key not in obstacles,
            is_chosen=place.key == chosen,
            arrived=arrived.get(place.key, ()),
        )

    return TableView(
        mode=mode,
        version=before.version if is_planned and before else state.version,
        round=state.round,
        phase=state.phase,
        phase_label=str(labels.PHASES[state.phase]),
        board=replace(
            board,
            places={key: seen(place) for key, place in board.places.items()},
            cards=tuple(map(seen, board.cards)),
            buildings=tuple(map(seen, board.buildings)),
        ),
        make_rows=partial(
            tribe_rows_of, state, names, reader=reader, before=before, kept=kept
        ),
        at=chosen,
        kept=kept,
    )


def places_of(state: GameState) -> tuple[Place, ...]:
    """Return the places of a game with this number of players."""
    stacks = BUILDING_STACKS[: state.player_count]
    return (*GATHERING, *VILLAGE, *CARD_SLOTS, *stacks)


def _obstacles(
    state: GameState, names: Sequence[str], reader: int | None
) -> Iterator[tuple[str, str]]:
    """Yield why each closed place is closed, while people are placed."""
    if state.phase is not Phase.PLACEMENT:
        return
    placing = reader if reader is not None and state.players[reader].unplaced else None
    for place in places_of(state):
        if placing is not None:
            refusal = placement.obstacle(state, placing, place)
            if refusal is not None:
                yield str(place.value), say(refusal.phrase, names)
        elif place.rings == sum(tribe.on(place) for tribe in state.players):
            yield str(place.value), _("No one else can go there in this round.")


def _arrived(
    state: GameState,
    names: Sequence[str],
    before: GameState | None,
    reader: int | None,
) -> Iterator[tuple[str, tuple[Crowd, ...]]]:
    """Yield by place which others came there since ``before``."""
    if before is None or not before.players:
        return
    is_same_round = before.round == state.round
    for place in PLACES:
        came = tuple(
            replace(crowd, count=crowd.count - stood)
            for crowd in crowds_on(state, names, place)
            if crowd.seat != reader
            and crowd.count
            > (stood := is_same_round * before.players[crowd.seat].on(place))
        )
        if came:
            yield str(place.value), came
