"""The tribes as the table shows them: a line each, with what changed in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation.text import signed
from games.presentation.tribes import Tribe, tribes_of
from stoneage_core import awaited
from stoneage_core.resources import Resource
from stoneage_core.state import GameState, Player
from stoneage_core.tools import total_value


@dataclass(frozen=True)
class TribeNumber:
    """
    A number in a tribe's row: its key in ``data-good``, its icon and its label.

    ``change`` is by how much it differs from before, with its sign, or ''.
    """

    key: str
    icon: str
    label: str
    count: int
    change: str = ""


@dataclass(frozen=True)
class TribeRow:
    """
    One tribe in one line; its ``link`` opens all there is to know of it.

    ``balance`` is the food that feeding would leave or lack, with its sign; '' where
    it is past.
    """

    tribe: Tribe
    people: TribeNumber
    food: TribeNumber
    track: TribeNumber
    goods: tuple[TribeNumber, ...]
    buildings: TribeNumber
    cards: TribeNumber
    score: TribeNumber
    tools_change: str
    balance: str
    is_short: bool
    link: str

    @property
    def tools(self) -> tuple[int, ...]:
        """The values of the tools that the tribe has."""
        return tuple(slot.value for slot in self.tribe.tools if slot.value)


def rows_of(
    state: GameState,
    names: Sequence[str],
    *,
    reader: int | None,
    before: GameState | None,
    kept: str,
) -> tuple[TribeRow, ...]:
    """Return the rows of all tribes, the reader's first, then in turn order."""
    tribes = tribes_of(state, names, awaited(state), reader)
    return tuple(_row(state, tribe, before, kept) for tribe in tribes)


def _row(
    state: GameState, tribe: Tribe, before: GameState | None, kept: str
) -> TribeRow:
    changes = _changes(state, before, tribe.seat)
    numbers = {number.key: number for number in _numbers(tribe, changes)}
    balance, is_short = _balance(tribe)
    return TribeRow(
        tribe=tribe,
        people=numbers["people"],
        food=numbers["food"],
        track=numbers["track"],
        goods=tuple(numbers[str(kind)] for kind in Resource),
        buildings=numbers["buildings"],
        cards=numbers["cards"],
        score=numbers["score"],
        tools_change=changes["tools"],
        balance=balance,
        is_short=is_short,
        link=f"?{kept}sheet=tribe-{tribe.seat}",
    )


def _numbers(tribe: Tribe, changes: Mapping[str, str]) -> Iterator[TribeNumber]:
    yield TribeNumber("people", "person", _("people"), tribe.people, changes["people"])
    yield TribeNumber("food", "food", _("food"), tribe.food, changes["food"])
    label = _("food track")
    yield TribeNumber("track", "track", label, tribe.food_track, changes["track"])
    for pile in tribe.resources:
        change = changes[pile.icon]
        yield TribeNumber(pile.icon, pile.icon, pile.label, pile.count, change)
    built, cards = len(tribe.buildings), tribe.card_count
    label = _("buildings")
    yield TribeNumber("buildings", "building", label, built, changes["buildings"])
    yield TribeNumber("cards", "card", _("cards"), cards, changes["cards"])
    points = tribe.final if tribe.is_over else tribe.score
    yield TribeNumber("score", "points", _("points"), points, changes["score"])


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
    return f"+{number}" if number > 0 else signed(number)


def _balance(tribe: Tribe) -> tuple[str, bool]:
    """Return what feeding leaves or lacks, and whether it lacks anything."""
    meal = tribe.meal
    if tribe.is_over or (meal.is_now and not meal.short):
        return "", False
    if meal.short:
        return signed(-meal.short), True
    return (f"+{meal.left}" if meal.left else "=0"), False
