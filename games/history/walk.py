"""Walking through a game: where one can go from an event, and how it came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dates import duration_in_words
from games.discretion import Discretion
from games.history.chronicle import Line, line_of
from games.history.course import Course, PlayedDecision
from games.models import DecidedHow
from stoneage_core import codec
from stoneage_core import conduct as c
from stoneage_core import events as e


class RoundStart(NamedTuple):
    """Where a round of the game as it stands began."""

    round: int
    sequence: int


@dataclass(frozen=True)
class Steps:
    """The sequences to go to; None where there is nothing further."""

    previous: int | None
    following: int | None
    previous_decision: int | None
    following_decision: int | None
    first: int
    last: int
    rounds: tuple[RoundStart, ...]
    round: int


@dataclass(frozen=True)
class Undone:
    """Taken back by event ``by``; ``before`` is the last event before the stretch."""

    by: int
    before: int


@dataclass(frozen=True)
class Making:
    """Who made a decision and how, when they were asked, and all that came of it."""

    seat: int | None
    who: str
    command: str
    asked_at: datetime | None
    decided_at: datetime
    took: str
    lines: tuple[Line, ...]


def steps_from(course: Course, sequence: int) -> Steps:
    """Return the ways on; by decisions one passes over what was taken back."""
    last = len(course.happened)
    here = course.decision_of(sequence)
    ends = [each.last for each in course.kept_decisions]
    rounds = rounds_of(course)
    return Steps(
        previous=sequence - 1 if sequence > 1 else None,
        following=sequence + 1 if sequence < last else None,
        previous_decision=max((end for end in ends if end < here.first), default=None),
        following_decision=min((end for end in ends if end > sequence), default=None),
        first=1,
        last=last,
        rounds=rounds,
        round=course.states[sequence].round,
    )


def rounds_of(course: Course) -> tuple[RoundStart, ...]:
    """Return the beginnings of the rounds that were not taken back."""
    return tuple(
        RoundStart(one.event.round, one.sequence)
        for one in course.kept
        if isinstance(one.event, e.RoundStarted)
    )


def undoing_of(course: Course, sequence: int) -> Undone | None:
    """Return what took an event back, None if it stands."""
    if sequence not in course.undone:
        return None
    for one in course.happened[sequence:]:
        if isinstance(one.event, c.Return) and one.event.sequence < sequence:
            return Undone(by=one.sequence, before=max(1, one.event.sequence))
    return None


def making_of(
    course: Course, sequence: int, names: Sequence[str], discretion: Discretion
) -> Making:
    """Tell how an event came about; ``discretion`` has read nothing of the game yet."""
    decision = course.decision_of(sequence)
    read_on(course, decision.first - 1, discretion)
    part = course.happened[decision.first - 1 : decision.last]
    lines = [line_of(one, names, discretion, course.undone) for one in part]
    how = _how_of(course, sequence, discretion)
    return Making(
        seat=decision.player,
        who=_who(how, "" if decision.player is None else names[decision.player]),
        command=decision.command,
        asked_at=decision.asked_at,
        decided_at=decision.decided_at,
        took=_took(decision),
        lines=tuple(lines),
    )


def lines_between(
    course: Course,
    after: int,
    upto: int,
    names: Sequence[str],
    discretion: Discretion,
) -> tuple[Line, ...]:
    """Tell the events after one up to another; the discretion has read nothing yet."""
    read_on(course, after, discretion)
    part = course.happened[after:upto]
    return tuple(line_of(one, names, discretion, course.undone) for one in part)


def read_on(course: Course, upto: int, discretion: Discretion) -> None:
    """Let a discretion read the events up to a sequence."""
    for one in course.happened[:upto]:
        discretion.how(
            codec.type_of(one.event), one.decided_by, one.decided_how, one.command
        )


def _how_of(course: Course, sequence: int, discretion: Discretion) -> DecidedHow:
    """Return how the decision of an event was made, as far as that may be told."""
    one = course.happened[sequence - 1]
    name = codec.type_of(one.event)
    return discretion.how(name, one.decided_by, one.decided_how, "")


def _who(how: DecidedHow, name: str) -> str:
    """Say who decided and how: 'Alice, on the page'; a name of '' is nobody's."""
    if not name:
        return _("the staff") if how is DecidedHow.STAFF else _("the service")
    return _WHO[how] % {"name": name}


def _took(decision: PlayedDecision) -> str:
    return "" if decision.seconds is None else duration_in_words(decision.seconds)


_WHO = {
    DecidedHow.PAGE: gettext_lazy("%(name)s, on the page"),
    DecidedHow.REPLY: gettext_lazy("%(name)s, by answering a mail"),
    DecidedHow.ORDERS: gettext_lazy("%(name)s, by standing orders"),
    DecidedHow.AUTOMATIC: gettext_lazy("%(name)s, an automatic player"),
    DecidedHow.TIMEOUT: gettext_lazy("nobody: the time of %(name)s ran out"),
    DecidedHow.STEWARD: gettext_lazy("the steward, for %(name)s"),
    DecidedHow.STAFF: gettext_lazy("the staff, for %(name)s"),
    DecidedHow.SYSTEM: gettext_lazy("the service, for %(name)s"),
}
