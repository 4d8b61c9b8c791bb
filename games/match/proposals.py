"""What players decide among themselves: they propose, and vote."""

from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import InvalidChoice
from games.models import DecidedHow, Game, Seat, SubstituteOffer
from games.opening import open_own_session
from stoneage_core.clock import Clock
from stoneage_core.conduct import MotionKind
from stoneage_core.match.commands import CastVote, MatchCommand, Propose


def propose_takeback(*, seat: Seat, decision: int, now: datetime) -> Game:
    """Propose to take back the decision that began with the event ``decision``."""
    propose = Propose(MotionKind.TAKE_BACK, sequence=decision - 1)
    return _decide(seat, propose, now, DecidedHow.PAGE)


def propose_substitute(*, seat: Seat, offer: SubstituteOffer, now: datetime) -> Game:
    """Propose that somebody who offered to plays a seat that the steward plays."""
    absent = offer.seat.number
    propose = Propose(MotionKind.SUBSTITUTE, seat=absent, offer=offer.number)
    return _decide(seat, propose, now, DecidedHow.PAGE)


def propose_end(*, seat: Seat, now: datetime) -> Game:
    """Propose to end the game as it stands."""
    return _decide(seat, Propose(MotionKind.END), now, DecidedHow.PAGE)


def propose_clock(*, seat: Seat, clock: Clock, now: datetime) -> Game:
    """Propose another clock for the table."""
    check_clock(clock)
    propose = Propose(MotionKind.CLOCK, clock=clock)
    return _decide(seat, propose, now, DecidedHow.PAGE)


def cast_vote(
    *,
    seat: Seat,
    motion: int,
    agrees: bool,
    now: datetime,
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """Vote on a proposal. Idempotent: the same vote again changes nothing."""
    return _decide(seat, CastVote(motion, agrees), now, how)


@transaction.atomic
def _decide(seat: Seat, command: MatchCommand, now: datetime, how: DecidedHow) -> Game:
    session, own = open_own_session(seat, now)
    if isinstance(command, CastVote):
        proposal = session.around.proposal(command.proposal)
        if proposal is not None and proposal.votes.get(own.number) is command.agrees:
            return session.game
    session.decide(command, own.number, how)
    session.play_automatic()
    session.save()
    return session.game


def check_clock(clock: Clock) -> None:
    """Raise InvalidChoice for a clock that could not be read back from the log."""
    try:
        msgspec.convert(msgspec.to_builtins(clock), Clock)
    except msgspec.ValidationError:
        raise InvalidChoice(_("No clock can be set like that.")) from None
