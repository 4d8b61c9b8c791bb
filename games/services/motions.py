"""What players decide among themselves: proposals, votes, and what comes of them."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.conduct import Motion
from games.errors import Forbidden, InvalidChoice, TooLate
from games.models import DecidedHow, Game, Seat, StoredEvent, SubstituteOffer
from games.queries import standing_offers
from games.services.commands import open_own
from games.services.setup import check_clock
from games.services.substitutes import offer_of, seat_substitute
from games.services.table import Table
from stoneage_core import Phase, codec, end, verdicts
from stoneage_core.clock import Clock
from stoneage_core.conduct import (
    ClockSet,
    DecisionTakenBack,
    MotionKind,
    MotionMade,
    MotionSettled,
    Outcome,
    Return,
    VoteCast,
)
from stoneage_core.events import Event

_STORED = ("type", "schema_version", "data")
_RETURNS = ("DecisionTakenBack", "GameRolledBack")


@transaction.atomic
def takeback_propose(*, seat: Seat, decision: int, now: datetime) -> Game:
    """Propose to take back the decision that began with the event ``decision``."""
    table, own = open_own(seat, now)
    decided = StoredEvent.objects.filter(game=table.game, sequence=decision).first()
    if decided is None or not _is_decision(decided):
        raise InvalidChoice(_("No decision was made there."))
    if _is_taken_back(table, decision):
        raise TooLate(_("That was taken back already."))
    if not table.present - {own.number}:
        raise Forbidden(_("There is nobody at this table who could agree to that."))
    return _make(table, own, MotionKind.TAKE_BACK, sequence=decision - 1)


@transaction.atomic
def substitute_propose(*, seat: Seat, offer: SubstituteOffer, now: datetime) -> Game:
    """Propose that somebody who offered to plays a seat that the steward plays."""
    table, own = open_own(seat, now)
    absent, standing = table.seat(offer.seat.number), standing_offers(table.game)
    if offer not in standing or not table.chair(absent.number).is_stewarded:
        raise TooLate(_("That offer does not stand any more."))
    return _make(
        table, own, MotionKind.SUBSTITUTE, seat=absent.number, offer=offer.number
    )


@transaction.atomic
def end_propose(*, seat: Seat, now: datetime) -> Game:
    """Propose to end the game as it stands."""
    return _make(*open_own(seat, now), MotionKind.END)


@transaction.atomic
def clock_propose(*, seat: Seat, clock: Clock, now: datetime) -> Game:
    """Propose another clock for the table."""
    check_clock(clock)
    table, own = open_own(seat, now)
    if clock == table.conduct.clock:
        raise InvalidChoice(_("That is the clock of this table already."))
    return _make(table, own, MotionKind.CLOCK, clock=clock)


@transaction.atomic
def vote_cast(
    *,
    seat: Seat,
    motion: int,
    agrees: bool,
    now: datetime,
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """Vote on a proposal. The same vote twice is as good as once."""
    table, own = open_own(seat, now)
    proposal = table.conduct.motion(motion)
    if proposal is None:
        raise TooLate(_("That proposal is settled already."))
    if proposal.votes.get(own.number) is agrees:
        return table.game
    vote = VoteCast(own.number, motion, agrees)
    table.take([vote], own.number, how)
    return _save(table)


def settle(table: Table) -> None:
    """
    Carry out, reject or drop what is decided by the votes as they are now.

    In quarantine that waits for the release.
    """
    if table.is_frozen or table.state.phase is Phase.ENDED:
        return None
    for motion in table.conduct.motions:
        outcome = _outcome(table, motion)
        if outcome is None:
            continue
        _take(table, MotionSettled(motion.number, outcome))
        if outcome is Outcome.CARRIED:
            _CARRY_OUT[motion.proposal.kind](table, motion.proposal)
            # It may have changed what the others are about, and who votes.
            return settle(table)
    return None


def _make(
    table: Table,
    own: Seat,
    kind: MotionKind,
    *,
    sequence: int | None = None,
    seat: int | None = None,
    offer: int | None = None,
    clock: Clock | None = None,
) -> Game:
    if any(motion.proposal.kind is kind for motion in table.conduct.motions):
        raise TooLate(_("There is such a proposal already: vote on that one first."))
    number = table.conduct.motion_count + 1
    made = MotionMade(number, own.number, kind, sequence, seat, offer, clock)
    table.take([made], own.number, DecidedHow.PAGE)
    return _save(table)


def _save(table: Table) -> Game:
    settle(table)
    table.play_automatic()
    table.save()
    return table.game


def _outcome(table: Table, motion: Motion) -> Outcome | None:
    if _is_moot(table, motion):
        return Outcome.LAPSED
    return verdicts.outcome(motion.proposal.kind, motion.votes, table.present)


def _is_moot(table: Table, motion: Motion) -> bool:
    """Whether there is nothing left to vote about, or nobody who still wants it."""
    proposal = motion.proposal
    if proposal.player not in table.present & motion.votes.keys():
        return True
    match proposal.kind:
        case MotionKind.SUBSTITUTE:
            assert proposal.seat is not None
            stewarded = table.chair(proposal.seat).is_stewarded
            return not stewarded or offer_of(table, proposal) is None
        case MotionKind.TAKE_BACK:
            assert proposal.sequence is not None
            # Nobody waits to see how the next round goes.
            gone = _is_taken_back(table, proposal.sequence + 1)
            return motion.is_overtaken or gone
    return False


def _is_taken_back(table: Table, decision: int) -> bool:
    """Whether the game went back, stored or just now, to before an event."""
    later = StoredEvent.objects.filter(
        game=table.game, sequence__gt=decision, type__in=_RETURNS
    )
    stored = (codec.decode(*row) for row in later.values_list(*_STORED))
    return any(
        isinstance(event, Return) and event.sequence < decision
        for event in (*stored, *table.events)
    )


def _take(table: Table, *events: Event) -> None:
    """Let happen what follows from votes, and is nobody's own doing."""
    table.take(events, None, DecidedHow.SYSTEM)


def _is_decision(event: StoredEvent) -> bool:
    return bool(event.command) or event.type == "TurnTimedOut"


def _take_back(table: Table, proposal: MotionMade) -> None:
    assert proposal.sequence is not None
    decided = StoredEvent.objects.get(
        game=table.game, sequence=proposal.sequence + 1
    ).decided_by
    assert decided is not None
    _take(table, DecisionTakenBack(decided, proposal.sequence, agreed=True))


def _end(table: Table, proposal: MotionMade) -> None:
    _take(table, *end(table.state, table.chance).events)


def _set_clock(table: Table, proposal: MotionMade) -> None:
    assert proposal.clock is not None
    _take(table, ClockSet(proposal.clock))


_CARRY_OUT: dict[MotionKind, Callable[[Table, MotionMade], None]] = {
    MotionKind.TAKE_BACK: _take_back,
    MotionKind.SUBSTITUTE: seat_substitute,
    MotionKind.END: _end,
    MotionKind.CLOCK: _set_clock,
}
