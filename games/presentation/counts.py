"""The counts of a tribe: what is counted of it, how that is called, drawn, compared."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.presentation import labels
from games.presentation.text import format_change
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
class NumberChange:
    """A number that is another one before and after."""

    label: str
    icon: str
    before: int
    after: int

    @property
    def by(self) -> str:
        """The difference with its sign: '+3'."""
        return format_change(self.after - self.before)


@dataclass(frozen=True)
class ComparedTribe:
    """A tribe, and which of its numbers a plan changes."""

    seat: int
    name: str
    changes: tuple[NumberChange, ...]


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
    pairs = zip(now.players, then.players, names, strict=False)
    return tuple(
        ComparedTribe(player, name, changes)
        for player, (old, new, name) in enumerate(pairs)
        if (changes := _changed_numbers(old, new))
    )


def _changed_numbers(old: Player, new: Player) -> tuple[NumberChange, ...]:
    counts = ((key, count_of(old, key), count_of(new, key)) for key in COMPARED)
    return tuple(
        NumberChange(label_of(key), icon_of(key), before, after)
        for key, before, after in counts
        if before != after
    )
