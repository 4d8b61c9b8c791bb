"""Comparison of the numbers of each tribe as things stand, and as planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.text import format_signed
from stoneage_core.components.resources import Resource
from stoneage_core.components.tools import total_value
from stoneage_core.state import GameState, Player


@dataclass(frozen=True)
class PlannedChange:
    """A number as things stand and as planned, in words."""

    label: str
    now: str
    then: str


@dataclass(frozen=True)
class TribeComparison:
    """The numbers of one tribe that a plan changes."""

    seat: int
    name: str
    changes: tuple[PlannedChange, ...]


def compare_tribes(
    now: GameState, then: GameState, names: Sequence[str]
) -> tuple[TribeComparison, ...]:
    """Return what differs, tribe by tribe; those without a change are left out."""
    compared = (
        TribeComparison(player, names[player], tuple(_changes(now, then, player)))
        for player in range(now.player_count)
    )
    return tuple(tribe for tribe in compared if tribe.changes)


def _changes(now: GameState, then: GameState, player: int) -> Iterator[PlannedChange]:
    old, new = _numbers(now.players[player]), _numbers(then.players[player])
    for label, number in new.items():
        if old[label] != number:
            yield PlannedChange(label, format_signed(old[label]), format_signed(number))


def _numbers(tribe: Player) -> dict[str, int]:
    goods = {str(labels.GOODS[kind]): tribe.resources.of(kind) for kind in Resource}
    return {
        _("points"): tribe.score,
        _("people"): tribe.people,
        _("food"): tribe.food,
        _("food track"): tribe.food_track,
        **goods,
        _("tools"): total_value(tribe.tools),
        _("buildings"): len(tribe.buildings),
        _("cards"): len(tribe.cards),
    }
