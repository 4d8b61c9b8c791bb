"""The values of things to a tribe, in points, by the weights of its player."""

from stoneage_core.model import layout as at
from stoneage_core.model import tables
from stoneage_core.model.acting import ready_tools
from stoneage_core.model.layout import Board, Weights
from stoneage_core.model.paying import pay_cheaply, pay_dearly
from stoneage_core.model.placing import pieces
from stoneage_core.model.rounds import tool_sum

# A player's row of weights.
HUT_NOW = 0
HUT_ROUND = 1  # for each remaining round
FIELD_NOW = 2
FIELD_ROUND = 3
TOOL_NOW = 4
TOOL_ROUND = 5
PERSON = 6  # the value of a person elsewhere
WORTH = 7  # wood, brick, stone, gold
LATE = 11  # the part of a resource's value that is left in the last round
STORE = 12  # more pieces than this are worth less, by the factor SURPLUS
SURPLUS = 13
FOOD_WANTED = 14
FOOD_SPARE = 15
HUNGRY = 16  # the total cost of hunger
CARD_END = 17
SYMBOL_GROWS = 18  # how much each of these grows per round
FARMERS_GROW = 19
TOOLS_GROW = 20
HUTS_GROW = 21
SHAMANS_GROW = 22
DICE_WORTH = 23
FURTHER_WORTH = 24
ONCE_WORTH = 25
WILD_WORTH = 26
BUILD_POINT = 27
BUILD_NOW = 28
HOPE = 29  # how fast the value of a purchase falls with each missing piece
NEED = 30  # the extra value of a missing piece
PIP = 31
CARD_PACE = 32  # cards bought per round
TILE_PACE = 33  # rounds per building of a stack
NOISE = 34
WEIGHTS = 35


def rounds_left(b: Board, w: Weights, o: int) -> float:
    """Estimate how many rounds are left, this one included; 1.0 is the last."""
    tiles = 7
    for stack in range(b[at.COUNT]):
        if tiles > b[at.LEFT + stack]:
            tiles = b[at.LEFT + stack]
    by_tiles = (tiles - 1) * w[o + TILE_PACE]
    by_cards = b[at.DECK] / w[o + CARD_PACE]
    return 1.0 + (by_tiles if by_tiles < by_cards else by_cards)


def worth(b: Board, t: int, good: int, left: float, w: Weights, o: int) -> float:
    """Return the value of one more resource; ``good`` is 1 for wood."""
    value = w[o + WORTH + good - 1]
    if left < 1.5:
        value = value * w[o + LATE]
    elif pieces(b, t) > w[o + STORE]:
        value = value * w[o + SURPLUS]
    else:
        return value
    return value if value > 1.0 else 1.0


def hut_worth(b: Board, t: int, left: float, w: Weights, o: int) -> float:
    if b[t + at.PEOPLE] >= at.MOST_PEOPLE:
        return 0.0
    return w[o + HUT_NOW] + w[o + HUT_ROUND] * (left - 1.0) + b[t + at.FIGURES + 2]


def field_worth(b: Board, t: int, left: float, w: Weights, o: int) -> float:
    if b[t + at.TRACK] >= at.MOST_TRACK:
        return 0.0
    return w[o + FIELD_NOW] + w[o + FIELD_ROUND] * (left - 1.0) + b[t + at.FIGURES]


def tool_worth(b: Board, t: int, left: float, w: Weights, o: int) -> float:
    if tool_sum(b, t) >= 12:
        return 0.0
    return w[o + TOOL_NOW] + w[o + TOOL_ROUND] * (left - 1.0) + b[t + at.FIGURES + 3]


def final_worth(b: Board, t: int, card: int, left: float, w: Weights, o: int) -> float:
    """Estimate the points of a card in the final scoring."""
    later = left - 1.0
    if tables.SYMBOL[card] >= 0:
        copies = b[t + at.SYMBOLS + tables.SYMBOL[card]]
        if copies > 1:
            return 0.0
        return 2 * b[t + at.SETS + copies] + 1 + w[o + SYMBOL_GROWS] * later
    figure = tables.FIGURE[card]
    if figure == 0:
        most = min(10.0, b[t + at.TRACK] + w[o + FARMERS_GROW] * later)
    elif figure == 1:
        most = b[t + at.BUILT] + w[o + HUTS_GROW] * later
    elif figure == 2:
        most = min(10.0, b[t + at.PEOPLE] + w[o + SHAMANS_GROW] * later)
    else:
        most = min(12.0, tool_sum(b, t) + w[o + TOOLS_GROW] * later)
    return tables.NUMBER[card] * most


def benefit_worth(
    b: Board, t: int, card: int, left: float, w: Weights, o: int
) -> float:
    benefit = tables.BENEFIT[card]
    amount = tables.AMOUNT[card]
    if benefit == tables.DICE:
        return w[o + DICE_WORTH] if left > 1.5 else 1.0
    if benefit == tables.FOOD:
        return amount * w[o + FOOD_SPARE]
    if benefit == tables.RESOURCES:
        return amount * worth(b, t, tables.GOOD[card], left, w, o)
    if benefit == tables.THROW:
        pips = 3.5 * amount + ready_tools(b, t) * 0.5
        return (pips / tables.DIVISOR[tables.GOOD[card]] - 0.4) * worth(
            b, t, tables.GOOD[card], left, w, o
        )
    if benefit == tables.POINTS:
        return 0.0 + amount
    if benefit == tables.TOOL:
        return tool_worth(b, t, left, w, o)
    if benefit == tables.STEP:
        return field_worth(b, t, left, w, o)
    if benefit == tables.FURTHER:
        return w[o + FURTHER_WORTH]
    if benefit == tables.TOOL_ONCE:
        return amount * w[o + ONCE_WORTH]
    return amount * w[o + WILD_WORTH]


def card_worth(b: Board, t: int, place: int, left: float, w: Weights, o: int) -> float:
    """Estimate the value of the card on a place, without its price."""
    card = b[at.SLOTS + place - at.CARD]
    end = w[o + CARD_END] * final_worth(b, t, card, left, w, o)
    return end + benefit_worth(b, t, card, left, w, o)


def payment_worth(b: Board, t: int, left: float, w: Weights, o: int) -> float:
    """Return the value of the payment at PAY to the tribe."""
    total = 0.0
    for good in range(1, 5):
        if b[at.PAY + good - 1] > 0:
            total += b[at.PAY + good - 1] * worth(b, t, good, left, w, o)
    return total


def purchase_worth(
    b: Board, t: int, place: int, left: float, w: Weights, o: int
) -> float:
    """Return the gain of buying at a place; the payment stays at PAY."""
    if place < at.BUILDING:
        pay_cheaply(b, t, place - at.CARD + 1, place)
        value = card_worth(b, t, place, left, w, o)
    else:
        pay_dearly(b, t, b[at.TOPS + place - at.BUILDING])
        points = 0
        for good in range(4):
            points += (3 + good) * b[at.PAY + good]
        value = points * w[o + BUILD_POINT] + w[o + BUILD_NOW] + b[t + at.FIGURES + 1]
    return value - payment_worth(b, t, left, w, o)
