"""The clock of each seat in words, for the whole table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clocks
from games.clocks import seat_calendar
from games.models import Game, Seat, Status
from games.presentation.dates import duration_in_words
from games.presentation.text import names_of
from stoneage_core.match.absences import next_absence
from stoneage_core.match.calendar import Span
from stoneage_core.match.state import TableState


@dataclass(frozen=True)
class SeatClock:
    """
    One seat's clock.

    ``bank`` is in words, or '' without a bank, and ``bank_seconds`` in seconds, or
    None. While the player is awaited it is what they had when they were asked;
    ``deadline`` shows what is left. ``rests`` is when a
    stopped clock runs again, or None. ``away`` is the present absence or the next one.
    """

    seat: int
    name: str
    is_awaited: bool
    deadline: datetime | None
    bank: str
    bank_seconds: int | None
    rests: datetime | None
    away: Span | None
    is_away: bool
    notes: tuple[str, ...]


def seat_clocks(
    game: Game, seats: Sequence[Seat], now: datetime, reader: Seat | None = None
) -> tuple[SeatClock, ...]:
    """
    Return the clocks of all seats. Empty before the start, after the end and in
    practice.

    ``reader`` is the seat of a player, who also sees which others emails do not reach.
    """
    table_state = game.table_state
    if game.status != Status.ACTIVE or table_state.is_practice:
        return ()
    known = clocks.load_outages()
    names = names_of(seats)
    found = (_clock(table_state, seat, names, known, now) for seat in seats)
    if reader is None:
        return tuple(found)
    return tuple(
        replace(clock, notes=(*clock.notes, _("can’t be reached by email")))
        if seat.pk != reader.pk and is_unreachable(seat)
        else clock
        for clock, seat in zip(found, seats, strict=True)
    )


def is_unreachable(seat: Seat) -> bool:
    """Return whether emails to a seat's player bounce or are not wanted."""
    return seat.user is not None and seat.user.unreachable_since is not None


def _clock(
    table_state: TableState,
    seat: Seat,
    names: Sequence[str],
    known: Sequence[Span],
    now: datetime,
) -> SeatClock:
    status = table_state.seats[seat.number]
    runs = not (seat.is_automatic or status.is_on_autopilot)
    away = next_absence(status.away, now) if runs else None
    is_away = away is not None and away.begins <= now
    bank = status.bank if runs else None
    return SeatClock(
        seat=seat.number,
        name=names[seat.number],
        is_awaited=seat.awaited_at is not None,
        deadline=seat.deadline_at,
        bank="" if bank is None else duration_in_words(bank),
        bank_seconds=bank,
        rests=_rests(table_state, seat, known, now) if runs and not is_away else None,
        away=away,
        is_away=is_away,
        notes=tuple(_notes(table_state, seat)),
    )


def _rests(
    table_state: TableState, seat: Seat, known: Sequence[Span], now: datetime
) -> datetime | None:
    """Return when the stopped clock of an awaited player runs on, or None."""
    if seat.deadline_at is None:
        return None
    calendar = seat_calendar(table_state, seat, known)
    return None if calendar.runs_at(now) else calendar.resumes_at(now)


def _notes(table_state: TableState, seat: Seat) -> list[str]:
    status, clock = table_state.seats[seat.number], table_state.control
    notes = []
    if seat.is_automatic:
        notes.append(_("bot"))
    if status.is_on_autopilot:
        notes.append(_("on autopilot"))
    if seat.absent_user_id is not None:
        notes.append(_("plays for an absent player"))
    if status.wants_time:
        notes.append(_("asks for more time"))
    if status.granted:
        text = _("%(time)s more for this turn")
        notes.append(text % {"time": duration_in_words(status.granted)})
    if status.misses and not status.is_on_autopilot:
        text = ngettext(
            "missed %(misses)d of %(count)d turn in a row",
            "missed %(misses)d of %(count)d turns in a row",
            clock.misses,
        )
        notes.append(text % {"misses": status.misses, "count": clock.misses})
    return notes
