"""Who is asked to vote on a proposal, until when, and how the votes are counted."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from stoneage_core.events.proposals import Outcome, ProposalKind
from stoneage_core.match.calendar import Calendar
from stoneage_core.match.state import OpenProposal, TableState

#: What changes the game for everybody needs everybody.
UNANIMOUS = frozenset(
    {ProposalKind.TAKE_BACK, ProposalKind.END, ProposalKind.TIME_CONTROL}
)


def voters_at(table: TableState, kind: ProposalKind, at: datetime) -> tuple[int, ...]:
    """
    Return the players whose votes a proposal of a kind takes at a moment.

    They are those who play themselves. What needs everybody also takes the vote of a
    player whose seat autopilot took because of missed decisions, for as long as a
    proposal is open: so long they have to come back.
    """
    return tuple(
        number
        for number, seat in enumerate(table.seats)
        if seat.is_played or (kind in UNANIMOUS and may_come_back(table, number, at))
    )


def may_come_back(table: TableState, player: int, at: datetime) -> bool:
    """Whether a player who lost their seat to autopilot still has a vote."""
    until = vote_kept_until(table, player)
    return until is not None and at < until


def vote_kept_until(table: TableState, player: int) -> datetime | None:
    """Return until when a player who lost their seat to autopilot keeps their vote."""
    lost_at = table.seats[player].lost_at
    if lost_at is None:
        return None
    return _after(table, lost_at, table.control.voting_term)


def open_until(table: TableState, proposal: OpenProposal) -> datetime:
    """Return when a proposal expires; time in which all clocks stood still is added."""
    return _after(table, proposal.put_at, proposal.term)


def _after(table: TableState, begins: datetime, seconds: int) -> datetime:
    still = (*table.pauses, *table.freezes, *table.outages)
    return Calendar(UTC, pauses=still).add(begins, timedelta(seconds=seconds))


def next_expiry(table: TableState) -> datetime | None:
    """Return when the next open proposal expires; None while the game is frozen."""
    if table.frozen_since is not None or table.finished_at is not None:
        return None
    return min((open_until(table, each) for each in table.proposals), default=None)


def count_votes(
    kind: ProposalKind, votes: Mapping[int, bool], voters: Collection[int]
) -> Outcome | None:
    """
    Return what becomes of a proposal, or None while votes can still decide it.

    ``votes`` are by player, ``voters`` those who are asked.
    """
    cast = [votes.get(player) for player in voters]
    required = votes_needed(kind, len(cast))
    if cast.count(True) >= required:
        return Outcome.CARRIED
    return Outcome.REJECTED if len(cast) - cast.count(False) < required else None


def votes_needed(kind: ProposalKind, voters: int) -> int:
    """
    Return how many of so many voters have to say yes.

    What changes the game for all needs all; a substitute needs more than half of them.
    """
    return voters if kind in UNANIMOUS else voters // 2 + 1


def ask_newcomer(table: TableState, player: int) -> TableState:
    """Return a state in which a player who sat down votes on all that is open."""
    proposals = tuple(
        replace(each, voters=tuple(sorted({*each.voters, player})))
        for each in table.proposals
    )
    return replace(table, proposals=proposals)


def drop_votes(table: TableState, player: int) -> TableState:
    """Return a state without the votes of whoever had a player's seat until now."""
    proposals = tuple(
        replace(
            each,
            votes={other: yes for other, yes in each.votes.items() if other != player},
        )
        for each in table.proposals
    )
    return replace(table, proposals=proposals)


def wait_for_voter(table: TableState, player: int, at: datetime) -> TableState:
    """
    Return a state in which a player who lost their seat has time to come back and vote.

    Every proposal that waits for their vote stays open for a whole term from now on.
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
