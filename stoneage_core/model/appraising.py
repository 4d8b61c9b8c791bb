"""Values of placements by a player's weights, and the best placement.

Most values stay the same while people are placed, so ``appraise`` computes them once a
round.
"""

from stoneage_core.model import layout as at
from stoneage_core.model import moves, tables, weighing
from stoneage_core.model.acting import ready_tools
from stoneage_core.model.layout import Board, Weights
from stoneage_core.model.paying import pay_dearly
from stoneage_core.model.placing import draw, payable, pieces, room
from stoneage_core.model.weighing import (
    card_worth,
    field_worth,
    hut_worth,
    payment_worth,
    rounds_left,
    tool_worth,
    worth,
)

#: The values of the places: a row of APPRAISALS numbers for each seat.
Appraisals = list[float]

# The groups of a player's row, each by the number of the place.
VALUE = 0  # the value of a gathered piece, or of the place minus its price
ASKS = 16  # the price of a card or building, in pieces
LACKS = 32  # how many of these are missing even after all other gathering
SENDS = 48  # how many people to send to gather if no piece is missing
BEST = 53  # the value of sending these, minus their value elsewhere
READY = 58  # the sum of the usable tools
APPRAISALS = 59


def appraise(b: Board, player: int, w: Weights, v: Appraisals) -> None:
    """Write a player's row of ``v``; it is valid until all people are placed."""
    t = at.TRIBES + player * at.TRIBE
    o = player * weighing.WEIGHTS
    r = player * APPRAISALS
    left = rounds_left(b, w, o)
    ready = ready_tools(b, t)
    v[r + READY] = ready
    people = hunters(b, t, w, o)
    v[r + SENDS + at.HUNTING] = people
    v[r + BEST + at.HUNTING] = (
        hunt_worth(b, t, people, w, o) - people * w[o + weighing.PERSON]
    )
    for place in range(1, at.RIVER + 1):
        price = worth(b, t, place, left, w, o)
        v[r + VALUE + place] = price
        people = gatherers(place, ready, price, w[o + weighing.PERSON])
        value = gather_worth(place, people, ready, 0.0, price, 0.0)
        v[r + SENDS + place] = people
        v[r + BEST + place] = value - people * w[o + weighing.PERSON]
    v[r + VALUE + at.TOOL_MAKER] = tool_worth(b, t, left, w, o)
    v[r + VALUE + at.HUT] = hut_worth(b, t, left, w, o)
    v[r + VALUE + at.FIELD] = field_worth(b, t, left, w, o)
    for place in range(at.CARD, at.BUILDING):
        cost = place - at.CARD + 1
        price = cost * v[r + VALUE + 1]
        v[r + VALUE + place] = card_worth(b, t, place, left, w, o) - price
        v[r + ASKS + place] = cost
        v[r + LACKS + place] = 0.0
    for place in range(at.BUILDING, at.BUILDING + b[at.COUNT]):
        appraise_building(b, t, place, left, w, o, v, r)


def hunt_worth(b: Board, t: int, people: int, w: Weights, o: int) -> float:
    """Estimate the value of hunters; food for this round counts more than the rest."""
    food = 1.75 * people - 0.25
    short = b[t + at.PEOPLE] - b[t + at.TRACK] - b[t + at.GOODS]
    wanted = 0.0 + short if short > 0 else 0.0
    if wanted > food:
        wanted = food
    saved = wanted * w[o + weighing.FOOD_WANTED]
    if saved > w[o + weighing.HUNGRY]:
        saved = w[o + weighing.HUNGRY]
    return saved + (food - wanted) * w[o + weighing.FOOD_SPARE]


def gather_worth(
    place: int, people: int, ready: float, purse: float, price: float, need: float
) -> float:
    """
    Estimate the value of gatherers; half of the ``ready`` tools are counted.

    ``price`` is the value of a piece, ``need`` the extra value of a missing one.
    """
    helped = ready if ready < 2 * people else 2 * people
    units = (3.5 * people + 0.5 * helped) / tables.DIVISOR[place] - 0.4
    if purse >= 0.0:
        return units * price
    needed = units if units + purse < 0.0 else 0.0 - purse
    if needed < 0.0:
        needed = 0.0
    return units * price + needed * need


def hunters(b: Board, t: int, w: Weights, o: int) -> int:
    """Return how many hunters to send at most."""
    people = 1
    brought = hunt_worth(b, t, 1, w, o)
    while people < b[t + at.PEOPLE]:
        more = hunt_worth(b, t, people + 1, w, o)
        if more - brought <= w[o + weighing.PERSON]:
            return people
        people += 1
        brought = more
    return people


def gatherers(place: int, ready: int, price: float, person: float) -> int:
    """
    Return how many gatherers to send at most.

    Each brings 3.5 pips, and up to two tools add half a pip each.
    """
    asked = person * tables.DIVISOR[place]
    if 3.5 * price > asked:
        return at.RINGS
    people = (ready + 1) // 2 if 4.0 * price > asked else ready // 2
    return people if 4.5 * price > asked and people > 1 else 1


