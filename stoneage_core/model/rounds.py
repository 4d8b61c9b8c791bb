"""Consequences of moves: turns, feeding, rounds, the end and the final scoring."""

from stoneage_core.model import layout as at
from stoneage_core.model.acting import draw_from, use
from stoneage_core.model.layout import Board
from stoneage_core.model.moves import awaited, may_take, perform, pick_die
from stoneage_core.model.placing import (
    come_home,
    next_placer,
    only_placement,
    payable,
    pieces,
    put,
)


def serve(b: Board) -> None:
    """Add the food of the food tracks, feed the tribes, and note what is missing."""
    for player in range(b[at.COUNT]):
        t = at.TRIBES + player * at.TRIBE
        food = b[t + at.GOODS] + b[t + at.TRACK] - b[t + at.PEOPLE]
        b[t + at.GOODS] = max(food, 0)
        b[t + at.OWING] = max(-food, 0)


def tool_sum(b: Board, t: int) -> int:
    return b[t + at.TOOLS] + b[t + at.TOOLS + 1] + b[t + at.TOOLS + 2]


def final_score(b: Board, t: int) -> int:
    first = b[t + at.SETS]
    second = b[t + at.SETS + 1]
    cards = first * first + second * second
    cards += (
        b[t + at.FIGURES] * b[t + at.TRACK] + b[t + at.FIGURES + 1] * b[t + at.BUILT]
    )
    cards += b[t + at.FIGURES + 2] * b[t + at.PEOPLE] + b[
        t + at.FIGURES + 3
    ] * tool_sum(b, t)
    return b[t + at.SCORE] + cards + pieces(b, t) + b[t + at.ANY]


def standing(b: Board, t: int) -> int:
    """Return a number that orders scored tribes, tie-breaks included."""
    track = b[t + at.TRACK]
    tools = tool_sum(b, t)
    people = b[t + at.PEOPLE]
    if b[at.SUM_TIES] == 1:
        return b[t + at.SCORE] * 100000 + track + tools + people
    return b[t + at.SCORE] * 100000 + track * 10000 + tools * 100 + people


def is_over(b: Board) -> int:
    """Return 1 if the game ends after this round."""
    empty = 0
    for slot in range(4):
        if slot < b[at.COUNT] and b[at.LEFT + slot] == 0:
            return 1
        if b[at.SLOTS + slot] == 0:
            empty += 1
    return 1 if empty > b[at.DECK] else 0


def start_round(b: Board) -> None:
    """Slide and refill the cards, pass the start player on, reset the tools."""
    kept = 0
    for slot in range(4):
        card = b[at.SLOTS + slot]
        if card > 0:
            b[at.SLOTS + slot] = 0
            b[at.SLOTS + kept] = card
            kept += 1
    for slot in range(kept, 4):
        b[at.SLOTS + slot] = draw_from(b, at.DECK)
    b[at.ROUND] += 1
    b[at.START] = (b[at.START] + 1) % b[at.COUNT]
    b[at.PHASE] = at.PLACEMENT
    for player in range(b[at.COUNT]):
        for slot in range(3):
            b[at.TRIBES + player * at.TRIBE + at.USED + slot] = 0


def next_round(b: Board) -> None:
    """End the game or begin a round, if no tribe owes food any more."""
    for player in range(b[at.COUNT]):
        if b[at.TRIBES + player * at.TRIBE + at.OWING] > 0:
            return
    if is_over(b) == 1:
        for player in range(b[at.COUNT]):
            t = at.TRIBES + player * at.TRIBE
            b[t + at.SCORE] = final_score(b, t)
        b[at.PHASE] = at.ENDED
        return
    start_round(b)
    b[at.TURN] = next_placer(b, b[at.START])


def pass_on(b: Board) -> None:
    """Go on to the next turn, phase or round, if the last decision ended this one."""
    if b[at.PHASE] == at.PLACEMENT:
        player = next_placer(b, b[at.TURN] + 1)
        if player < 0:
            b[at.PHASE] = at.ACTIONS
            player = b[at.START]
        b[at.TURN] = player
    elif b[at.PHASE] == at.ACTIONS:
        player = b[at.TURN]
        if b[at.ASKED] != at.NO_DICE or b[at.TRIBES + player * at.TRIBE + at.BUSY] > 0:
            return
        player = (player + 1) % b[at.COUNT]
        b[at.TURN] = player
        if player == b[at.START]:
            b[at.PHASE] = at.FEEDING
            b[at.TURN] = -1
            serve(b)
            next_round(b)
    elif b[at.PHASE] == at.FEEDING:
        next_round(b)


def force(b: Board) -> int:
    """Make a forced decision, if there is one; return 1 if so."""
    if b[at.PHASE] == at.PLACEMENT:
        t = at.TRIBES + b[at.TURN] * at.TRIBE
        place = only_placement(b, t)
        if place < 0:
            return 0
        put(b, t, place, 2 if place == at.HUT else 1)
        return 1
    if b[at.ASKED] == at.ROLL or b[at.PHASE] == at.ENDED:
        return 0
    player = awaited(b)
    t = at.TRIBES + player * at.TRIBE
    if b[at.ASKED] == at.DICE_FOR_ALL:
        only = 0
        for face in range(1, 7):
            if b[at.FACES + face] > 0:
                if only > 0:
                    return 0
                only = face
        if may_take(b, player) == 1:
            return 0
        pick_die(b, only)
    elif b[at.PHASE] == at.ACTIONS:
        if b[t + at.BUSY] > 1 or b[t + at.ANY] > 0:
            return 0
        place = 0
        while b[t + at.PLACED + place] == 0:
            place += 1
        if place < at.CARD:
            use(b, t, place)
        elif payable(b, t, place) == 1:
            return 0
        else:
            come_home(b, t, place)
    else:
        return starve_who_must(b)
    return 1


def starve_who_must(b: Board) -> int:
    """Let a tribe go hungry that has no other choice; return 1 if there is one."""
    for player in range(b[at.COUNT]):
        t = at.TRIBES + player * at.TRIBE
        if b[t + at.OWING] > pieces(b, t) and b[t + at.ANY] == 0:
            b[t + at.OWING] = 0
            b[t + at.SCORE] -= at.HUNGER
            return 1
    return 0


def make(b: Board, player: int, move: int) -> None:
    """Make a legal move and all that follows, up to the next choice."""
    perform(b, player, move)
    pass_on(b)
    while force(b) == 1:
        pass_on(b)
