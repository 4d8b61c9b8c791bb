"""The tribes as the table shows them: a line each, with what changed in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.text import format_signed
from games.presentation.tribes import ToolSlot, meal_of
from stoneage_core import awaited
from stoneage_core.components.resources import Resource
from stoneage_core.components.tools import total_value
from stoneage_core.rules.scoring import final_score
from stoneage_core.state import GameState, Phase, Player


@dataclass(frozen=True)
class TribeNumber:
    """
    A number in a tribe's row: its ``seat`` and ``key`` name it on the page.

    ``change`` is by how much it differs from before, with its sign, or ''.
    """

    template: ClassVar[str] = "games/table/_number.html"

    seat: int
    key: str
    icon: str
    label: str
    count: int
    change: str = ""


@dataclass(frozen=True)
class PeopleNumber(TribeNumber):
    """The people of a tribe, and how many of them are ``at_home``."""

    template: ClassVar[str] = "games/table/_number_people.html"

    at_home: int = 0


@dataclass(frozen=True)
class FoodNumber(TribeNumber):
    """
    The food of a tribe.

    ``balance`` is what feeding would leave or lack, with its sign; '' where it is past.
    """

    template: ClassVar[str] = "games/table/_number_food.html"

    balance: str = ""
    is_short: bool = False


@dataclass(frozen=True)
class ToolsNumber(TribeNumber):
    """The tools of a tribe: the ``slots`` that hold one."""

    template: ClassVar[str] = "games/table/_number_tools.html"

    slots: tuple[ToolSlot, ...] = ()


@dataclass(frozen=True)
class ScoreNumber(TribeNumber):
    """The points of a tribe."""

    template: ClassVar[str] = "games/table/_number_score.html"


@dataclass(frozen=True)
class RowHead:
    """Whose row it is, and what their part is now."""

    seat: int
    name: str
    is_reader: bool
    is_awaited: bool
    is_start_player: bool


@dataclass(frozen=True)
class TribeRow:
    """
    One tribe in one line; its ``link`` opens all there is to know of it.

    The numbers of ``goods``, tools among them, stand together.
    """

    head: RowHead
    people: tuple[TribeNumber, ...]
    goods: tuple[TribeNumber, ...]
    owned: tuple[TribeNumber, ...]
    link: str

    @property
    def numbers(self) -> tuple[TribeNumber, ...]:
        """Every number, in the order in which they are shown."""
        return (*self.people, *self.goods, *self.owned)


def rows_of(
    state: GameState,
    names: Sequence[str],
    *,
    reader: int | None,
    before: GameState | None,
    kept: str,
) -> tuple[TribeRow, ...]:
    """Return the rows of all tribes, the reader's first, then in turn order."""
    return tuple(
        _row(state, _head(state, seat, names, reader), before, kept)
        for seat in state.clockwise(0 if reader is None else reader)
    )


def _head(
    state: GameState, seat: int, names: Sequence[str], reader: int | None
) -> RowHead:
    return RowHead(
        seat,
        names[seat],
        is_reader=seat == reader,
        is_awaited=seat in awaited(state),
        is_start_player=seat == state.start_player and state.round > 0,
    )


def _row(
    state: GameState, head: RowHead, before: GameState | None, kept: str
) -> TribeRow:
    changes = _changes(state, before, head.seat)
    return TribeRow(
        head=head,
        people=tuple(_numbers_of_people(state, head.seat, changes)),
        goods=tuple(_numbers_of_goods(state, head.seat, changes)),
        owned=tuple(_numbers_of_things(state, head.seat, changes)),
        link=f"?{kept}sheet=tribe-{head.seat}",
    )


def _numbers_of_people(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> Iterator[TribeNumber]:
    tribe = state.players[seat]
    balance, is_short = _balance(state, seat)
    yield PeopleNumber(
        *(seat, "people", "person", _("people"), tribe.people, changes["people"]),
        at_home=tribe.unplaced,
    )
    yield FoodNumber(
        *(seat, "food", "food", _("food"), tribe.food, changes["food"]),
        balance=balance,
        is_short=is_short,
    )
    named = ("track", "track", _("food track"))
    yield TribeNumber(seat, *named, tribe.food_track, changes["track"])


def _numbers_of_goods(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> Iterator[TribeNumber]:
    tribe = state.players[seat]
    for kind in Resource:
        named = (str(kind), str(kind), str(labels.GOODS[kind]))
        count = tribe.resources.of(kind)
        yield TribeNumber(seat, *named, count, changes[str(kind)])
    named = ("tools", "tool", _("tools"))
    slots = tuple(ToolSlot(tool.value, tool.used) for tool in tribe.tools)
    yield ToolsNumber(seat, *named, len(slots), changes["tools"], slots=slots)


def _numbers_of_things(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> Iterator[TribeNumber]:
    tribe = state.players[seat]
    named = ("buildings", "building", _("buildings"))
    yield TribeNumber(seat, *named, len(tribe.buildings), changes["buildings"])
    named = ("cards", "card", _("cards"))
    yield TribeNumber(seat, *named, len(tribe.cards), changes["cards"])
    points = tribe.score
    if state.phase is Phase.ENDED:
        points = (state.scores[seat] or final_score(tribe)).total
    named = ("score", "points", _("points"))
    yield ScoreNumber(seat, *named, points, changes["score"])


def _changes(state: GameState, before: GameState | None, seat: int) -> dict[str, str]:
    """Return by how much each number differs from before: '+2', or '' for nothing."""
    new = _counts(state.players[seat])
    if before is None or len(before.players) <= seat:
        return dict.fromkeys(new, "")
    old = _counts(before.players[seat])
    return {key: _difference(new[key] - old[key]) for key in new}


def _counts(player: Player) -> dict[str, int]:
    return {
        "people": player.people,
        "food": player.food,
        "track": player.food_track,
        "tools": total_value(player.tools),
        "buildings": len(player.buildings),
        "cards": len(player.cards),
        "score": player.score,
        **{str(kind): player.resources.of(kind) for kind in Resource},
    }


def _difference(number: int) -> str:
    if not number:
        return ""
    return f"+{number}" if number > 0 else format_signed(number)


def _balance(state: GameState, seat: int) -> tuple[str, bool]:
    """Return what feeding leaves or lacks, and whether it lacks anything."""
    meal = meal_of(state, seat)
    if state.phase is Phase.ENDED or (meal.is_now and not meal.short):
        return "", False
    if meal.short:
        return format_signed(-meal.short), True
    return (f"+{meal.left}" if meal.left else "=0"), False
