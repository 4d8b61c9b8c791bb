"""Functions that make proposals."""

from datetime import datetime

from games.clocks import with_site_takeback
from games.models import Game, Seat, SeatOffer
from games.table.votes import decide_own
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.proposals import Propose
from stoneage_core.time_control import TimeControl


def propose_takeback(*, seat: Seat, decision: int, now: datetime) -> Game:
    """Propose to take back the decision that began with the event ``decision``."""
    propose = Propose(ProposalKind.TAKE_BACK, sequence=decision - 1)
    return decide_own(seat=seat, command=propose, now=now)


def propose_substitute(*, seat: Seat, offer: SeatOffer, now: datetime) -> Game:
    """Propose a volunteer as substitute for a seat on autopilot."""
    absent = offer.seat.number
    propose = Propose(ProposalKind.SUBSTITUTE, seat=absent, offer=offer.number)
    return decide_own(seat=seat, command=propose, now=now)


def propose_end(*, seat: Seat, now: datetime) -> Game:
    """Propose to end the game as it stands."""
    return decide_own(seat=seat, command=Propose(ProposalKind.END), now=now)


def propose_time_control(*, seat: Seat, control: TimeControl, now: datetime) -> Game:
    """Propose another clock for the game."""
    propose = Propose(ProposalKind.TIME_CONTROL, control=with_site_takeback(control))
    return decide_own(seat=seat, command=propose, now=now)
