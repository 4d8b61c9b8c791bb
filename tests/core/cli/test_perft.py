"""The number of placement sequences at the opening, as chess engines count moves.

``naive`` implements the limits of the rules without the engine.
"""

from collections import Counter

import pytest

from stoneage_core.cli.perft import perft

GATHERING = ("hunting grounds", "forest", "clay pit", "quarry", "river")
VILLAGE = {"tool maker": 1, "hut": 2, "field": 1}
CARDS = ("card 1", "card 2", "card 3", "card 4")
TRIBES_ADMITTED = {2: 1, 3: 2, 4: 4}


def placements(players, board, player):
    """Yield the legal (place, people); ``board`` lists (player, place, people)."""
    left = 5 - sum(people for who, _, people in board if who == player)
    crowd = Counter()
    for _, place, people in board:
        crowd[place] += people
    for place in GATHERING:
        here = {who for who, where, _ in board if where == place}
        if player in here:
            continue
        room = left
        if place != "hunting grounds":
            if len(here) == TRIBES_ADMITTED[players]:
                continue
            room = min(left, 7 - crowd[place])
        yield from ((place, people) for people in range(1, room + 1))
    taken = [place for place in VILLAGE if crowd[place]]
    for place, people in VILLAGE.items():
        shut = players < 4 and len(taken) == 2
        if not crowd[place] and left >= people and not shut:
            yield place, people
    for place in (*CARDS, *(f"building {number + 1}" for number in range(players))):
        if not crowd[place] and left:
            yield place, 1


def naive(players, depth, board=(), turn=0):
    if not depth:
        return 1
    for step in range(players):
        player = (turn + step) % players
        open_to_them = list(placements(players, board, player))
        if open_to_them:
            after = (player + 1) % players
            return sum(
                naive(players, depth - 1, (*board, (player, *placed)), after)
                for placed in open_to_them
            )
    return 0


@pytest.mark.parametrize(
    ("players", "depth", "count"),
    [
        *[(2, 1, 34), (2, 2, 1_047), (2, 3, 20_158)],
        *[(3, 1, 35), (3, 2, 1_191), (3, 3, 39_179)],
        *[(4, 1, 36), (4, 2, 1_261), (4, 3, 42_898)],
    ],
)
def test_perft_matches_an_independent_count(players, depth, count):
    assert perft(players, depth) == naive(players, depth) == count


def test_depth_zero_counts_one_sequence():
    assert perft(2, 0) == 1


def test_a_sequence_ends_when_nobody_has_people_left():
    nearly = ((0, "forest", 5), (1, "quarry", 4))
    assert naive(2, 1, nearly) == len(list(placements(2, nearly, 1))) == 11
    assert naive(2, 1, (*nearly, (1, "field", 1))) == 0
