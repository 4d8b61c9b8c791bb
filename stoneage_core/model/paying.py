"""Choosing payments; a payment is written to PAY before it is made."""

from stoneage_core.model import layout as at
from stoneage_core.model import tables
from stoneage_core.model.layout import Board
from stoneage_core.model.placing import payable


def clear_payment(b: Board) -> None:
    for good in range(4):
        b[at.PAY + good] = 0


def reserved(b: Board, t: int, good: int, but: int) -> int:
    """Return how much of a good the tribe's buildings ask, except place ``but``."""
    total = 0
    for place in range(at.BUILDING, at.BUILDING + b[at.COUNT]):
        if place != but and b[t + at.PLACED + place] > 0:
            total += tables.COST[4 * b[at.TOPS + place - at.BUILDING] + good - 1]
    return total


def pay_cheaply(b: Board, t: int, count: int, place: int) -> None:
    """Write the cheapest payment to PAY; pieces that are not reserved come first."""
    clear_payment(b)
    for good in range(1, 5):
        part = b[t + at.GOODS + good]
        if count > 0 and part > 0:
            part -= reserved(b, t, good, place)
            if part > count:
                part = count
            if part > 0:
                b[at.PAY + good - 1] = part
                count -= part
    for good in range(1, 5):
        if count > 0:
            part = min(count, b[t + at.GOODS + good] - b[at.PAY + good - 1])
            b[at.PAY + good - 1] += part
            count -= part


def pay_dearly(b: Board, t: int, tile: int) -> None:
    """Write the payment with most points to PAY, for a building that can be paid."""
    clear_payment(b)
    if tables.FIXED[tile] == 1:
        for good in range(4):
            b[at.PAY + good] = tables.COST[4 * tile + good]
        return
    best = -1
    chosen = 15
    if tables.KINDS[tile] > 0:
        for mask in range(1, 16):
            if tables.KIND_COUNT[mask] == tables.KINDS[tile]:
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
        points += (3 + good) * b[at.PAY + good]
        count += b[at.PAY + good]
        if (mask >> good) & 1 == 1 and b[at.PAY + good] == 0:
            return -1
    return points if count == tables.MOST[tile] else -1


def lay_kinds(b: Board, t: int, tile: int, mask: int) -> None:
    """Write the dearest pieces to PAY; if kinds are asked, one of each in ``mask``."""
    count = tables.MOST[tile]
    for good in range(4):
        b[at.PAY + good] = 0
        if (
            tables.KINDS[tile] > 0
            and (mask >> good) & 1 == 1
            and b[t + at.GOODS + 1 + good] > 0
        ):
            b[at.PAY + good] = 1
            count -= 1
    for step in range(4):
        good = 3 - step
        if (mask >> good) & 1 == 1 and count > 0:
            part = min(count, b[t + at.GOODS + 1 + good] - b[at.PAY + good])
            b[at.PAY + good] += part
            count -= part


def payment_bits(b: Board) -> int:
    """Return the payment at PAY as part of a move."""
    bits = 0
    for good in range(4):
        bits = bits | b[at.PAY + good] << (16 + 4 * good)
    return bits


def lay_missing(b: Board, t: int, place: int) -> int:
    """Write to PAY what the open card has to add to pay a place; return 1 if enough."""
    clear_payment(b)
    amount = b[t + at.ANY]
    for good in range(4):
        short = 0
        if place >= at.BUILDING:
            short = tables.COST[4 * b[at.TOPS + place - at.BUILDING] + good]
            short = max(0, short - b[t + at.GOODS + 1 + good])
        if short > amount:
            return 0
        b[at.PAY + good] = short
        amount -= short
    b[at.PAY + 3] += amount
    for good in range(4):
        b[t + at.GOODS + 1 + good] += b[at.PAY + good]
    enough = payable(b, t, place)
    for good in range(4):
        b[t + at.GOODS + 1 + good] -= b[at.PAY + good]
    return enough
