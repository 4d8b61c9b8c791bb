"""What a placement promises to a tribe, as the weights of its player say."""

from stoneage_core.opponents.model.appraising import (
    APPRAISALS,
    ASKS,
    LACKS,
    READY,
    VALUE,
    Appraisals,
    appraise,
    gather_worth,
    hunt_worth,
)
from stoneage_core.opponents.model.layout import (
    ANY,
    BUILDING,
    CARD,
    COUNT,
    HUNTING,
    PLACED,
    RIVER,
    TOPS,
    TRIBE,
    TRIBES,
    Board,
    Weights,
)
from stoneage_core.opponents.model.placing import pieces
from stoneage_core.opponents.model.tables import DIVISOR, FEWEST
from stoneage_core.opponents.model.weighing import HOPE, NEED, PERSON, WEIGHTS


def open_purse(b: Board, t: int) -> float:
    """Guess how many pieces a tribe will have that no claim of its own asks for."""
    coming = 0.0
    claimed = 0
    for place in range(1, BUILDING + b[COUNT]):
        people = b[t + PLACED + place]
        if people > 0:
            if place <= RIVER:
                coming += 3.5 * people / DIVISOR[place] - 0.4
            elif place >= BUILDING:
                claimed += FEWEST[b[TOPS + place - BUILDING]]
            elif place >= CARD:
                claimed += place - CARD + 1
    return pieces(b, t) + (coming + b[t + ANY]) - claimed


def place_worth(v: Appraisals, r: int, place: int, purse: float, hope: float) -> float:
    """
    Guess what the village, a card or a building brings.

    ``purse`` is what will not be spent, ``hope`` how much less is left of a purchase
    for each piece that is missing.
    """
    value = v[r + VALUE + place]
    if place < CARD or value <= 0.0:
        return value
    missing = v[r + ASKS + place] - purse
    if missing < v[r + LACKS + place]:
        missing = v[r + LACKS + place]
    return value / (1.0 + hope * missing) if missing > 0.0 else value


def promise(
    b: Board, player: int, place: int, people: int, w: Weights, v: Appraisals
) -> float:
    """Guess what a placement brings beyond what its people could do elsewhere."""
    t = TRIBES + player * TRIBE
    o = player * WEIGHTS
    r = player * APPRAISALS
    appraise(b, player, w, v)
    purse = open_purse(b, t)
    if place == HUNTING:
        value = hunt_worth(b, t, people, w, o)
    elif place <= RIVER:
        price = v[r + VALUE + place]
        value = gather_worth(place, people, v[r + READY], purse, price, w[o + NEED])
    else:
        value = place_worth(v, r, place, purse, w[o + HOPE])
    return value - people * w[o + PERSON]
