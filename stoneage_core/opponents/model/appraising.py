"""Values that stay the same for a player during placement, computed once a round."""

from stoneage_core.opponents.model.acting import ready_tools
from stoneage_core.opponents.model.layout import (
    BUILDING,
    CARD,
    COUNT,
    FIELD,
    FIGURES,
    GOODS,
    HUNTING,
    HUT,
    PAY,
    PEOPLE,
    RINGS,
    RIVER,
    TOOL_MAKER,
    TOPS,
    TRACK,
    TRIBE,
    TRIBES,
    Board,
    Weights,
)
from stoneage_core.opponents.model.paying import pay_dearly
from stoneage_core.opponents.model.placing import payable
from stoneage_core.opponents.model.tables import (
    COST,
    DIVISOR,
    FEWEST,
    FIXED,
    FIXED_POINTS,
)
from stoneage_core.opponents.model.weighing import (
    BUILD_NOW,
    BUILD_POINT,
    FOOD_SPARE,
    FOOD_WANTED,
    HUNGRY,
    PERSON,
    WEIGHTS,
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
    t = TRIBES + player * TRIBE
    o = player * WEIGHTS
    r = player * APPRAISALS
    left = rounds_left(b, w, o)
    ready = ready_tools(b, t)
    v[r + READY] = ready
    people = hunters(b, t, w, o)
    v[r + SENDS + HUNTING] = people
    v[r + BEST + HUNTING] = hunt_worth(b, t, people, w, o) - people * w[o + PERSON]
    for place in range(1, RIVER + 1):
        price = worth(b, t, place, left, w, o)
        v[r + VALUE + place] = price
        people = gatherers(place, ready, price, w[o + PERSON])
        value = gather_worth(place, people, ready, 0.0, price, 0.0)
        v[r + SENDS + place] = people
        v[r + BEST + place] = value - people * w[o + PERSON]
    v[r + VALUE + TOOL_MAKER] = tool_worth(b, t, left, w, o)
    v[r + VALUE + HUT] = hut_worth(b, t, left, w, o)
    v[r + VALUE + FIELD] = field_worth(b, t, left, w, o)
    for place in range(CARD, BUILDING):
        cost = place - CARD + 1
        price = cost * v[r + VALUE + 1]
        v[r + VALUE + place] = card_worth(b, t, place, left, w, o) - price
        v[r + ASKS + place] = cost
        v[r + LACKS + place] = 0.0
    for place in range(BUILDING, BUILDING + b[COUNT]):
        appraise_building(b, t, place, left, w, o, v, r)


def hunt_worth(b: Board, t: int, people: int, w: Weights, o: int) -> float:
    """Estimate the value of hunters; food for this round counts more than the rest."""
    food = 1.75 * people - 0.25
    short = b[t + PEOPLE] - b[t + TRACK] - b[t + GOODS]
    wanted = 0.0 + short if short > 0 else 0.0
    if wanted > food:
        wanted = food
    saved = wanted * w[o + FOOD_WANTED]
    if saved > w[o + HUNGRY]:
        saved = w[o + HUNGRY]
    return saved + (food - wanted) * w[o + FOOD_SPARE]


def gather_worth(
    place: int, people: int, ready: float, purse: float, price: float, need: float
) -> float:
    """
    Estimate the value of gatherers; half of the ``ready`` tools are counted.

    ``price`` is the value of a piece, ``need`` the extra value of a missing one.
    """
    helped = ready if ready < 2 * people else 2 * people
    units = (3.5 * people + 0.5 * helped) / DIVISOR[place] - 0.4
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
    while people < b[t + PEOPLE]:
        more = hunt_worth(b, t, people + 1, w, o)
        if more - brought <= w[o + PERSON]:
            return people
        people += 1
        brought = more
    return people


def gatherers(place: int, ready: int, price: float, person: float) -> int:
    """
    Return how many gatherers to send at most.

    Each brings 3.5 pips, and up to two tools add half a pip each.
    """
    asked = person * DIVISOR[place]
    if 3.5 * price > asked:
        return RINGS
    people = (ready + 1) // 2 if 4.0 * price > asked else ready // 2
    return people if 4.5 * price > asked and people > 1 else 1


def appraise_building(
    b: Board, t: int, place: int, left: float, w: Weights, o: int, v: Appraisals, r: int
) -> None:
    """Write the value of a building, its price, and how many pieces are missing."""
    tile = b[TOPS + place - BUILDING]
    lacks = 0
    if FIXED[tile] == 1:
        cost = 0.0
        for good in range(1, 5):
            asked = COST[4 * tile + good - 1]
            if asked > 0:
                cost += asked * v[r + VALUE + good]
                if asked > b[t + GOODS + good]:
                    lacks += asked - b[t + GOODS + good]
        value = FIXED_POINTS[tile] * w[o + BUILD_POINT] - cost
    elif payable(b, t, place) == 1:
        pay_dearly(b, t, tile)
        value = 0.0 - payment_worth(b, t, left, w, o)
        for good in range(4):
            value += (3 + good) * b[PAY + good] * w[o + BUILD_POINT]
    else:
        lacks = 1
        value = FEWEST[tile] * (4.0 * w[o + BUILD_POINT] - v[r + VALUE + 2])
    value += w[o + BUILD_NOW] + b[t + FIGURES + 1]
    v[r + VALUE + place] = value
    v[r + ASKS + place] = FEWEST[tile]
    v[r + LACKS + place] = lacks
