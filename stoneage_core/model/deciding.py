"""Decisions of a player by weights, except placements."""

from stoneage_core.model import layout as at
from stoneage_core.model import moves, tables, weighing
from stoneage_core.model.appraising import (
    Appraisals,
    appraise,
    decide_placement,
)
from stoneage_core.model.layout import Board, Weights
from stoneage_core.model.paying import (
    clear_payment,
    lay_missing,
    pay_cheaply,
    payment_bits,
)
from stoneage_core.model.placing import payable, pieces
from stoneage_core.model.weighing import (
    field_worth,
    payment_worth,
    purchase_worth,
    rounds_left,
    tool_worth,
    worth,
)


def decide_use(b: Board, t: int, w: Weights, o: int) -> int:
    """Grow, then gather, dearest first, then buy what gains most, leave the rest."""
    for place in range(at.TOOL_MAKER, at.CARD):
        if b[t + at.PLACED + place] > 0:
            return moves.USE | place << 4
    for step in range(at.RIVER + 1):
        if b[t + at.PLACED + at.RIVER - step] > 0:
            return moves.USE | (at.RIVER - step) << 4
    left = rounds_left(b, w, o)
    best = -1000000.0
    chosen = -1
    laid = -1
    for place in range(at.CARD, at.BUILDING + b[at.COUNT]):
        if b[t + at.PLACED + place] > 0 and payable(b, t, place) == 1:
            value = purchase_worth(b, t, place, left, w, o)
            laid = place
            if value > best:
                best = value
                chosen = place
    if best > 0.0:
        if laid != chosen:
            purchase_worth(b, t, chosen, left, w, o)
        return moves.BUY | chosen << 4 | payment_bits(b)
    for place in range(at.CARD, at.BUILDING + b[at.COUNT]):
        if b[t + at.PLACED + place] > 0:
            chosen = place
            short = b[t + at.ANY] > 0 and payable(b, t, place) == 0
            if short and lay_missing(b, t, place) == 1:
                return moves.TAKE | payment_bits(b)
    return moves.LEAVE | chosen << 4


def decide_tools(b: Board, t: int, w: Weights, o: int) -> int:
    """Add the tools that gain most, minus their value for later rolls of the turn."""
    good = b[at.ROLL_GOOD]
    gain = w[o + weighing.FOOD_SPARE]
    if good > 0:
        gain = worth(b, t, good, rounds_left(b, w, o), w, o)
    elif b[t + at.GOODS] + b[t + at.TRACK] < b[t + at.PEOPLE]:
        gain = w[o + weighing.FOOD_WANTED]
    later = 0.0
    for place in range(at.RIVER + 1):
        if b[t + at.PLACED + place] > 0:
            later = later + 1.0
    cost = w[o + weighing.PIP] if later > 1.5 else 0.001
    able = 0
    for slot in range(3):
        if b[t + at.TOOLS + slot] > 0 and b[t + at.USED + slot] == 0:
            able = able | 1 << slot
        if b[t + at.ONCE + slot] > 0:
            able = able | 8 << slot
    best = 0.0
    chosen = 0
    mask = able
    while mask > 0:
        added = 0
        price = 0.0
        for slot in range(3):
            if (mask >> slot) & 1 == 1:
                added += b[t + at.TOOLS + slot]
                price += cost * b[t + at.TOOLS + slot]
            if (mask >> (slot + 3)) & 1 == 1:
                added += b[t + at.ONCE + slot]
                price += w[o + weighing.ONCE_WORTH] * b[t + at.ONCE + slot]
        more = (b[at.PIPS] + added) // tables.DIVISOR[good] - b[
            at.PIPS
        ] // tables.DIVISOR[good]
        value = more * gain - price
        if value > best:
            best = value
            chosen = mask
        mask = (mask - 1) & able
    return moves.ADD | chosen << 8


def decide_die(b: Board, t: int, w: Weights, o: int) -> int:
    left = rounds_left(b, w, o)
    best = -1000000.0
    chosen = 0
    for face in range(1, 7):
        if b[at.FACES + face] > 0:
            if face == 5:
                value = tool_worth(b, t, left, w, o)
            elif face == 6:
                value = field_worth(b, t, left, w, o)
            else:
                value = worth(b, t, face, left, w, o)
            if value > best:
                best = value
                chosen = face
    return moves.PICK | chosen << 8


def decide_meal(b: Board, t: int, w: Weights, o: int) -> int:
    """Feed with the cheapest resources, unless hunger costs less."""
    owing = b[t + at.OWING]
    if pieces(b, t) >= owing:
        pay_cheaply(b, t, owing, -1)
        if payment_worth(b, t, rounds_left(b, w, o), w, o) <= w[o + weighing.HUNGRY]:
            return moves.FEED | payment_bits(b)
        return moves.STARVE
    if b[t + at.ANY] > 0 and pieces(b, t) + b[t + at.ANY] >= owing:
        clear_payment(b)
        b[at.PAY] = b[t + at.ANY]
        return moves.TAKE | payment_bits(b)
    return moves.STARVE


def decide(b: Board, player: int, w: Weights, v: Appraisals) -> int:
    """Return the move of an awaited player by the weights of the seat."""
    t = at.TRIBES + player * at.TRIBE
    o = player * weighing.WEIGHTS
    if b[at.ASKED] == at.ROLL:
        return decide_tools(b, t, w, o)
    if b[at.ASKED] == at.DICE_FOR_ALL:
        return decide_die(b, t, w, o)
    if b[at.PHASE] == at.PLACEMENT:
        appraise(b, player, w, v)
        return decide_placement(b, player, w, v)
    if b[at.PHASE] == at.FEEDING:
        return decide_meal(b, t, w, o)
    return decide_use(b, t, w, o)
