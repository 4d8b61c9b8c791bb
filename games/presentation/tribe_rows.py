"""The tribes as the table shows them: a line each, with what changed in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.presentation.counts import COUNTED, count_of, icon_of, label_of
from games.presentation.text import format_change, format_signed
from games.presentation.tribes import dice_in_words, shown_score
from stoneage_core import awaited
from stoneage_core.components.resources import Resource
from stoneage_core.components.tools import Tool
from stoneage_core.forecast import meal_ahead
from stoneage_core.rules.dice_for_all import dice_waiting_for
from stoneage_core.state import GameState

#: The numbers that are never drawn pale, however small they are.
_BOLD = frozenset({"people", "food", "score"})
#: As many letters stand in a line of a phone's row at their full size.
MOST_LETTERS = 9


@dataclass(frozen=True)
class TribeNumber:
    """
    A number in a tribe's row: its ``seat`` and ``key`` name it on the page.

    ``change`` is by how much it differs from before, with its sign, or ''. Of people
    some are ``at_home``; of food ``balance`` is what feeding will leave or lack, with
    its sign, or '' if it is past; tools are also told one by one.
    """

    seat: int
    key: str
    count: int
    change: str = ""
    at_home: int = 0
    balance: str = ""
    is_short: bool = False
    tools: tuple[Tool, ...] = ()

    @property
    def is_pale(self) -> bool:
        """Whether it is drawn pale: the tribe has nothing of it."""
        return not self.count and self.key not in _BOLD

    @property
    def letter_count(self) -> int:
        """How many letters it takes in a line with others; the score has its own."""
        if self.key == "score":
            return 0
        if self.key == "tools":
            return max(1, 2 * len(self.tools) - 1)
        written = str(self.count) + self.balance
        return len(written) + (len(str(self.at_home)) if self.key == "people" else 0)

    @property
    def icon(self) -> str:
        return icon_of(self.key)

    @property
    def label(self) -> str:
        return label_of(self.key)


@dataclass(frozen=True)
class RowHead:
    """
    Whose row it is, and what their part is now.

    ``dice`` are those of each roll for all that they have yet to pick from.
    """

    seat: int
    name: str
    is_reader: bool
    is_awaited: bool
    is_start_player: bool
    dice: tuple[tuple[int, ...], ...]

    @property
    def dice_in_words(self) -> str:
        return dice_in_words(self.dice)


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
    def is_full(self) -> bool:
        """Whether a phone has to draw its numbers narrower, each line in one."""
        lines = (self.goods, (*self.people, *self.owned))
        return any(
            sum(number.letter_count for number in line) > MOST_LETTERS for line in lines
        )


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
        dice=dice_waiting_for(state, seat),
    )


def _row(
    state: GameState, head: RowHead, before: GameState | None, kept: str
) -> TribeRow:
    numbers = _numbers(state, head.seat, _changes(state, before, head.seat))
    return TribeRow(
        head=head,
        people=tuple(numbers[key] for key in ("people", "food", "track")),
        goods=tuple(numbers[str(key)] for key in (*Resource, "tools")),
        owned=tuple(numbers[key] for key in ("buildings", "cards", "score")),
        link=f"?{kept}sheet=tribe-{head.seat}",
    )


def _numbers(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> dict[str, TribeNumber]:
    """Return all that is counted of a tribe, by its key."""
    tribe = state.players[seat]
    numbers = {
        key: TribeNumber(seat, key, count_of(tribe, key), changes.get(key, ""))
        for key in COUNTED
    }
    balance, is_short = _balance(state, seat)
    told: dict[str, dict[str, Any]] = {
        "people": {"at_home": tribe.unplaced},
        "food": {"balance": balance, "is_short": is_short},
        "tools": {"tools": tribe.tools},
        "score": {"count": shown_score(state, seat)},
    }
    return numbers | {key: replace(numbers[key], **told[key]) for key in told}


def _changes(state: GameState, before: GameState | None, seat: int) -> dict[str, str]:
    """Return by how much each number that is another one differs from before: '+2'."""
    if before is None or len(before.players) <= seat:
        return {}
    old, new = before.players[seat], state.players[seat]
    return {
        key: format_change(by)
        for key in COUNTED
        if (by := count_of(new, key) - count_of(old, key))
    }


def _balance(state: GameState, seat: int) -> tuple[str, bool]:
    """
    Return what feeding leaves or lacks, and whether it may lack anything.

    It is the least that is left while dice still decide: '≥3'.
    """
    meal = meal_ahead(state, seat)
    if meal.is_past:
        return "", False
    if meal.is_open:
        return f"≥{format_signed(meal.least)}", bool(meal.short)
    return (format_change(meal.least) if meal.least else "=0"), bool(meal.short)
