"""What a placement promises to a tribe, as the weights of its player say."""

from stoneage_core.opponents.model.acting import ready_tools
from stoneage_core.opponents.model.layout import (
    ANY,
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
    PLACED,
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
from stoneage_core.opponents.model.placing import payable, pieces
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
    HOPE,
    HUNGRY,
    NEED,
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


def coming(b: Board, t: int) -> float:
    """Guess how many resources a tribe's gatherers will bring in this round."""
    total = 0.0
    for place in range(1, RIVER + 1):
        if b[t + PLACED + place] > 0:
            total += 3.5 * b[t + PLACED + place] / DIVISOR[place] - 0.4
    return total + b[t + ANY]


def claimed(b: Board, t: int) -> int:
    """Return how many pieces the cards and buildings ask where a tribe stands."""
    total = 0
    for place in range(CARD, BUILDING):
        if b[t + PLACED + place] > 0:
            total += place - CARD + 1
    for place in range(BUILDING, BUILDING + b[COUNT]):
        if b[t + PLACED + place] > 0:
            total += FEWEST[b[TOPS + place - BUILDING]]
    return total


def hunt_worth(b: Board, t: int, people: int, w: Weights, o: int) -> float:
    """Guess what so many hunters bring: what feeds this round before the rest."""
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
    place: int, people: int, ready: int, purse: float, price: float, need: float
) -> float:
    """
    Guess what so many gatherers bring, of the tools that are ``ready`` a half each.

    ``price`` is what a piece is worth, ``need`` what a missing one is beyond that.
    """
    helped = ready if ready < 2 * people else 2 * people
    units = (3.5 * people + 0.5 * helped) / DIVISOR[place] - 0.4
    needed = units if units + purse < 0.0 else 0.0 - purse
    if needed < 0.0:
        needed = 0.0
    return units * price + needed * need


def card_promise(
    b: Board, t: int, place: int, purse: float, left: float, w: Weights, o: int
) -> float:
    """Guess what a person on a card brings; ``purse`` is what will not be spent."""
    cost = place - CARD + 1
    value = card_worth(b, t, place, left, w, o) - cost * worth(b, t, 1, left, w, o)
    missing = max(0.0, cost - purse)
    return value / (1.0 + w[o + HOPE] * missing) if value > 0.0 else value


def building_promise(
    b: Board, t: int, place: int, purse: float, left: float, w: Weights, o: int
) -> float:
    """Guess what a person on a building brings."""
    tile = b[TOPS + place - BUILDING]
    missing = max(0.0, FEWEST[tile] - purse)
    if FIXED[tile] == 1:
        cost = 0.0
        short = 0
        for good in range(1, 5):
            asked = COST[4 * tile + good - 1]
            if asked > 0:
                cost += asked * worth(b, t, good, left, w, o)
                if asked > b[t + GOODS + good]:
                    short += asked - b[t + GOODS + good]
        if short > missing:
            missing = 0.0 + short
        value = FIXED_POINTS[tile] * w[o + BUILD_POINT] - cost
    elif payable(b, t, place) == 1:
        pay_dearly(b, t, tile)
        value = 0.0 - payment_worth(b, t, left, w, o)
        for good in range(4):
            value += (3 + good) * b[PAY + good] * w[o + BUILD_POINT]
    else:
        count = FEWEST[tile]
        value = count * (4.0 * w[o + BUILD_POINT] - worth(b, t, 2, left, w, o))
        missing = max(1.0, missing)
    value += w[o + BUILD_NOW] + b[t + FIGURES + 1]
    return value / (1.0 + w[o + HOPE] * missing) if value > 0.0 else value


def promise(
    b: Board,
    t: int,
    place: int,
    people: int,
    purse: float,
    left: float,
    w: Weights,
    o: int,
) -> float:
    """Guess what a placement brings beyond what its people could do elsewhere."""
    if place == HUNTING:
        value = hunt_worth(b, t, people, w, o)
    elif place <= RIVER:
        price = worth(b, t, place, left, w, o)
        ready = ready_tools(b, t)
        value = gather_worth(place, people, ready, purse, price, w[o + NEED])
    elif place == HUT:
        value = hut_worth(b, t, left, w, o)
    elif place == FIELD:
        value = field_worth(b, t, left, w, o)
    elif place == TOOL_MAKER:
        value = tool_worth(b, t, left, w, o)
    elif place < BUILDING:
        value = card_promise(b, t, place, purse, left, w, o)
    else:
        value = building_promise(b, t, place, purse, left, w, o)
    return value - people * w[o + PERSON]


def open_purse(b: Board, t: int) -> float:
    """Guess how many pieces a tribe will have that no claim of its own asks for."""
    return pieces(b, t) + coming(b, t) - claimed(b, t)


def promise_of(b: Board, player: int, place: int, people: int, w: Weights) -> float:
    """Guess what a placement of a player promises, by the weights of their seat."""
    t = TRIBES + player * TRIBE
    o = player * WEIGHTS
    left = rounds_left(b, w, o)
    return promise(b, t, place, people, open_purse(b, t), left, w, o)
