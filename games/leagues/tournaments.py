"""Tournaments: who plays in which group, and who plays the next round.

Everything else about tournaments is shared with leagues: entering, seasons (each is a
round), and standings.
"""

from collections.abc import Sequence

from games.leagues.divisions import Player, division_sizes, movers_of


def deal_groups(players: Sequence[Player]) -> list[list[Player]]:
    """Return groups dealt out like cards, so that winners meet as late as possible."""
    count = len(division_sizes(len(players)))
    return [list(players[group::count]) for group in range(count)]


def qualified_players(groups: Sequence[Sequence[Player]], movers: int) -> list[Player]:
    """
    Return who plays the next round of a tournament, the winners of all groups first.
    Nobody if there was only one group: its winner has won the tournament.
    """
    if len(groups) < 2:
        return []
    return [
        group[place]
        for place in range(max(movers, 1))
        for group in groups
        if place < movers_of(len(group), movers)
    ]
