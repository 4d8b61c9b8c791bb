"""The tribes as pages and mails show them: what each owns and would score now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.cards import building_face, card_face
from games.presentation.text import join_list, say_clause
from games.presentation.tribe_points import (
    FigureCount,
    Pile,
    ScoreLine,
    SymbolSet,
    figure_counts_of,
    score_lines,
    symbol_sets_of,
)
from stoneage_core import awaited as who_is_awaited
from stoneage_core.components.resources import Resource
from stoneage_core.components.tools import SLOTS, Tool
from stoneage_core.forecast import Meal, meal_ahead
from stoneage_core.rules.dice_for_all import dice_waiting_for
from stoneage_core.rules.scoring import scoring_of
from stoneage_core.state import GameState, Phase, Player, Score
from stoneage_core.wording.descriptions import gift_of


@dataclass(frozen=True)
class Tribe:
    """One tribe's panel."""

    seat: int
    shape: str
    colour: str
    name: str
    is_reader: bool
    is_awaited: bool
    is_start_player: bool
    people: int
    at_home: int
    food: int
    food_track: int
    tools: tuple[Tool, ...]
    resources: tuple[Pile, ...]
    buildings: tuple[str, ...]
    symbol_sets: tuple[SymbolSet, ...]
    figures: tuple[FigureCount, ...]
    open_cards: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    card_count: int
    score: int
    scoring: Score
    meal: Meal
    is_over: bool
    player: Player

    @property
    def dice_in_words(self) -> str:
        """The dice for all from which it will pick when it is next, or ''."""
        return dice_in_words(self.dice)

    @property
    def final(self) -> int:
        """What it has at the end, or would have if the game ended now."""
        return self.scoring.total

    @property
    def final_lines(self) -> tuple[ScoreLine, ...]:
        """How that is made, line by line; only few readers look."""
        return score_lines(self.player, self.scoring)


def tribes_of(
    state: GameState,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int] = (),
    reader: int | None = None,
) -> tuple[Tribe, ...]:
    """Return the panels of all tribes, the reader's first, then in turn order."""
    order = state.clockwise(0 if reader is None else reader)
    return tuple(_tribe(state, seat, names, awaited, reader) for seat in order)


def tribe_called(
    key: str, state: GameState, names: Sequence[str], reader: int | None = None
) -> Tribe | None:
    """Return the panel of the tribe that is called 'tribe-1', None of no tribe."""
    for seat in range(state.player_count):
        if key == f"tribe-{seat}":
            return _tribe(state, seat, names, who_is_awaited(state), reader)
    return None


def _tribe(
    state: GameState,
    seat: int,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int],
    reader: int | None,
) -> Tribe:
    tribe = state.players[seat]
    return Tribe(
        seat=seat,
        shape=labels.SEATS[seat].shape,
        colour=str(labels.SEATS[seat].colour),
        name=names[seat],
        is_reader=seat == reader,
        is_awaited=seat in awaited,
        is_start_player=seat == state.start_player and state.round > 0,
        people=tribe.people,
        at_home=tribe.unplaced,
        food=tribe.food,
        food_track=tribe.food_track,
        tools=(*tribe.tools, *[Tool(0)] * (SLOTS - len(tribe.tools))),
        resources=_piles(tribe),
        buildings=tuple(building_face(each).text for each in tribe.buildings),
        symbol_sets=symbol_sets_of(tribe),
        figures=figure_counts_of(tribe),
        open_cards=tuple(card_face(each).halves[0].text for each in tribe.open_cards),
        dice=dice_waiting_for(state, seat),
        card_count=len(tribe.cards),
        score=tribe.score,
        scoring=scoring_of(state, seat),
        meal=meal_ahead(state, seat),
        is_over=state.phase is Phase.ENDED,
        player=tribe,
    )


def dice_in_words(rolls: Iterable[Iterable[int]]) -> str:
    """Return 'a die to pick: 2 (1 brick) and 4 (1 gold)' for each roll, or ''."""
    pick = _("a die to pick: %(dice)s")
    return "; ".join(pick % {"dice": list_dice(dice)} for dice in rolls)


def list_dice(dice: Iterable[int]) -> str:
    """Return the faces of dice for all with what each gives: '2 (1 brick)'."""
    return join_list([f"{face} ({say_clause(gift_of(face))})" for face in dice])


def shown_score(state: GameState, seat: int) -> int:
    """Return the points beside a tribe: those of the final scoring at the end."""
    if state.phase is Phase.ENDED:
        return scoring_of(state, seat).total
    return state.players[seat].score


def _piles(tribe: Player) -> tuple[Pile, ...]:
    return tuple(
        Pile(str(kind), str(labels.GOODS[kind]), tribe.resources.of(kind))
        for kind in Resource
    )
