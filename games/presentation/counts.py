"""The counts of a tribe: what is counted of it, how that is called, drawn, compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.presentation import labels
from games.presentation.text import format_signed
from stoneage_core.components.resources import Resource
from stoneage_core.components.tools import total_value
from stoneage_core.state import GameState, Player

#: What is counted of a tribe, in the order in which gains are told.
COUNTED = (
    *(str(kind) for kind in Resource),
    *("food", "people", "tools", "track", "cards", "buildings", "score"),
)
#: The same, in the order in which tribes are compared.
COMPARED = (
    *("score", "people", "food", "track"),
    *(str(kind) for kind in Resource),
    *("tools", "buildings", "cards"),
)
#: How it is called, and its icon, where it is no good.
_LABELS = {
    "people": _("people"),
    "tools": _("tools"),
    "track": _("food track"),
    "cards": _("cards"),
    "buildings": _("buildings"),
    "score": _("points"),
}
_ICONS = {
    "people": "person",
    "tools": "tool",
    "track": "track",
    "cards": "card",
    "buildings": "building",
    "score": "points",
}


@dataclass(frozen=True)
class ComparedNumber:
    """A number that is another one in a plan: in words, as it stands, and then."""

    label: str
    now: str
    then: str


@dataclass(frozen=True)
class ComparedTribe:
    """A tribe, and which of its numbers a plan changes."""

    seat: int
    name: str
    changes: tuple[ComparedNumber, ...]


def label_of(key: str) -> str:
    """Return how something that is counted is called."""
    return str(_LABELS.get(key) or labels.GOODS[key])


def icon_of(key: str) -> str:
    """Return the icon of something that is counted."""
    return _ICONS.get(key, key)


def count_of(tribe: Player, key: str) -> int:
    """Return how many a tribe has of what is counted; of tools what they are worth."""
    match key:
        case "tools":
            return total_value(tribe.tools)
        case "track":
            return tribe.food_track
        case "cards" | "buildings":
            return len(tribe.cards if key == "cards" else tribe.buildings)
        case "food" | "people" | "score":
            return int(getattr(tribe, key))
    return tribe.resources.of(Resource(key))


def compare_tribes(
    now: GameState, then: GameState, names: Sequence[str]
) -> tuple[ComparedTribe, ...]:
    """Return what differs, tribe by tribe; those without a change are left out."""
    return tuple(
        ComparedTribe(player, names[player], changes)
        for player in range(now.player_count)
        if (changes := tuple(_changes(now, then, player)))
    )


def _changes(now: GameState, then: GameState, player: int) -> Iterator[ComparedNumber]:
    for key in COMPARED:
        old, new = (count_of(state.players[player], key) for state in (now, then))
        if old != new:
            yield ComparedNumber(label_of(key), format_signed(old), format_signed(new))
