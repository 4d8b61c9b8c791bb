"""The estimated values of placements by a player's weights, and the best one."""

from stoneage_core.opponents.model.appraising import (
    APPRAISALS,
    ASKS,
    BEST,
    LACKS,
    READY,
    SENDS,
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
    CROWD,
    HUNTING,
    PLACED,
    RIVER,
    TOOL_MAKER,
    TOPS,
    TRIBE,
    TRIBES,
    Board,
    Weights,
)
from stoneage_core.opponents.model.moves import PUT
from stoneage_core.opponents.model.placing import draw, pieces, room
from stoneage_core.opponents.model.tables import DIVISOR, FEWEST
from stoneage_core.opponents.model.weighing import HOPE, NEED, NOISE, PERSON, WEIGHTS


def open_purse(b: Board, t: int) -> float:
    """Estimate how many pieces a tribe will have beyond its own reserved purchases."""
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
    Estimate the value of a village place, card or building.

    ``purse`` is what will not be spent. ``hope`` is how fast the value of a purchase
    falls with each missing piece.
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
    """Estimate the value of a placement, minus the value of its people elsewhere."""
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


def decide_placement(b: Board, player: int, w: Weights, v: Appraisals) -> int:
    """Return the placement with the highest value, by the player's row of ``v``."""
    t = TRIBES + player * TRIBE
    o = player * WEIGHTS
    r = player * APPRAISALS
    purse = open_purse(b, t)
    ready = v[r + READY]
    person = w[o + PERSON]
    need = w[o + NEED]
    hope = w[o + HOPE]
    loud = w[o + NOISE]
    best = -1000000.0
    chosen = 0
    for place in range(HUNTING, TOOL_MAKER):
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
            elif purse >= 0.0 or place == HUNTING:
                most = fewest
        price = v[r + VALUE + place]
        for people in range(fewest, most + 1):
            if place == HUNTING:
                value = hunt_worth(b, t, people, w, o)
            else:
                value = gather_worth(place, people, ready, purse, price, need)
            value = value - people * person
            if loud > 0.0:
                value = value + loud * draw(b, 1024) / 1024.0
            if value > best:
                best = value
                chosen = PUT | place << 4 | people << 8
    for place in range(TOOL_MAKER, BUILDING + b[COUNT]):
        if v[r + VALUE + place] - person <= best and loud <= 0.0:
            continue
        people = room(b, t, place) if b[CROWD + place] == 0 else 0
        if people > 0:
            value = place_worth(v, r, place, purse, hope) - people * person
            if loud > 0.0:
                value = value + loud * draw(b, 1024) / 1024.0
            if value > best:
                best = value
                chosen = PUT | place << 4 | people << 8
    return chosen
