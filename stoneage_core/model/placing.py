"""Placing people (rules: phase 1), and what a tribe can pay."""

from stoneage_core.model import layout as at
from stoneage_core.model import tables
from stoneage_core.model.layout import Board


def draw(b: Board, sides: int) -> int:
    """Return a random number below ``sides``, from the board's generator."""
    x = b[at.CHANCE]
    x = x ^ ((x << 13) & 4294967295)
    x = x ^ (x >> 17)
    x = x ^ ((x << 5) & 4294967295)
    b[at.CHANCE] = x
    return (x * sides) >> 32


def room(b: Board, t: int, place: int) -> int:
    """Return the most people that a tribe can place on a place now."""
    home = b[t + at.HOME]
    if home == 0 or b[t + at.PLACED + place] > 0:
        return 0
    if place == at.HUNTING:
        return home
    crowd = b[at.CROWD + place]
    if place <= at.RIVER:
        if crowd > 0 and b[at.COUNT] < 4 and b[at.GUESTS + place] >= b[at.COUNT] - 1:
            return 0
        return home if home < at.RINGS - crowd else at.RINGS - crowd
    if crowd > 0 or place - at.BUILDING >= b[at.COUNT]:
        return 0
    if place < at.CARD:
        if b[at.COUNT] < 4:
            taken = (
                b[at.CROWD + at.TOOL_MAKER]
                + b[at.GUESTS + at.HUT]
                + b[at.CROWD + at.FIELD]
            )
            if taken >= 2:
                return 0
        if place == at.HUT:
            return 2 if home >= 2 else 0
    return 1


def ways(b: Board, t: int, place: int) -> int:
    """Return how many different placements are legal on a place."""
    most = room(b, t, place)
    return 1 if place == at.HUT and most > 0 else most


def only_placement(b: Board, t: int) -> int:
    """Return the place of a tribe's only legal placement, -1 if none or several."""
    if b[t + at.PLACED + at.HUNTING] == 0 and b[t + at.HOME] >= 2:
        return -1
    found = -1
    for place in range(at.BUILDING + 4):
        count = ways(b, t, place)
        if count > 1 or (count == 1 and found >= 0):
            return -1
        if count == 1:
            found = place
    return found


def can_place(b: Board, t: int) -> int:
    if b[t + at.HOME] == 0:
        return 0
    if b[t + at.PLACED + at.HUNTING] == 0:
        return 1
    for place in range(1, at.BUILDING + 4):
        if room(b, t, place) > 0:
            return 1
    return 0


def next_placer(b: Board, first: int) -> int:
    """Return the next player from ``first`` clockwise who can place, -1 if none."""
    for step in range(b[at.COUNT]):
        player = (first + step) % b[at.COUNT]
        if can_place(b, at.TRIBES + player * at.TRIBE) == 1:
            return player
    return -1


def put(b: Board, t: int, place: int, people: int) -> None:
    b[t + at.PLACED + place] = people
    b[t + at.HOME] -= people
    b[t + at.BUSY] += 1
    b[at.CROWD + place] += people
    b[at.GUESTS + place] += 1


def come_home(b: Board, t: int, place: int) -> None:
    """Take a tribe's people back from a place, if any are there."""
    people = b[t + at.PLACED + place]
    if people > 0:
        b[t + at.PLACED + place] = 0
        b[t + at.HOME] += people
        b[t + at.BUSY] -= 1
        b[at.CROWD + place] -= people
        b[at.GUESTS + place] -= 1


def pieces(b: Board, t: int) -> int:
    g = t + at.GOODS
    return b[g + 1] + b[g + 2] + b[g + 3] + b[g + 4]


def payable(b: Board, t: int, place: int) -> int:
    total = pieces(b, t)
    if place < at.BUILDING:
        return 1 if total > place - at.CARD else 0
    tile = b[at.TOPS + place - at.BUILDING]
    if total < tables.FEWEST[tile]:
        return 0
    g = t + at.GOODS + 1
    if tables.FIXED[tile] == 1:
        for good in range(4):
            if b[g + good] < tables.COST[4 * tile + good]:
                return 0
        return 1
    if tables.KINDS[tile] == 0:
        return 1
    # A set of kinds suffices if it has each of them and enough pieces together.
    for mask in range(1, 16):
        if tables.KIND_COUNT[mask] == tables.KINDS[tile]:
            kinds = 0
            held = 0
            for good in range(4):
                if (mask >> good) & 1 == 1 and b[g + good] > 0:
                    kinds += 1
                    held += b[g + good]
            if kinds == tables.KINDS[tile] and held >= tables.FEWEST[tile]:
                return 1
    return 0