def appraise_building(
    b: Board, t: int, place: int, left: float, w: Weights, o: int, v: Appraisals, r: int
) -> None:
    """Write the value of a building, its price, and how many pieces are missing."""
    tile = b[at.TOPS + place - at.BUILDING]
    lacks = 0
    if tables.FIXED[tile] == 1:
        cost = 0.0
        for good in range(1, 5):
            asked = tables.COST[4 * tile + good - 1]
            if asked > 0:
                cost += asked * v[r + VALUE + good]
                if asked > b[t + at.GOODS + good]:
                    lacks += asked - b[t + at.GOODS + good]
        value = tables.FIXED_POINTS[tile] * w[o + weighing.BUILD_POINT] - cost
    elif payable(b, t, place) == 1:
        pay_dearly(b, t, tile)
        value = 0.0 - payment_worth(b, t, left, w, o)
        for good in range(4):
            value += (3 + good) * b[at.PAY + good] * w[o + weighing.BUILD_POINT]
    else:
        lacks = 1
        value = tables.FEWEST[tile] * (
            4.0 * w[o + weighing.BUILD_POINT] - v[r + VALUE + 2]
        )
    value += w[o + weighing.BUILD_NOW] + b[t + at.FIGURES + 1]
    v[r + VALUE + place] = value
    v[r + ASKS + place] = tables.FEWEST[tile]
    v[r + LACKS + place] = lacks


def open_purse(b: Board, t: int) -> float:
    """Estimate how many pieces a tribe will have beyond its own reserved purchases."""
    coming = 0.0
    claimed = 0
    for place in range(1, at.BUILDING + b[at.COUNT]):
        people = b[t + at.PLACED + place]
        if people > 0:
            if place <= at.RIVER:
                coming += 3.5 * people / tables.DIVISOR[place] - 0.4
            elif place >= at.BUILDING:
                claimed += tables.FEWEST[b[at.TOPS + place - at.BUILDING]]
            elif place >= at.CARD:
                claimed += place - at.CARD + 1
    return pieces(b, t) + (coming + b[t + at.ANY]) - claimed


def place_worth(v: Appraisals, r: int, place: int, purse: float, hope: float) -> float:
    """
    Estimate the value of a village place, card or building.

    ``purse`` is what will not be spent. ``hope`` is how fast the value of a purchase
    falls with each missing piece.
    """
    value = v[r + VALUE + place]
    if place < at.CARD or value <= 0.0:
        return value
    missing = v[r + ASKS + place] - purse
    if missing < v[r + LACKS + place]:
        missing = v[r + LACKS + place]
    return value / (1.0 + hope * missing) if missing > 0.0 else value


def promise(
    b: Board, player: int, place: int, people: int, w: Weights, v: Appraisals
) -> float:
    """Estimate the value of a placement, minus the value of its people elsewhere."""
    t = at.TRIBES + player * at.TRIBE
    o = player * weighing.WEIGHTS
    r = player * APPRAISALS
    appraise(b, player, w, v)
    purse = open_purse(b, t)
    if place == at.HUNTING:
        value = hunt_worth(b, t, people, w, o)
    elif place <= at.RIVER:
        price = v[r + VALUE + place]
        value = gather_worth(
            place, people, v[r + READY], purse, price, w[o + weighing.NEED]
        )
    else:
        value = place_worth(v, r, place, purse, w[o + weighing.HOPE])
    return value - people * w[o + weighing.PERSON]


def decide_placement(b: Board, player: int, w: Weights, v: Appraisals) -> int:
    """Return the placement with the highest value, by the player's row of ``v``."""
    t = at.TRIBES + player * at.TRIBE
    o = player * weighing.WEIGHTS
    r = player * APPRAISALS
    purse = open_purse(b, t)
    ready = v[r + READY]
    person = w[o + weighing.PERSON]
    need = w[o + weighing.NEED]
    hope = w[o + weighing.HOPE]
    loud = w[o + weighing.NOISE]
    best = -1000000.0
    chosen = 0
    for place in range(at.HUNTING, at.TOOL_MAKER):
        if v[r + BEST + place] <= best and purse >= 0.0 and loud <= 0.0:
            continue
        most = room(b, t, place)
        if most == 0:
            continue
        fewest = 1
        if loud <= 0.0:
            fewest = int(v[r + SENDS + place])
            if fewest > most:
                fewest = most
            elif purse >= 0.0 or place == at.HUNTING:
                most = fewest
        price = v[r + VALUE + place]
        for people in range(fewest, most + 1):
            if place == at.HUNTING:
                value = hunt_worth(b, t, people, w, o)
            else:
                value = gather_worth(place, people, ready, purse, price, need)
            value = value - people * person
            if loud > 0.0:
                value = value + loud * draw(b, 1024) / 1024.0
            if value > best:
                best = value
                chosen = moves.PUT | place << 4 | people << 8
    for place in range(at.TOOL_MAKER, at.BUILDING + b[at.COUNT]):
        if v[r + VALUE + place] - person <= best and loud <= 0.0:
            continue
        people = room(b, t, place) if b[at.CROWD + place] == 0 else 0
        if people > 0:
            value = place_worth(v, r, place, purse, hope) - people * person
            if loud > 0.0:
                value = value + loud * draw(b, 1024) / 1024.0
            if value > best:
                best = value
                chosen = moves.PUT | place << 4 | people << 8
    return chosen
