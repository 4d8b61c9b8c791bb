"""Moves as numbers, and their effects on the board."""

from stoneage_core.model import layout as at
from stoneage_core.model.acting import (
    add_tools,
    build,
    buy_card,
    make_tool,
    pay,
    raise_track,
    use,
)
from stoneage_core.model.layout import Board
from stoneage_core.model.placing import come_home, put

# The kinds of moves, in the lowest four bits. The next four bits are the place, then
# six for people, a face or a mask of tools, then four per resource of a payment.
PUT = 0
USE = 1
ADD = 2
BUY = 3
LEAVE = 4
PICK = 5
TAKE = 6
FEED = 7
STARVE = 8


def pick_die(b: Board, face: int) -> None:
    player = b[at.PICKER]
    t = at.TRIBES + player * at.TRIBE
    b[at.FACES + face] -= 1
    b[at.DICE_LEFT] -= 1
    b[at.PICKER] = (player + 1) % b[at.COUNT]
    if b[at.DICE_LEFT] == 0:
        b[at.ASKED] = at.NO_DICE
    if face <= 4:
        b[t + at.GOODS + face] += 1
    elif face == 5:
        make_tool(b, t)
    else:
        raise_track(b, t)


def may_take(b: Board, player: int) -> int:
    """Return 1 if a player may use the open card now."""
    if b[at.TRIBES + player * at.TRIBE + at.ANY] == 0:
        return 0
    if b[at.PHASE] == at.ACTIONS:
        return 1 if b[at.TURN] == player else 0
    return 1 if b[at.PHASE] > at.ACTIONS else 0


def take(b: Board, t: int) -> None:
    """Use the open card for the resources at PAY."""
    for good in range(4):
        b[t + at.GOODS + 1 + good] += b[at.PAY + good]
    b[t + at.ANY] = 0


def awaited(b: Board) -> int:
    """Return the first awaited player, -1 after the end."""
    if b[at.ASKED] == at.DICE_FOR_ALL:
        return b[at.PICKER]
    if b[at.PHASE] != at.FEEDING:
        return b[at.TURN]
    for player in range(b[at.COUNT]):
        if b[at.TRIBES + player * at.TRIBE + at.OWING] > 0:
            return player
    return -1


def set_payment(b: Board, move: int) -> None:
    """Copy the payment of a move to PAY."""
    for good in range(4):
        b[at.PAY + good] = (move >> (16 + 4 * good)) & 15


def perform(b: Board, player: int, move: int) -> None:
    """Make a legal move of an awaited player, without its consequences."""
    t = at.TRIBES + player * at.TRIBE
    kind = move & 15
    place = (move >> 4) & 15
    number = (move >> 8) & 63
    if kind == PUT:
        put(b, t, place, number)
    elif kind == USE:
        use(b, t, place)
    elif kind == ADD:
        add_tools(b, t, number)
    elif kind == BUY:
        set_payment(b, move)
        if place < at.BUILDING:
            buy_card(b, t, place)
        else:
            build(b, t, place)
    elif kind == LEAVE:
        come_home(b, t, place)
    elif kind == PICK:
        pick_die(b, number)
    elif kind == TAKE:
        set_payment(b, move)
        take(b, t)
    elif kind == FEED:
        set_payment(b, move)
        pay(b, t)
        b[t + at.OWING] = 0
    else:
        b[t + at.SCORE] -= at.HUNGER
        b[t + at.OWING] = 0
