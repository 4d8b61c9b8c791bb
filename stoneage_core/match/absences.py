"""
Absences (vacations), during which a player's clock stands still.

A vacation uses up days of 24 hours, counted from its first moment. A day counts whole
once it has begun: a vacation of one hour uses one day, and one that ends early uses the
days begun until then. A used day counts for the 365 days after its beginning. So no 365
days contain more vacation than the clock allows, however it is divided.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded
from stoneage_core.match.calendar import Span, cut_spans, write_moment
from stoneage_core.match.commands import JsonCommand, Moment
from stoneage_core.match.deadlines import has_run_out
from stoneage_core.match.recorder import Recorder, Rule, player_rule
from stoneage_core.match.state import Authorship, Evolver, TableState, change_seat
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.phrases import ngettext_noop
from stoneage_core.time_control import TimeControl


class DeclareAbsence(JsonCommand, frozen=True):
    begins: Moment
    ends: Moment


class EndAbsence(JsonCommand, frozen=True):
    """End the current absence and cancel planned ones; days not begun stay unused."""


NO_VACATION = _("There’s no vacation at the pace of this table.")
DAY = timedelta(days=1)
YEAR = timedelta(days=365)


def declare_absence(recorder: Recorder, command: DeclareAbsence) -> None:
    """
    Stop a seat's clock for a while.

    Raise Refusal if no vacation days are left, or if the player's time has already run
    out.
    """
    player, at = recorder.player, recorder.by.at
    if has_run_out(recorder.table, player, at):
        raise Refusal(Code.TOO_LATE, "Your time had run out before.")
    span = Span(command.begins.astimezone(UTC), command.ends.astimezone(UTC))
    _require_vacation(recorder, span)
    recorder.record(
        AbsenceDeclared(player, write_moment(span.begins), write_moment(span.ends))
    )


def _require_vacation(recorder: Recorder, span: Span) -> None:
    control, at = recorder.table.control, recorder.by.at
    away = recorder.table.seats[recorder.player].away
    if span.begins < at:
        raise Irregular("an absence cannot begin in the past")
    if not control.vacation:
        raise Refusal(Code.INVALID, NO_VACATION)
    if not span.length:
        raise Refusal(Code.INVALID, "A vacation has to end after it begins.")
    if any(span.within(other).length for other in away):
        raise Refusal(Code.INVALID, "You’re away at that time already.")
    latest = latest_end(control, away, span.begins, at)
    if latest is None:
        raise Refusal(Code.INVALID, "You have no vacation days left this year.")
    if span.ends > latest:
        raise Refusal(
            Code.INVALID,
            ngettext_noop(
                "You have only {count} vacation day left this year.",
                "You have only {count} vacation days left this year.",
            ),
            count=days_left(control, away, span.begins),
        )


def end_absence(recorder: Recorder, command: EndAbsence) -> None:
    recorder.record(AbsenceEnded(recorder.player))


def _add_absence(
    table: TableState, event: AbsenceDeclared, by: Authorship
) -> TableState:
    span = Span(
        datetime.fromisoformat(event.begins), datetime.fromisoformat(event.ends)
    )
    away = (*table.seats[event.player].away, span)
    return change_seat(table, event.player, away=away)


def _end_absences(table: TableState, event: AbsenceEnded, by: Authorship) -> TableState:
    away = cut_spans(table.seats[event.player].away, by.at)
    return change_seat(table, event.player, away=away)


def next_absence(spans: Iterable[Span], now: datetime) -> Span | None:
    """Return the current absence, or else the next one, or None."""
    return min((span for span in spans if span.ends > now), default=None)


def days_used(spans: Iterable[Span], moment: datetime) -> int:
    """Count the days begun in the 365 days before ``moment`` or planned after it."""
    since, used = moment - YEAR, 0
    for span in spans:
        days = -(-span.length // DAY)
        begun_before = (since - span.begins) // DAY + 1
        used += max(0, days - max(0, begun_before))
    return used


def days_left(control: TimeControl, spans: Iterable[Span], now: datetime) -> int:
    """Return how many vacation days are neither used nor planned."""
    return max(0, control.vacation - days_used(spans, now))


def latest_end(
    control: TimeControl, spans: Iterable[Span], begins: datetime, now: datetime
) -> datetime | None:
    """
    Return the latest end of a vacation, or None if no days are left for it.

    ``spans`` are the seat's other vacations, past and planned. A vacation whose
    ``begins`` is before ``now`` begins now.
    """
    begins = max(begins, now)
    days = days_left(control, spans, begins)
    return begins + days * DAY if days else None


#: How each command is decided.
RULES: dict[type, Rule] = {
    DeclareAbsence: player_rule(declare_absence),
    EndAbsence: player_rule(end_absence),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    AbsenceDeclared: _add_absence,
    AbsenceEnded: _end_absences,
}
