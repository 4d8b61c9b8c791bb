"""Placing people (rules: phase 1), and what a tribe can pay."""

from stoneage_core.opponents.model.layout import (
    BUILDING,
    BUSY,
    CARD,
    CHANCE,
    COUNT,
    CROWD,
    FIELD,
    GOODS,
    GUESTS,
    HOME,
    HUNTING,
    HUT,
    PLACED,
    RINGS,
    RIVER,
    TOOL_MAKER,
    TOPS,
    TRIBE,
    TRIBES,
    Board,
)
from stoneage_core.opponents.model.tables import COST, FEWEST, FIXED, KIND_COUNT, KINDS


def draw(b: Board, sides: int) -> int:
    """Return a random number below ``sides``, from the board's generator."""
    x = b[CHANCE]
    x = x ^ ((x << 13) & 4294967295)
    x = x ^ (x >> 17)
    x = x ^ ((x << 5) & 4294967295)
    b[CHANCE] = x
    return (x * sides) >> 32


def room(b: Board, t: int, place: int) -> int:
    """Return the most people that a tribe can place on a place now."""
    home = b[t + HOME]
    if home == 0 or b[t + PLACED + place] > 0:
        return 0
    if place == HUNTING:
        return home
    crowd = b[CROWD + place]
    if place <= RIVER:
        if crowd > 0 and b[COUNT] < 4 and b[GUESTS + place] >= b[COUNT] - 1:
            return 0
        return home if home < RINGS - crowd else RINGS - crowd
    if crowd > 0 or place - BUILDING >= b[COUNT]:
        return 0
    if place < CARD:
        if b[COUNT] < 4:
            taken = b[CROWD + TOOL_MAKER] + b[GUESTS + HUT] + b[CROWD + FIELD]
            if taken >= 2:
                return 0
        if place == HUT:
            return 2 if home >= 2 else 0
    return 1


def ways(b: Board, t: int, place: int) -> int:
    """Return how many different placements are legal on a place."""
    most = room(b, t, place)
    return 1 if place == HUT and most > 0 else most


def only_placement(b: Board, t: int) -> int:
    """Return the place of a tribe's only legal placement, -1 if none or several."""
    if b[t + PLACED + HUNTING] == 0 and b[t + HOME] >= 2:
        return -1
    found = -1
    for place in range(BUILDING + 4):
        count = ways(b, t, place)
        if count > 1 or (count == 1 and found >= 0):
            return -1
        if count == 1:
            found = place
    return found


def can_place(b: Board, t: int) -> int:
    if b[t + HOME] == 0:
        return 0
    if b[t + PLACED + HUNTING] == 0:
        return 1
    for place in range(1, BUILDING + 4):
        if room(b, t, place) > 0:
            return 1
    return 0


def next_placer(b: Board, first: int) -> int:
    """Return the next player from ``first`` clockwise who can place, -1 if none."""
    for step in range(b[COUNT]):
        player = (first + step) % b[COUNT]
        if can_place(b, TRIBES + player * TRIBE) == 1:
            return player
    return -1


def put(b: Board, t: int, place: int, people: int) -> None:
    b[t + PLACED + place] = people
    b[t + HOME] -= people
    b[t + BUSY] += 1
    b[CROWD + place] += people
    b[GUESTS + place] += 1


def come_home(b: Board, t: int, place: int) -> None:
    """Take a tribe's people back from a place, if any are there."""
    people = b[t + PLACED + place]
    if people > 0:
        b[t + PLACED + place] = 0
        b[t + HOME] += people
        b[t + BUSY] -= 1
        b[CROWD + place] -= people
        b[GUESTS + place] -= 1


def pieces(b: Board, t: int) -> int:
    g = t + GOODS
    return b[g + 1] + b[g + 2] + b[g + 3] + b[g + 4]


def payable(b: Board, t: int, place: int) -> int:
    total = pieces(b, t)
    if place < BUILDING:
        return 1 if total > place - CARD else 0
    tile = b[TOPS + place - BUILDING]
    if total < FEWEST[tile]:
        return 0
    g = t + GOODS + 1
    if FIXED[tile] == 1:
        for good in range(4):
            if b[g + good] < COST[4 * tile + good]:
                return 0
        return 1
    if KINDS[tile] == 0:
        return 1
    # A set of kinds suffices if it has each of them and enough pieces together.
    for mask in range(1, 16):
        if KIND_COUNT[mask] == KINDS[tile]:
            kinds = 0
            held = 0
            for good in range(4):
                if (mask >> good) & 1 == 1 and b[g + good] > 0:
                    kinds += 1
                    held += b[g + good]
            if kinds == KINDS[tile] and held >= FEWEST[tile]:
                return 1
    return 0
