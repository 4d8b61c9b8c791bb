"""How votes are counted: what becomes of a proposal."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from stoneage_core.events.proposals import Outcome, ProposalKind
from stoneage_core.match.state import OpenProposal

#: What changes the game for everybody needs everybody.
UNANIMOUS = frozenset(
    {ProposalKind.TAKE_BACK, ProposalKind.END, ProposalKind.TIME_CONTROL}
)


def count_votes(
    kind: ProposalKind, votes: Mapping[int, bool], voters: AbstractSet[int]
) -> Outcome | None:
    """
    Return what becomes of a proposal, or None while votes can still decide it.

    ``votes`` are by player, ``voters`` those who play themselves at this moment.
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


def drop_vote(proposal: OpenProposal, player: int) -> OpenProposal:
    """Return a proposal without the vote of a player, whom it does not bind."""
    votes = {each: yes for each, yes in proposal.votes.items() if each != player}
    return replace(proposal, votes=votes)
