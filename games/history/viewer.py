"""The viewer of a game: the events around an event, and how it came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.dates import duration_in_words
from games.presentation.event_text import SourceMask, event_text
from games.presentation.timeline import (
    PlayedDecision,
    Timeline,
)
from stoneage_core.events.catalogue import Return
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source


class RoundStart(NamedTuple):
    """The event with which a round began, unless it was taken back."""

    round: int
    sequence: int


@dataclass(frozen=True)
class ViewerSteps:
    """The events around one (or None), the last, and where rounds began."""

    previous: int | None
    following: int | None
    last: int
    rounds: tuple[RoundStart, ...]
    round: int


@dataclass(frozen=True)
class TakenBack:
    """What took an event back: event ``by``, to the position after event ``before``."""

    by: int
    before: int


def steps_from(timeline: Timeline, sequence: int) -> ViewerSteps:
    """Return where one can go from an event."""
    last = len(timeline.happened)
    return ViewerSteps(
        previous=sequence - 1 if sequence > 1 else None,
        following=sequence + 1 if sequence < last else None,
        last=last,
        rounds=round_starts(timeline),
        round=timeline.state_after(sequence).round,
    )


def round_starts(timeline: Timeline) -> tuple[RoundStart, ...]:
    """Return the beginnings of the rounds that were not taken back."""
    return tuple(
        RoundStart(one.event.round, one.sequence)
        for one in timeline.kept
        if isinstance(one.event, RoundStarted)
    )


def taken_back_by(timeline: Timeline, sequence: int) -> TakenBack | None:
    """Return what took an event back, or None if it was not."""
    if sequence not in timeline.undone:
        return None
    for one in timeline.happened[sequence:]:
        if isinstance(one.event, Return) and one.event.sequence < sequence:
            return TakenBack(by=one.sequence, before=max(1, one.event.sequence))
    return None


def decision_text(
    timeline: Timeline, sequence: int, names: Sequence[str], mask: SourceMask
) -> dict[str, Any]:
    """
    Return who made the decision of an event and how, and all that came of it.

    ``sure`` says how certain it is who it was, or '' if nobody decided by hand.
    ``mask`` must not have read anything of the game yet.
    """
    decision = timeline.decision_of(sequence)
    mask.read_past(timeline.between(0, decision.first - 1))
    part = timeline.between(decision.first - 1, decision.last)
    lines = [event_text(one, names, mask, timeline.undone) for one in part]
    one, seconds = timeline.happened[sequence - 1], decision.seconds
    how = mask.source_of(one.event.type_name(), one.decided_by, one.source, "")
    return {
        "seat": decision.player,
        "who": _who(how, "" if decision.player is None else names[decision.player]),
        "command": decision.command if is_move(decision.command) else "",
        "asked_at": decision.asked_at,
        "decided_at": decision.decided_at,
        "took": "" if seconds is None else duration_in_words(seconds),
        "sure": _certainty(timeline, decision, how),
        "lines": lines,
    }


def _who(source: Source, name: str) -> str:
    """Return who decided and how: 'Alice, on the page'. ``name`` is '' for nobody."""
    if not name:
        return _("the moderators") if source is Source.STAFF else _("the service")
    return _WHO[source] % {"name": name}


def _certainty(timeline: Timeline, decision: PlayedDecision, how: Source) -> str:
    """Return how certain it is who decided, judging by the events before it."""
    if not how.is_by_hand:
        return ""
    for one in reversed(timeline.happened[: decision.first - 1]):
        if one.recorded_at != decision.decided_at:
            break
        match one.event:
            case ReplyReceived(player=player, is_signed=True):
                if player == decision.player:
                    return _("The email was signed by the domain that it came from.")
    if how is Source.REPLY:
        return _("The email carries no signature.")
    return _("Anyone who had the link to the seat, or was signed in, can have done it.")


_WHO = {
    Source.PAGE: gettext_lazy("%(name)s, on the page"),
    Source.REPLY: gettext_lazy("%(name)s, by replying to an email"),
    Source.API: gettext_lazy("%(name)s, by a program"),
    Source.ORDERS: gettext_lazy("%(name)s, by orders"),
    Source.AUTOMATIC: gettext_lazy("%(name)s, a bot"),
    Source.TIMEOUT: gettext_lazy("no one: %(name)s ran out of time"),
    Source.AUTOPILOT: gettext_lazy("autopilot, for %(name)s"),
    Source.STAFF: gettext_lazy("the moderators, for %(name)s"),
    Source.SERVICE: gettext_lazy("the service, for %(name)s"),
}
