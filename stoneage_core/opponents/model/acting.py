"""Actions of phase 2: using places, dice and tools, buying and building."""

from stoneage_core.opponents.model.layout import (
    ANY,
    ASKED,
    BUILDING,
    BUILT,
    CARD,
    COUNT,
    DECK,
    DICE_FOR_ALL,
    DICE_LEFT,
    FACES,
    FIELD,
    FIGURES,
    GOODS,
    HOME,
    HUT,
    LEFT,
    MOST_PEOPLE,
    MOST_TOOL,
    MOST_TRACK,
    NO_DICE,
    ONCE,
    PAY,
    PEOPLE,
    PICKER,
    PIPS,
    PLACED,
    RIVER,
    ROLL,
    ROLL_GOOD,
    ROLL_PLACE,
    SCORE,
    SETS,
    SLOTS,
    SYMBOLS,
    TILES,
    TOOL_MAKER,
    TOOLS,
    TOPS,
    TRACK,
    TURN,
    USED,
    Board,
)
from stoneage_core.opponents.model.placing import come_home, draw
from stoneage_core.opponents.model.tables import (
    AMOUNT,
    BENEFIT,
    DICE,
    DIVISOR,
    FIGURE,
    FOOD,
    FURTHER,
    GOOD,
    NUMBER,
    POINTS,
    RESOURCES,
    STEP,
    SYMBOL,
    THROW,
    TOOL,
    TOOL_ONCE,
    WILD,
)


def make_tool(b: Board, t: int) -> None:
    """Add a tool to an empty slot, or else raise the lowest, preferably unused tile."""
    best = -1
    rank = 2 * MOST_TOOL
    for slot in range(3):
        value = b[t + TOOLS + slot]
        if value == 0:
            b[t + TOOLS + slot] = 1
            return
        if 2 * value + b[t + USED + slot] < rank:
            best = slot
            rank = 2 * value + b[t + USED + slot]
    if best >= 0:
        b[t + TOOLS + best] += 1


def raise_track(b: Board, t: int) -> None:
    if b[t + TRACK] < MOST_TRACK:
        b[t + TRACK] += 1


def ready_tools(b: Board, t: int) -> int:
    """Return the sum of the tools that can be added to a roll."""
    total = b[t + ONCE] + b[t + ONCE + 1] + b[t + ONCE + 2]
    for slot in range(3):
        if b[t + USED + slot] == 0:
            total += b[t + TOOLS + slot]
    return total


def cash_in(b: Board, t: int, added: int) -> None:
    """Gather the yield of the current roll with ``added`` pips."""
    good = b[ROLL_GOOD]
    b[t + GOODS + good] += (b[PIPS] + added) // DIVISOR[good]
    b[ASKED] = NO_DICE
    come_home(b, t, b[ROLL_PLACE])


def throw(b: Board, t: int, place: int, good: int, dice: int) -> None:
    """Roll for a good; a roll that no tool can improve is cashed in at once."""
    pips = 0
    for _ in range(dice):
        pips += 1 + draw(b, 6)
    b[ROLL_PLACE] = place
    b[ROLL_GOOD] = good
    b[PIPS] = pips
    if (pips + ready_tools(b, t)) // DIVISOR[good] == pips // DIVISOR[good]:
        cash_in(b, t, 0)
    else:
        b[ASKED] = ROLL


def use(b: Board, t: int, place: int) -> None:
    if place <= RIVER:
        throw(b, t, place, place, b[t + PLACED + place])
        return
    if place == TOOL_MAKER:
        make_tool(b, t)
    elif place == FIELD:
        raise_track(b, t)
    come_home(b, t, place)
    if place == HUT and b[t + PEOPLE] < MOST_PEOPLE:
        b[t + PEOPLE] += 1
        b[t + HOME] += 1


def add_tools(b: Board, t: int, mask: int) -> None:
    """Add tools to the roll: bits 0 to 2 are tiles, 3 to 5 one-use tools."""
    added = 0
    for slot in range(3):
        if (mask >> slot) & 1 == 1:
            added += b[t + TOOLS + slot]
            b[t + USED + slot] = 1
        if (mask >> (slot + 3)) & 1 == 1:
            added += b[t + ONCE + slot]
            b[t + ONCE + slot] = 0
    cash_in(b, t, added)


def keep_card(b: Board, t: int, card: int) -> None:
    if SYMBOL[card] >= 0:
        copies = b[t + SYMBOLS + SYMBOL[card]]
        b[t + SYMBOLS + SYMBOL[card]] = copies + 1
        b[t + SETS + copies] += 1
    else:
        b[t + FIGURES + FIGURE[card]] += NUMBER[card]


def draw_from(b: Board, pool: int) -> int:
    """Draw one of the unseen cards or buildings; the others stay sorted."""
    size = b[pool]
    at = draw(b, size)
    taken = b[pool + 1 + at]
    for rest in range(at, size - 1):
        b[pool + 1 + rest] = b[pool + 2 + rest]
    b[pool + size] = 0
    b[pool] = size - 1
    return taken


def pay(b: Board, t: int) -> int:
    """Pay the payment at PAY, and return the points that it scores for a building."""
    points = 0
    for good in range(4):
        b[t + GOODS + 1 + good] -= b[PAY + good]
        points += (3 + good) * b[PAY + good]
    return points


def buy_card(b: Board, t: int, place: int) -> None:
    """Buy a card with the payment at PAY, and apply its benefit."""
    pay(b, t)
    card = b[SLOTS + place - CARD]
    b[SLOTS + place - CARD] = 0
    come_home(b, t, place)
    keep_card(b, t, card)
    benefit = BENEFIT[card]
    amount = AMOUNT[card]
    if benefit == DICE:
        for _ in range(b[COUNT]):
            b[FACES + 1 + draw(b, 6)] += 1
        b[ASKED] = DICE_FOR_ALL
        b[DICE_LEFT] = b[COUNT]
        b[PICKER] = b[TURN]
    elif benefit == FOOD:
        b[t + GOODS] += amount
    elif benefit == RESOURCES:
        b[t + GOODS + GOOD[card]] += amount
    elif benefit == THROW:
        throw(b, t, place, GOOD[card], amount)
    elif benefit == POINTS:
        b[t + SCORE] += amount
    elif benefit == TOOL:
        make_tool(b, t)
    elif benefit == STEP:
        raise_track(b, t)
    elif benefit == FURTHER:
        if b[DECK] > 0:
            keep_card(b, t, draw_from(b, DECK))
    elif benefit == TOOL_ONCE:
        b[t + ONCE + amount - 2] = amount
    elif benefit == WILD:
        b[t + ANY] = amount


def build(b: Board, t: int, place: int) -> None:
    """Buy a building with the payment at PAY, and turn up the next of its stack."""
    stack = place - BUILDING
    b[t + SCORE] += pay(b, t)
    b[t + BUILT] += 1
    come_home(b, t, place)
    b[LEFT + stack] -= 1
    b[TOPS + stack] = 0
    if b[LEFT + stack] > 0:
        b[TOPS + stack] = draw_from(b, TILES)
