"""Choosing payments; a payment is written to PAY before it is made."""

from stoneage_core.opponents.model.layout import (
    ANY,
    BUILDING,
    COUNT,
    GOODS,
    PAY,
    PLACED,
    TOPS,
    Board,
)
from stoneage_core.opponents.model.placing import payable
from stoneage_core.opponents.model.tables import COST, FIXED, KIND_COUNT, KINDS, MOST


def clear_payment(b: Board) -> None:
    for good in range(4):
        b[PAY + good] = 0


def reserved(b: Board, t: int, good: int, but: int) -> int:
    """Return how much of a good the tribe's buildings ask, except place ``but``."""
    total = 0
    for place in range(BUILDING, BUILDING + b[COUNT]):
        if place != but and b[t + PLACED + place] > 0:
            total += COST[4 * b[TOPS + place - BUILDING] + good - 1]
    return total


def pay_cheaply(b: Board, t: int, count: int, place: int) -> None:
    """Write the cheapest payment to PAY; pieces that are not reserved come first."""
    clear_payment(b)
    for good in range(1, 5):
        part = b[t + GOODS + good]
        if count > 0 and part > 0:
            part -= reserved(b, t, good, place)
            if part > count:
                part = count
            if part > 0:
                b[PAY + good - 1] = part
                count -= part
    for good in range(1, 5):
        if count > 0:
            part = min(count, b[t + GOODS + good] - b[PAY + good - 1])
            b[PAY + good - 1] += part
            count -= part


def pay_dearly(b: Board, t: int, tile: int) -> None:
    """Write the payment with most points to PAY, for a building that can be paid."""
    clear_payment(b)
    if FIXED[tile] == 1:
        for good in range(4):
            b[PAY + good] = COST[4 * tile + good]
        return
    best = -1
    chosen = 15
    if KINDS[tile] > 0:
        for mask in range(1, 16):
            if KIND_COUNT[mask] == KINDS[tile]:
                points = points_of_kinds(b, t, tile, mask)
                if points > best:
                    best = points
                    chosen = mask
    lay_kinds(b, t, tile, chosen)


def points_of_kinds(b: Board, t: int, tile: int, mask: int) -> int:
    """Return the points of the best payment of exactly these kinds, -1 if none."""
    lay_kinds(b, t, tile, mask)
    points = 0
    count = 0
    for good in range(4):
        points += (3 + good) * b[PAY + good]
        count += b[PAY + good]
        if (mask >> good) & 1 == 1 and b[PAY + good] == 0:
            return -1
    return points if count == MOST[tile] else -1


def lay_kinds(b: Board, t: int, tile: int, mask: int) -> None:
    """Write the dearest pieces to PAY; if kinds are asked, one of each in ``mask``."""
    count = MOST[tile]
    for good in range(4):
        b[PAY + good] = 0
        if KINDS[tile] > 0 and (mask >> good) & 1 == 1 and b[t + GOODS + 1 + good] > 0:
            b[PAY + good] = 1
            count -= 1
    for step in range(4):
        good = 3 - step
        if (mask >> good) & 1 == 1 and count > 0:
            part = min(count, b[t + GOODS + 1 + good] - b[PAY + good])
            b[PAY + good] += part
            count -= part


def payment_bits(b: Board) -> int:
    """Return the payment at PAY as part of a move."""
    bits = 0
    for good in range(4):
        bits = bits | b[PAY + good] << (16 + 4 * good)
    return bits


def lay_missing(b: Board, t: int, place: int) -> int:
    """Write to PAY what the open card has to add to pay a place; return 1 if enough."""
    clear_payment(b)
    amount = b[t + ANY]
    for good in range(4):
        short = 0
        if place >= BUILDING:
            short = COST[4 * b[TOPS + place - BUILDING] + good]
            short = max(0, short - b[t + GOODS + 1 + good])
        if short > amount:
            return 0
        b[PAY + good] = short
        amount -= short
    b[PAY + 3] += amount
    for good in range(4):
        b[t + GOODS + 1 + good] += b[PAY + good]
    enough = payable(b, t, place)
    for good in range(4):
        b[t + GOODS + 1 + good] -= b[PAY + good]
    return enough
