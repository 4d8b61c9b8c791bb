"""Proposals and votes at a table, and other decisions around the board."""

from datetime import datetime

from django.db import transaction

from games.decisions.session import (
    GameSession,
    Provenance,
    attempt_on_game,
    open_own_session,
    open_session,
    play_automatic,
)
from games.models import Game, Seat
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.proposals import CastVote, ExpireProposals
from stoneage_core.match.state import Source
from stoneage_core.match.votes import next_expiry


@transaction.atomic
def cast_vote(
    *,
    seat: Seat,
    proposal: int,
    agrees: bool,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Game:
    """Vote on a proposal. Idempotent."""
    session, own = open_own_session(seat, now)
    found = session.table.proposal(proposal)
    if found is not None and found.votes.get(own.number) is agrees:
        return session.game
    return _decide(session, own, CastVote(proposal, agrees), source)


@attempt_on_game
def expire_proposals(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Close proposals whose voting time is over. Return whether there were any.

    Outages are recorded first, because they extend that time.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    session.record_facts()
    due = next_expiry(session.table)
    if due is None or due > session.moment:
        if session.entries:
            session.save()
        return False
    session.decide(ExpireProposals(), None, Source.SERVICE)
    session.save()
    return True


@transaction.atomic
def decide_own(
    *,
    seat: Seat,
    command: MatchCommand,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Decide a command around the board as the player of a seat.

    For commands that need nothing but their rule, such as proposals.
    """
    session, own = open_own_session(seat, now)
    return _decide(session, own, command, source)


def _decide(
    session: GameSession, own: Seat, command: MatchCommand, source: Provenance
) -> Game:
    session.decide(command, own.number, source)
    play_automatic(session)
    session.save()
    return session.game
