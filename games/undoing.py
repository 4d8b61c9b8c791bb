"""Which decisions may still be taken back: for a while, if they revealed nothing."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.models import DecidedHow
from games.projections import RecordedDecision, conduct_folds
from games.timekeeping import DEFAULT
from stoneage_core.clock import Clock
from stoneage_core.codec import type_name
from stoneage_core.conduct import DecisionTakenBack, GameRolledBack
from stoneage_core.undo import REVEALING, longest_window

#: By their stable names; and who went back once decides anew first.
CLOSING_NAMES = frozenset(
    map(type_name, (*REVEALING, DecisionTakenBack, GameRolledBack))
)

#: Those whose answers go back along with what they answered.
_THOUGHTLESS = (DecidedHow.AUTOMATIC, DecidedHow.STEWARD)


def window(clock: Clock | None) -> timedelta:
    """Return for how long a decision can be taken back at a table with this clock."""
    seconds = min(settings.UNDO_SECONDS, longest_window(clock or DEFAULT))
    return timedelta(seconds=seconds)


def open_until(
    decisions: Sequence[RecordedDecision], clock: Clock | None
) -> datetime | None:
    """
    Return until when the decision that was just made can be taken back, if it can.

    ``decisions`` are those of one transaction: a player's own, and what automatic
    players answered to it.
    """
    first, *answers = decisions
    is_move = conduct_folds.is_move(first.events[0])
    if not first.decided_how.is_by_hand or not is_move:
        return None
    if any(answer.decided_how not in _THOUGHTLESS for answer in answers):
        return None
    events = (event for decision in decisions for event in decision.events)
    if any(isinstance(event, REVEALING) for event in events):
        return None
    length = window(clock)
    return first.at + length if length else None


def is_open(player: int, since: Iterable[tuple[str, int | None, str, str]]) -> bool:
    """
    Whether a player's decision can be taken back, by what is stored since it began.

    ``since`` are type, player, how and command of its events and all that follow.
    """
    for name, decided_by, how, command in since:
        if name in CLOSING_NAMES:
            return False
        moved = command or how in (DecidedHow.TIMEOUT, DecidedHow.ORDERS)
        if moved and decided_by != player and how not in _THOUGHTLESS:
            return False
    return True
