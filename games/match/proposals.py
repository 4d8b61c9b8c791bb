"""What players decide among themselves: they propose, and vote."""

from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.decisions.autoplay import play_automatic
from games.decisions.opening import open_own_session
from games.decisions.session import How
from games.errors import InvalidChoice
from games.models import Game, Seat, SubstituteOffer
from games.timing import here
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.commands import CastVote, MatchCommand, Propose
from stoneage_core.match.state import Source
from stoneage_core.time_control import TimeControl


def propose_takeback(*, seat: Seat, decision: int, now: datetime) -> Game:
    """Propose to take back the decision that began with the event ``decision``."""
    propose = Propose(ProposalKind.TAKE_BACK, sequence=decision - 1)
    return _decide(seat, propose, now, Source.PAGE)


def propose_substitute(*, seat: Seat, offer: SubstituteOffer, now: datetime) -> Game:
    """Propose that somebody who offered to plays a seat that autopilot plays."""
    absent = offer.seat.number
    propose = Propose(ProposalKind.SUBSTITUTE, seat=absent, offer=offer.number)
    return _decide(seat, propose, now, Source.PAGE)


def propose_end(*, seat: Seat, now: datetime) -> Game:
    """Propose to end the game as it stands."""
    return _decide(seat, Propose(ProposalKind.END), now, Source.PAGE)


def propose_time_control(*, seat: Seat, control: TimeControl, now: datetime) -> Game:
    """Propose another clock for the table."""
    check_time_control(control)
    propose = Propose(ProposalKind.TIME_CONTROL, control=here(control))
    return _decide(seat, propose, now, Source.PAGE)


def cast_vote(
    *,
    seat: Seat,
    proposal: int,
    agrees: bool,
    now: datetime,
    source: How = Source.PAGE,
) -> Game:
    """Vote on a proposal. Idempotent: the same vote again changes nothing."""
    return _decide(seat, CastVote(proposal, agrees), now, source)


@transaction.atomic
def _decide(seat: Seat, command: MatchCommand, now: datetime, source: How) -> Game:
    session, own = open_own_session(seat, now)
    if isinstance(command, CastVote):
        proposal = session.table.proposal(command.proposal)
        if proposal is not None and proposal.votes.get(own.number) is command.agrees:
            return session.game
    session.decide(command, own.number, source)
    play_automatic(session)
    session.save()
    return session.game


def check_time_control(control: TimeControl) -> None:
    """Raise InvalidChoice for a clock that could not be read back from the log."""
    try:
        msgspec.convert(msgspec.to_builtins(control), TimeControl)
    except msgspec.ValidationError:
        raise InvalidChoice(_("A pace can’t be set like that.")) from None
