"""Snapshot: everything that the table shows of a position, each thing under a key.

Two snapshots differ by what changed between their positions, and a snapshot that takes
up those changes is the later one. So a browser can show any position of a game without
knowing its rules.
"""

from collections.abc import Iterator

from games.presentation.counts import COUNTED, count_of
from games.presentation.tribes import shown_score
from stoneage_core import awaited
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, PLACES
from stoneage_core.components.tools import SLOTS
from stoneage_core.forecast import meal_ahead
from stoneage_core.state import GameState, Player

#: A number, a word, what lies on a place (None: nothing), or several numbers.
Shown = int | str | tuple[int, ...] | None

#: What the table shows, by keys: "1.wood" is the wood of seat 1, "1.at.forest" how many
#: of its people stand in the forest, "1.spare" what feeding will leave of its food (or
#: lack, below 0), at least if dice still decide ("1.spare.open"), "card_2" the card on
#: a place.
Snapshot = dict[str, Shown]


def snapshot_of(state: GameState) -> Snapshot:
    """Return the snapshot of a position; places where nobody stands have no key."""
    snapshot: Snapshot = {
        "round": state.round,
        "phase": str(state.phase),
        "start": state.start_player,
        "asked": tuple(sorted(awaited(state))),
        "deck": len(state.unseen_cards),
    }
    for place in CARD_SLOTS:
        snapshot[str(place.value)] = state.slots[place.index]
    for place, stack in zip(BUILDING_STACKS, state.stacks, strict=False):
        snapshot[str(place.value)] = stack.top
        snapshot[f"{place.value}.left"] = stack.left
    for seat in range(len(state.players)):
        for key, shown in _tribe(state, seat):
            snapshot[f"{seat}.{key}"] = shown
    return snapshot


def snapshot_changes(before: Snapshot, after: Snapshot) -> Snapshot:
    """Return what is shown otherwise afterwards; 0 for people who left a place."""
    changes = {
        key: shown
        for key, shown in after.items()
        if key not in before or before[key] != shown
    }
    return changes | dict.fromkeys(before.keys() - after.keys(), 0)


def _tribe(state: GameState, seat: int) -> Iterator[tuple[str, Shown]]:
    tribe = state.players[seat]
    yield from ((key, count_of(tribe, key)) for key in COUNTED)
    meal = meal_ahead(state, seat)
    yield "home", tribe.unplaced
    yield "tools", _tools(tribe)
    yield "score", shown_score(state, seat)
    yield "spare", None if meal.is_past else meal.least
    yield "spare.open", int(meal.is_open)
    for place in PLACES:
        if people := tribe.on(place):
            yield f"at.{place.value}", people


def _tools(tribe: Player) -> tuple[int, ...]:
    """Return the value of each slot, below 0 where the tool is used in this round."""
    values = tuple(-tool.value if tool.used else tool.value for tool in tribe.tools)
    return values + (0,) * (SLOTS - len(values))
