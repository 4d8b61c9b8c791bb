"""The fold over the conduct of a table, decision by decision; pure.

The same comes of it when a move is accepted and when everything is rebuilt from the
log.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from games.conduct import Chair, Conduct, Motion
from games.timekeeping import Span, accounts
from stoneage_core import conduct as c
from stoneage_core.events import (
    Event,
    GameCreated,
    PlayerJoined,
    RoundStarted,
    SaltsRevealed,
)


def after(
    conduct: Conduct,
    events: Sequence[Event],
    *,
    decided_by: int | None,
    in_person: bool,
    at: datetime,
) -> Conduct:
    """
    Return the conduct after the events of one decision, made at a moment.

    ``in_person`` says that it was the player's own decision: on a page, by mail, or by
    standing orders.
    """
    first = events[0]
    for event in events:
        fold = _FOLDS.get(type(event))
        if fold is not None:
            conduct = fold(conduct, event, at)
    timed_out = isinstance(first, c.TurnTimedOut)
    if decided_by is None or not (timed_out or is_move(first)):
        return conduct
    return _decided(conduct, events, decided_by, timed_out, in_person)


def is_move(first: Event) -> bool:
    """Whether a decision that begins with this event was one on the board."""
    return type(first) not in _NO_MOVES


def _decided(
    conduct: Conduct,
    events: Sequence[Event],
    player: int,
    timed_out: bool,
    in_person: bool,
) -> Conduct:
    """Settle the bank and the misses of who decided, or failed to."""
    chair = conduct.chairs[player]
    misses = chair.misses
    if in_person:
        misses = 0
    elif timed_out:
        misses += 1
    bank = _bank(conduct, events, player)
    return _seat(conduct, player, misses=misses, bank=bank, granted=0)


def _bank(conduct: Conduct, events: Sequence[Event], player: int) -> int | None:
    clock, bank = conduct.clock, conduct.chairs[player].bank
    if clock is None or bank is None:
        return None
    if isinstance(events[0], c.TurnTimedOut):
        return accounts.after_time_out(clock, bank)
    spent = sum(event.seconds for event in events if isinstance(event, c.TimeSpent))
    return accounts.after_decision(clock, bank, spent)


def _seat(conduct: Conduct, player: int, **changes: Any) -> Conduct:
    chairs = list(conduct.chairs)
    chairs[player] = replace(chairs[player], **changes)
    return replace(conduct, chairs=tuple(chairs))


def _created(conduct: Conduct, event: GameCreated, at: datetime) -> Conduct:
    return replace(conduct, chairs=(Chair(),) * event.player_count)


def _clock_set(conduct: Conduct, event: c.ClockSet, at: datetime) -> Conduct:
    old, new = conduct.clock, event.clock
    chairs = tuple(
        replace(chair, bank=accounts.on_clock_change(old, new, chair.bank))
        for chair in conduct.chairs
    )
    return replace(conduct, clock=new, chairs=chairs)


def _steward_seated(
    conduct: Conduct, event: c.StewardSeated | c.SeatEntrusted, at: datetime
) -> Conduct:
    return _seat(conduct, event.player, is_stewarded=True, misses=0, granted=0)


def _returned(conduct: Conduct, event: c.PlayerReturned, at: datetime) -> Conduct:
    """Who comes back begins with a full bank: an empty one would drive them out."""
    bank, opening = conduct.chairs[event.player].bank, _opening(conduct)
    if bank is not None and opening is not None:
        bank = max(bank, opening)
    return _seat(conduct, event.player, is_stewarded=False, misses=0, bank=bank)


def _replaced(
    conduct: Conduct, event: c.SubstituteSeated | c.PlayerReplaced, at: datetime
) -> Conduct:
    conduct = _without_votes(conduct, event.player)
    fresh = {"bank": _opening(conduct), "misses": 0, "granted": 0, "away": ()}
    return _seat(conduct, event.player, is_stewarded=False, **fresh)


def _opening(conduct: Conduct) -> int | None:
    return None if conduct.clock is None else accounts.opening(conduct.clock)


def _away(conduct: Conduct, event: c.AbsenceDeclared, at: datetime) -> Conduct:
    span = Span(
        datetime.fromisoformat(event.begins), datetime.fromisoformat(event.ends)
    )
    away = conduct.chairs[event.player].away
    return _seat(conduct, event.player, away=(*away, span))


def _back(conduct: Conduct, event: c.AbsenceEnded, at: datetime) -> Conduct:
    """What is left of absences is dropped; what has passed keeps having passed."""
    away = _past(conduct.chairs[event.player].away, at)
    return _seat(conduct, event.player, away=away)


def _past(spans: tuple[Span, ...], at: datetime) -> tuple[Span, ...]:
    kept = (span if span.ends <= at else Span(span.begins, at) for span in spans)
    return tuple(span for span in kept if span.begins < span.ends)


def _paused(conduct: Conduct, event: c.GamePaused, at: datetime) -> Conduct:
    pause = Span(at, datetime.fromisoformat(event.until))
    return replace(conduct, pauses=(*_past(conduct.pauses, at), pause))


def _resumed(conduct: Conduct, event: c.GameResumed, at: datetime) -> Conduct:
    return replace(conduct, pauses=_past(conduct.pauses, at))


def _held(conduct: Conduct, event: c.GameHeld, at: datetime) -> Conduct:
    return replace(conduct, held_since=at)


def _released(conduct: Conduct, event: c.GameReleased, at: datetime) -> Conduct:
    """A pause from before goes on, if its end is still to come."""
    if conduct.held_since is None:
        return conduct
    holds = (*conduct.holds, Span(conduct.held_since, at))
    return replace(conduct, holds=holds, held_since=None)


def _granted(conduct: Conduct, event: c.TimeGranted, at: datetime) -> Conduct:
    return _seat(conduct, event.player, granted=event.seconds)


def _moved(conduct: Conduct, event: c.MotionMade, at: datetime) -> Conduct:
    motion = Motion(event, at, {event.player: True})
    return replace(
        conduct, motions=(*conduct.motions, motion), motion_count=event.motion
    )


def _voted(conduct: Conduct, event: c.VoteCast, at: datetime) -> Conduct:
    motions = tuple(
        replace(motion, votes={**motion.votes, event.player: event.agrees})
        if motion.number == event.motion
        else motion
        for motion in conduct.motions
    )
    return replace(conduct, motions=motions)


def _round_started(conduct: Conduct, event: RoundStarted, at: datetime) -> Conduct:
    motions = tuple(replace(each, is_overtaken=True) for each in conduct.motions)
    return replace(conduct, motions=motions)


def _without_votes(conduct: Conduct, player: int) -> Conduct:
    """Nobody is bound by how another voted who had the seat before."""

    def without(motion: Motion) -> Motion:
        votes = {each: yes for each, yes in motion.votes.items() if each != player}
        return replace(motion, votes=votes)

    return replace(conduct, motions=tuple(map(without, conduct.motions)))


def _settled(conduct: Conduct, event: c.MotionSettled, at: datetime) -> Conduct:
    left = tuple(each for each in conduct.motions if each.number != event.motion)
    return replace(conduct, motions=left)


def undone(table: Conduct, before: Conduct) -> Conduct:
    """
    Return a table where decisions were taken back as if nobody had made them.

    So what they took is put back into the banks, and what was granted then is granted
    again.
    """
    chairs = tuple(
        replace(chair, bank=earlier.bank, granted=earlier.granted)
        for chair, earlier in zip(table.chairs, before.chairs, strict=True)
    )
    return replace(table, chairs=chairs)


_NO_MOVES = frozenset(
    {
        *(GameCreated, PlayerJoined, SaltsRevealed),
        *(c.ClockSet, c.TurnTimedOut, c.StewardSeated, c.PlayerReturned),
        *(c.SubstituteSeated, c.AbsenceDeclared, c.AbsenceEnded, c.MotionMade),
        *(c.VoteCast, c.MotionSettled, c.DecisionTakenBack, c.GamePaused),
        *(c.GameResumed, c.GameHeld, c.GameReleased, c.TimeGranted),
        *(c.SeatEntrusted, c.PlayerReplaced, c.GameRolledBack),
    }
)
_FOLDS: dict[type, Callable[[Conduct, Any, datetime], Conduct]] = {
    GameCreated: _created,
    RoundStarted: _round_started,
    c.ClockSet: _clock_set,
    c.StewardSeated: _steward_seated,
    c.SeatEntrusted: _steward_seated,
    c.PlayerReturned: _returned,
    c.SubstituteSeated: _replaced,
    c.PlayerReplaced: _replaced,
    c.AbsenceDeclared: _away,
    c.AbsenceEnded: _back,
    c.GamePaused: _paused,
    c.GameResumed: _resumed,
    c.GameHeld: _held,
    c.GameReleased: _released,
    c.TimeGranted: _granted,
    c.MotionMade: _moved,
    c.VoteCast: _voted,
    c.MotionSettled: _settled,
}
