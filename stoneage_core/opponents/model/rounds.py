"""Consequences of moves: turns, feeding, rounds, the end and the final scoring."""

from stoneage_core.opponents.model.acting import draw_from, use
from stoneage_core.opponents.model.layout import (
    ACTIONS,
    ANY,
    ASKED,
    BUILT,
    BUSY,
    CARD,
    COUNT,
    DECK,
    DICE_FOR_ALL,
    ENDED,
    FACES,
    FEEDING,
    FIGURES,
    GOODS,
    HUNGER,
    HUT,
    LEFT,
    NO_DICE,
    OWING,
    PEOPLE,
    PHASE,
    PLACED,
    PLACEMENT,
    ROLL,
    ROUND,
    SCORE,
    SETS,
    SLOTS,
    START,
    SUM_TIES,
    TOOLS,
    TRACK,
    TRIBE,
    TRIBES,
    TURN,
    USED,
    Board,
)
from stoneage_core.opponents.model.moves import awaited, may_take, perform, pick_die
from stoneage_core.opponents.model.placing import (
    come_home,
    next_placer,
    only_placement,
    payable,
    pieces,
    put,
)


def serve(b: Board) -> None:
    """Add the food of the food tracks, feed the tribes, and note what is missing."""
    for player in range(b[COUNT]):
        t = TRIBES + player * TRIBE
        food = b[t + GOODS] + b[t + TRACK] - b[t + PEOPLE]
        b[t + GOODS] = max(food, 0)
        b[t + OWING] = max(-food, 0)


def tool_sum(b: Board, t: int) -> int:
    return b[t + TOOLS] + b[t + TOOLS + 1] + b[t + TOOLS + 2]


def final_score(b: Board, t: int) -> int:
    first = b[t + SETS]
    second = b[t + SETS + 1]
    cards = first * first + second * second
    cards += b[t + FIGURES] * b[t + TRACK] + b[t + FIGURES + 1] * b[t + BUILT]
    cards += b[t + FIGURES + 2] * b[t + PEOPLE] + b[t + FIGURES + 3] * tool_sum(b, t)
    return b[t + SCORE] + cards + pieces(b, t) + b[t + ANY]


def standing(b: Board, t: int) -> int:
    """Return a number that orders scored tribes, tie-breaks included."""
    track = b[t + TRACK]
    tools = tool_sum(b, t)
    people = b[t + PEOPLE]
    if b[SUM_TIES] == 1:
        return b[t + SCORE] * 100000 + track + tools + people
    return b[t + SCORE] * 100000 + track * 10000 + tools * 100 + people


def is_over(b: Board) -> int:
    """Return 1 if the game ends after this round."""
    empty = 0
    for at in range(4):
        if at < b[COUNT] and b[LEFT + at] == 0:
            return 1
        if b[SLOTS + at] == 0:
            empty += 1
    return 1 if empty > b[DECK] else 0


def start_round(b: Board) -> None:
    """Slide and refill the cards, pass the start player on, reset the tools."""
    kept = 0
    for at in range(4):
        card = b[SLOTS + at]
        if card > 0:
            b[SLOTS + at] = 0
            b[SLOTS + kept] = card
            kept += 1
    for at in range(kept, 4):
        b[SLOTS + at] = draw_from(b, DECK)
    b[ROUND] += 1
    b[START] = (b[START] + 1) % b[COUNT]
    b[PHASE] = PLACEMENT
    for player in range(b[COUNT]):
        for slot in range(3):
            b[TRIBES + player * TRIBE + USED + slot] = 0


def next_round(b: Board) -> None:
    """End the game or begin a round, if no tribe owes food any more."""
    for player in range(b[COUNT]):
        if b[TRIBES + player * TRIBE + OWING] > 0:
            return
    if is_over(b) == 1:
        for player in range(b[COUNT]):
            t = TRIBES + player * TRIBE
            b[t + SCORE] = final_score(b, t)
        b[PHASE] = ENDED
        return
    start_round(b)
    b[TURN] = next_placer(b, b[START])


def pass_on(b: Board) -> None:
    """Go on to the next turn, phase or round, if the last decision ended this one."""
    if b[PHASE] == PLACEMENT:
        player = next_placer(b, b[TURN] + 1)
        if player < 0:
            b[PHASE] = ACTIONS
            player = b[START]
        b[TURN] = player
    elif b[PHASE] == ACTIONS:
        player = b[TURN]
        if b[ASKED] != NO_DICE or b[TRIBES + player * TRIBE + BUSY] > 0:
            return
        player = (player + 1) % b[COUNT]
        b[TURN] = player
        if player == b[START]:
            b[PHASE] = FEEDING
            b[TURN] = -1
            serve(b)
            next_round(b)
    elif b[PHASE] == FEEDING:
        next_round(b)


def force(b: Board) -> int:
    """Make a forced decision, if there is one; return 1 if so."""
    if b[PHASE] == PLACEMENT:
        t = TRIBES + b[TURN] * TRIBE
        place = only_placement(b, t)
        if place < 0:
            return 0
        put(b, t, place, 2 if place == HUT else 1)
        return 1
    if b[ASKED] == ROLL or b[PHASE] == ENDED:
        return 0
    player = awaited(b)
    t = TRIBES + player * TRIBE
    if b[ASKED] == DICE_FOR_ALL:
        only = 0
        for face in range(1, 7):
            if b[FACES + face] > 0:
                if only > 0:
                    return 0
                only = face
        if may_take(b, player) == 1:
            return 0
        pick_die(b, only)
    elif b[PHASE] == ACTIONS:
        if b[t + BUSY] > 1 or b[t + ANY] > 0:
            return 0
        place = 0
        while b[t + PLACED + place] == 0:
            place += 1
        if place < CARD:
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
    for player in range(b[COUNT]):
        t = TRIBES + player * TRIBE
        if b[t + OWING] > pieces(b, t) and b[t + ANY] == 0:
            b[t + OWING] = 0
            b[t + SCORE] -= HUNGER
            return 1
    return 0


def make(b: Board, player: int, move: int) -> None:
    """Make a legal move and all that follows, up to the next choice."""
    perform(b, player, move)
    pass_on(b)
    while force(b) == 1:
        pass_on(b)
