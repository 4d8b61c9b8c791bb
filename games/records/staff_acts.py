"""What the staff did to a game, for everybody to read: when, what and why, not who."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from games.models import Act, Game, StaffAct
from stoneage_core.audit import kinds


@dataclass(frozen=True)
class Deed:
    """One act; ``sequence`` is the first event that it led to, if any."""

    act: Act
    what: str
    why: str
    seat: int | None
    sequence: int | None
    at: datetime


def deeds_of(game: Game) -> tuple[Deed, ...]:
    """
    Return what the staff did to a game, the latest first.

    What they answered to a report is between them and who made it.
    """
    acts = StaffAct.objects.filter(game=game, act__in=kinds.ON_GAMES).order_by("-pk")
    return tuple(_deeds(acts.iterator()))


def _deeds(acts: Iterator[StaffAct]) -> Iterator[Deed]:
    for act in acts:
        kind = Act(act.act)
        about = (act.seat_number, act.sequence, act.acted_at)
        yield Deed(kind, str(kind.label), act.reason, *about)
