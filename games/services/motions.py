"""What players decide among themselves: they propose, and vote."""

from datetime import datetime

from django.db import transaction

from games.models import DecidedHow, Game, Seat, SubstituteOffer
from games.services.commands import open_own
from games.services.setup import check_clock
from stoneage_core.clock import Clock
from stoneage_core.conduct import MotionKind
from stoneage_core.match.commands import CastVote, MatchCommand, Propose


def takeback_propose(*, seat: Seat, decision: int, now: datetime) -> Game:
    """Propose to take back the decision that began with the event ``decision``."""
    propose = Propose(MotionKind.TAKE_BACK, sequence=decision - 1)
    return _decide(seat, propose, now, DecidedHow.PAGE)


def substitute_propose(*, seat: Seat, offer: SubstituteOffer, now: datetime) -> Game:
    """Propose that somebody who offered to plays a seat that the steward plays."""
    absent = offer.seat.number
    propose = Propose(MotionKind.SUBSTITUTE, seat=absent, offer=offer.number)
    return _decide(seat, propose, now, DecidedHow.PAGE)


def end_propose(*, seat: Seat, now: datetime) -> Game:
    """Propose to end the game as it stands."""
    return _decide(seat, Propose(MotionKind.END), now, DecidedHow.PAGE)


def clock_propose(*, seat: Seat, clock: Clock, now: datetime) -> Game:
    """Propose another clock for the table."""
    check_clock(clock)
    propose = Propose(MotionKind.CLOCK, clock=clock)
    return _decide(seat, propose, now, DecidedHow.PAGE)


def vote_cast(
    *,
    seat: Seat,
    motion: int,
    agrees: bool,
    now: datetime,
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """CastVote on a proposal. Idempotent: the same vote again changes nothing."""
    return _decide(seat, CastVote(motion, agrees), now, how)


@transaction.atomic
def _decide(seat: Seat, command: MatchCommand, now: datetime, how: DecidedHow) -> Game:
    table, own = open_own(seat, now)
    if isinstance(command, CastVote):
        proposal = table.around.proposal(command.proposal)
        if proposal is not None and proposal.votes.get(own.number) is command.agrees:
            return table.game
    table.decide(command, own.number, how)
    table.play_automatic()
    table.save()
    return table.game
