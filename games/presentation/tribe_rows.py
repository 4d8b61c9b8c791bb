"""The tribes as the table shows them: a line each, with what changed in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from games.presentation.counts import COUNTED, count_of, icon_of, label_of
from games.presentation.text import format_change, format_signed
from games.presentation.tribes import ToolSlot, meal_of
from stoneage_core import awaited
from stoneage_core.components.resources import Resource
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


def tribe_rows_of(
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
    people = _counted(tribe, seat, "people", changes)
    yield PeopleNumber(*people, at_home=tribe.unplaced)
    food = _counted(tribe, seat, "food", changes)
    yield FoodNumber(*food, balance=balance, is_short=is_short)
    yield TribeNumber(*_counted(tribe, seat, "track", changes))


def _numbers_of_goods(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> Iterator[TribeNumber]:
    tribe = state.players[seat]
    for kind in Resource:
        yield TribeNumber(*_counted(tribe, seat, str(kind), changes))
    slots = tuple(ToolSlot(tool.value, tool.used) for tool in tribe.tools)
    yield ToolsNumber(*_counted(tribe, seat, "tools", changes), slots=slots)


def _numbers_of_things(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> Iterator[TribeNumber]:
    tribe = state.players[seat]
    yield TribeNumber(*_counted(tribe, seat, "buildings", changes))
    yield TribeNumber(*_counted(tribe, seat, "cards", changes))
    score = ScoreNumber(*_counted(tribe, seat, "score", changes))
    if state.phase is Phase.ENDED:
        final = state.scores[seat] or final_score(tribe)
        score = replace(score, count=final.total)
    yield score


def _counted(
    tribe: Player, seat: int, key: str, changes: Mapping[str, str]
) -> tuple[int, str, str, str, int, str]:
    """Return what every number tells, in the order of its fields."""
    count = count_of(tribe, key)
    return seat, key, icon_of(key), label_of(key), count, changes[key]


def _changes(state: GameState, before: GameState | None, seat: int) -> dict[str, str]:
    """Return by how much each number differs from before: '+2', or '' for nothing."""
    if before is None or len(before.players) <= seat:
        return dict.fromkeys(COUNTED, "")
    old, new = before.players[seat], state.players[seat]
    return {
        key: format_change(count_of(new, key) - count_of(old, key)) for key in COUNTED
    }


def _balance(state: GameState, seat: int) -> tuple[str, bool]:
    """Return what feeding leaves or lacks, and whether it lacks anything."""
    meal = meal_of(state, seat)
    if state.phase is Phase.ENDED or (meal.is_now and not meal.short):
        return "", False
    if meal.short:
        return format_signed(-meal.short), True
    return (f"+{meal.left}" if meal.left else "=0"), False
