"""Chips: the steps of a replay as pictures and numbers."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.presentation import labels
from games.presentation.counts import icon_of
from games.presentation.replay.steps import ReplayStep
from games.presentation.text import format_change


@dataclass(frozen=True)
class Gain:
    """An icon, and by how much more of it there is: '+3'."""

    icon: str
    by: str


@dataclass(frozen=True)
class StepChip:
    """
    One step in a line: people who were sent to a place, dice that were rolled there.

    ``sign`` is the icon of the place, and ``number`` which of the cards or buildings it
    is, 0 where there is but one. ``text`` tells all of it in sentences; ``round`` is
    the round that began with it.
    """

    at: int
    seat: int | None
    people: int
    place: str
    sign: str
    number: int
    dice: tuple[int, ...]
    gains: tuple[Gain, ...]
    text: str
    how: str
    round: int


def chips_of(steps: Iterable[ReplayStep]) -> tuple[StepChip, ...]:
    """Return the chips of some steps, in their order."""
    return tuple(map(_chip, steps))


def _chip(step: ReplayStep) -> StepChip:
    begun = step.changes.get("round")
    return StepChip(
        at=step.at,
        seat=step.seat,
        people=step.people,
        place=labels.place_label(step.place) if step.place else "",
        sign=labels.place_sign(step.place) if step.place else "",
        number=labels.place_number(step.place) if step.place else 0,
        dice=step.dice,
        gains=tuple(Gain(icon_of(key), format_change(by)) for key, by in step.gains),
        text=step.text,
        how=step.how,
        round=begun if isinstance(begun, int) else 0,
    )
