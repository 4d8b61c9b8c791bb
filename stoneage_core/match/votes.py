"""Who votes on a proposal, until when, and how the votes are counted."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from stoneage_core.events.proposals import Outcome, ProposalKind
from stoneage_core.match.calendar import Calendar
from stoneage_core.match.state import OpenProposal, TableState

#: The kinds that change the game for everybody need every vote.
UNANIMOUS = frozenset(
    {ProposalKind.TAKE_BACK, ProposalKind.END, ProposalKind.TIME_CONTROL}
)


def voters_at(table: TableState, kind: ProposalKind, at: datetime) -> tuple[int, ...]:
    """
    Return the players who vote on a proposal of a kind at a moment.

    They are those whose seats a person plays. A unanimous vote also waits, for one
    voting term, for a player who lost their seat because of missed decisions.
    """
    return tuple(
        number
        for number, seat in enumerate(table.seats)
        if seat.is_played or (kind in UNANIMOUS and may_come_back(table, number, at))
    )


def may_come_back(table: TableState, player: int, at: datetime) -> bool:
    """Return whether a player who lost their seat by the clock still has a vote."""
    until = vote_kept_until(table, player)
    return until is not None and at < until


def vote_kept_until(table: TableState, player: int) -> datetime | None:
    """Return until when a player who lost their seat by the clock keeps their vote.

    None if they did not.
    """
    lost_at = table.seats[player].lost_at
    if lost_at is None:
        return None
    return _after(table, lost_at, table.control.voting_term)


def expires_at(table: TableState, proposal: OpenProposal) -> datetime:
    """Return when a proposal expires; pauses, freezes and outages prolong it."""
    return _after(table, proposal.put_at, proposal.term)


def _after(table: TableState, begins: datetime, seconds: int) -> datetime:
    still = (*table.pauses, *table.freezes, *table.outages)
    return Calendar(UTC, pauses=still).add(begins, timedelta(seconds=seconds))


def next_expiry(table: TableState) -> datetime | None:
    """Return when the next open proposal expires, or None.

    None too while the game is frozen and after its end.
    """
    if table.frozen_since is not None or table.finished_at is not None:
        return None
    return min((expires_at(table, each) for each in table.proposals), default=None)


def count_votes(
    kind: ProposalKind, votes: Mapping[int, bool], voters: Collection[int]
) -> Outcome | None:
    """Return the outcome of a proposal by the votes of ``voters``, None if open."""
    cast = [votes.get(player) for player in voters]
    required = votes_needed(kind, len(cast))
    if cast.count(True) >= required:
        return Outcome.CARRIED
    return Outcome.REJECTED if len(cast) - cast.count(False) < required else None


def votes_needed(kind: ProposalKind, voters: int) -> int:
    """Return how many voters have to say yes: all, or a majority for a substitute."""
    return voters if kind in UNANIMOUS else voters // 2 + 1


def add_voter(table: TableState, player: int) -> TableState:
    proposals = tuple(
        replace(each, voters=tuple(sorted({*each.voters, player})))
        for each in table.proposals
    )
    return replace(table, proposals=proposals)


def drop_votes(table: TableState, player: int) -> TableState:
    proposals = tuple(
        replace(
            each,
            votes={other: yes for other, yes in each.votes.items() if other != player},
        )
        for each in table.proposals
    )
    return replace(table, proposals=proposals)


def restart_term_for(table: TableState, player: int, at: datetime) -> TableState:
    """
    Return the state with a full new term for every proposal that lacks this vote.

    A player who just lost their seat needs the time to come back.
    """
    proposals = tuple(
        replace(each, put_at=at)
        if each.made.kind in UNANIMOUS
        and player in each.voters
        and player not in each.votes
        else each
        for each in table.proposals
    )
    return replace(table, proposals=proposals)
