"""Actions of phase 2: using places, dice and tools, buying and building."""

from stoneage_core.model import layout as at
from stoneage_core.model import tables
from stoneage_core.model.layout import Board
from stoneage_core.model.placing import come_home, draw


def make_tool(b: Board, t: int) -> None:
    """Add a tool to an empty slot, or else raise the lowest, preferably unused tile."""
    best = -1
    rank = 2 * at.MOST_TOOL
    for slot in range(3):
        value = b[t + at.TOOLS + slot]
        if value == 0:
            b[t + at.TOOLS + slot] = 1
            return
        if 2 * value + b[t + at.USED + slot] < rank:
            best = slot
            rank = 2 * value + b[t + at.USED + slot]
    if best >= 0:
        b[t + at.TOOLS + best] += 1


def raise_track(b: Board, t: int) -> None:
    if b[t + at.TRACK] < at.MOST_TRACK:
        b[t + at.TRACK] += 1


def ready_tools(b: Board, t: int) -> int:
    """Return the sum of the tools that can be added to a roll."""
    total = b[t + at.ONCE] + b[t + at.ONCE + 1] + b[t + at.ONCE + 2]
    for slot in range(3):
        if b[t + at.USED + slot] == 0:
            total += b[t + at.TOOLS + slot]
    return total


def cash_in(b: Board, t: int, added: int) -> None:
    """Gather the yield of the current roll with ``added`` pips."""
    good = b[at.ROLL_GOOD]
    b[t + at.GOODS + good] += (b[at.PIPS] + added) // tables.DIVISOR[good]
    b[at.ASKED] = at.NO_DICE
    come_home(b, t, b[at.ROLL_PLACE])


def throw(b: Board, t: int, place: int, good: int, dice: int) -> None:
    """Roll for a good; a roll that no tool can improve is cashed in at once."""
    pips = 0
    for _ in range(dice):
        pips += 1 + draw(b, 6)
    b[at.ROLL_PLACE] = place
    b[at.ROLL_GOOD] = good
    b[at.PIPS] = pips
    if (pips + ready_tools(b, t)) // tables.DIVISOR[good] == pips // tables.DIVISOR[
        good
    ]:
        cash_in(b, t, 0)
    else:
        b[at.ASKED] = at.ROLL


def use(b: Board, t: int, place: int) -> None:
    if place <= at.RIVER:
        throw(b, t, place, place, b[t + at.PLACED + place])
        return
    if place == at.TOOL_MAKER:
        make_tool(b, t)
    elif place == at.FIELD:
        raise_track(b, t)
    come_home(b, t, place)
    if place == at.HUT and b[t + at.PEOPLE] < at.MOST_PEOPLE:
        b[t + at.PEOPLE] += 1
        b[t + at.HOME] += 1


def add_tools(b: Board, t: int, mask: int) -> None:
    """Add tools to the roll: bits 0 to 2 are tiles, 3 to 5 one-use tools."""
    added = 0
    for slot in range(3):
        if (mask >> slot) & 1 == 1:
            added += b[t + at.TOOLS + slot]
            b[t + at.USED + slot] = 1
        if (mask >> (slot + 3)) & 1 == 1:
            added += b[t + at.ONCE + slot]
            b[t + at.ONCE + slot] = 0
    cash_in(b, t, added)


def keep_card(b: Board, t: int, card: int) -> None:
    if tables.SYMBOL[card] >= 0:
        copies = b[t + at.SYMBOLS + tables.SYMBOL[card]]
        b[t + at.SYMBOLS + tables.SYMBOL[card]] = copies + 1
        b[t + at.SETS + copies] += 1
    else:
        b[t + at.FIGURES + tables.FIGURE[card]] += tables.NUMBER[card]


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
        b[t + at.GOODS + 1 + good] -= b[at.PAY + good]
        points += (3 + good) * b[at.PAY + good]
    return points


def buy_card(b: Board, t: int, place: int) -> None:
    """Buy a card with the payment at PAY, and apply its benefit."""
    pay(b, t)
    card = b[at.SLOTS + place - at.CARD]
    b[at.SLOTS + place - at.CARD] = 0
    come_home(b, t, place)
    keep_card(b, t, card)
    benefit = tables.BENEFIT[card]
    amount = tables.AMOUNT[card]
    if benefit == tables.DICE:
        for _ in range(b[at.COUNT]):
            b[at.FACES + 1 + draw(b, 6)] += 1
        b[at.ASKED] = at.DICE_FOR_ALL
        b[at.DICE_LEFT] = b[at.COUNT]
        b[at.PICKER] = b[at.TURN]
    elif benefit == tables.FOOD:
        b[t + at.GOODS] += amount
    elif benefit == tables.RESOURCES:
        b[t + at.GOODS + tables.GOOD[card]] += amount
    elif benefit == tables.THROW:
        throw(b, t, place, tables.GOOD[card], amount)
    elif benefit == tables.POINTS:
        b[t + at.SCORE] += amount
    elif benefit == tables.TOOL:
        make_tool(b, t)
    elif benefit == tables.STEP:
        raise_track(b, t)
    elif benefit == tables.FURTHER:
        if b[at.DECK] > 0:
            keep_card(b, t, draw_from(b, at.DECK))
    elif benefit == tables.TOOL_ONCE:
        b[t + at.ONCE + amount - 2] = amount
    elif benefit == tables.WILD:
        b[t + at.ANY] = amount


def build(b: Board, t: int, place: int) -> None:
    """Buy a building with the payment at PAY, and turn up the next of its stack."""
    stack = place - at.BUILDING
    b[t + at.SCORE] += pay(b, t)
    b[t + at.BUILT] += 1
    come_home(b, t, place)
    b[at.LEFT + stack] -= 1
    b[at.TOPS + stack] = 0
    if b[at.LEFT + stack] > 0:
        b[at.TOPS + stack] = draw_from(b, at.TILES)
