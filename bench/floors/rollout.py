"""The floor of random games: Stone Age without most of its rules.

People are placed within all limits, with a list of the legal placements; dice are
rolled, tools used if they help, tribes fed. Cards and buildings cost a number of
resources and do nothing. The whole position is one flat list of numbers: about as fast
as plain Python gets, but unmaintainable.

A move is a placement, the use of a place, or the feeding of a tribe.
"""

from collections.abc import Callable
from random import random

#: By place: hunting, 4 resources, field, tool maker, hut, 4 cards, 4 buildings.
CAPACITY = (40, 7, 7, 7, 7, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1)
DIVISOR = (2, 3, 4, 5, 6)
#: The placements at the first five places, each as 16 times place + people.
GATHERINGS = [list(range(place * 16 + 1, place * 16 + 11)) for place in range(5)]
FIELD, TOOL_MAKER, HUT, FIRST_CARD, FIRST_BUILDING = 5, 6, 7, 8, 12

# The cells of a player: food, four resources, and
FIELDS, PEOPLE, FREE, TOOLS, USED, SCORE = 5, 6, 7, 8, 11, 12
CELLS = 15
# The board: people on each place by player, people on each place, deck, stacks.
PLACED = 4 * CELLS
CROWD = PLACED + 64
DECK = CROWD + 16
STACKS = DECK + 1
SIZE = STACKS + 4
NOBODY = [0] * (DECK - PLACED)


def random_games() -> Callable[[], int]:
    """Return a case that plays one random game and returns its number of moves."""
    root = opening()
    return lambda: game(root[:])


def opening() -> list[int]:
    state = [0] * SIZE
    for player in range(4):
        cell = player * CELLS
        state[cell], state[cell + PEOPLE], state[cell + FREE] = 12, 5, 5
    state[DECK] = 32
    state[STACKS : STACKS + 4] = (7, 7, 7, 7)
    return state


def game(state: list[int]) -> int:
    """Play from the start of a round to the end; return the moves made."""
    moves = start = 0
    while state[DECK] >= 4 and 0 not in state[STACKS:]:
        moves += place_all(state, start)
        for step in range(4):
            moves += use_all(state, (start + step) & 3)
        state[PLACED:DECK] = NOBODY
        start = (start + 1) & 3
    return moves


def place_all(state: list[int], start: int) -> int:
    """Let the players place in turn until nobody is at home; return the placements."""
    moves, player, idle = 0, start, 0
    while idle < 4:
        if state[player * CELLS + FREE]:
            options = legal(state, player)
            put(state, player, options[int(random() * len(options))])
            moves, idle = moves + 1, 0
        else:
            idle += 1
        player = (player + 1) & 3
    return moves


def legal(state: list[int], player: int) -> list[int]:
    """Return the legal placements, each as 16 times place + people."""
    options: list[int] = []
    free = state[player * CELLS + FREE]
    for place in range(16):
        room = CAPACITY[place] - state[CROWD + place]
        if room <= 0 or (place and state[PLACED + place * 4 + player]):
            continue
        if place == HUT:
            if room == 2 and free >= 2 and state[player * CELLS + PEOPLE] < 10:
                options.append(place * 16 + 2)
        elif place >= FIELD:
            if place < FIRST_BUILDING or state[STACKS + place - FIRST_BUILDING]:
                options.append(place * 16 + 1)
        else:
            if room > free:
                room = free
            options += GATHERINGS[place][:room]
    return options


def put(state: list[int], player: int, code: int) -> None:
    place, people = code >> 4, code & 15
    state[CROWD + place] += people
    state[PLACED + place * 4 + player] += people
    state[player * CELLS + FREE] -= people


def use_all(state: list[int], player: int) -> int:
    """Use a player's places and feed the tribe; return the moves made."""
    moves, cell = 1, player * CELLS
    for place, people in enumerate(state[PLACED + player : CROWD : 4]):
        if people:
            if place < FIELD:
                gather(state, cell, place, people)
            else:
                use(state, cell, place)
            moves += 1
    feed(state, cell)
    return moves


def use(state: list[int], cell: int, place: int) -> None:
    """Use a place without dice."""
    if place == FIELD:
        if state[cell + FIELDS] < 10:
            state[cell + FIELDS] += 1
    elif place == TOOL_MAKER:
        raise_tool(state, cell + TOOLS)
    elif place == HUT:
        state[cell + PEOPLE] += 1
    else:
        buy(state, cell, place)


def raise_tool(state: list[int], first: int) -> None:
    """Raise the lowest of three tools, up to 4."""
    slot = first
    for other in (first + 1, first + 2):
        if state[other] < state[slot]:
            slot = other
    if state[slot] < 4:
        state[slot] += 1


def gather(state: list[int], cell: int, place: int, people: int) -> None:
    """Roll, and add each tool that raises the yield."""
    divisor, total = DIVISOR[place], 0
    for _ in range(people):
        total += 1 + int(random() * 6)
    for slot in range(3):
        value = state[cell + TOOLS + slot]
        if value and not (state[cell + USED] >> slot) & 1:  # noqa: SIM102 - faster
            if (total + value) // divisor > total // divisor:
                total += value
                state[cell + USED] |= 1 << slot
    state[cell + place] += total // divisor


def buy(state: list[int], cell: int, place: int) -> None:
    """Pay with the cheapest resources, if there are enough."""
    cost = place - FIRST_CARD + 1 if place < FIRST_BUILDING else 3
    if sum(state[cell + 1 : cell + 5]) < cost:
        return
    if place < FIRST_BUILDING and state[DECK] <= 0:
        return
    points = pay(state, cell, cost)
    if place < FIRST_BUILDING:
        state[DECK] -= 1
    else:
        state[STACKS + place - FIRST_BUILDING] -= 1
        state[cell + SCORE] += points


def pay(state: list[int], cell: int, cost: int) -> int:
    """Take ``cost`` resources, cheapest first; return their value."""
    points = 0
    for kind in range(1, 5):
        held = state[cell + kind]
        part = held if held < cost else cost
        state[cell + kind] -= part
        cost -= part
        points += part * (kind + 2)
    return points


def feed(state: list[int], cell: int) -> None:
    """Feed with food, then with resources, and bring all people home."""
    need = state[cell + PEOPLE] - state[cell + FIELDS]
    state[cell + USED] = 0
    if need > state[cell]:
        starve(state, cell, need - state[cell])
        state[cell] = 0
    elif need > 0:
        state[cell] -= need
    state[cell + FREE] = state[cell + PEOPLE]


def starve(state: list[int], cell: int, need: int) -> None:
    """Cover the shortage with resources, or lose points."""
    for kind in range(1, 5):
        held = state[cell + kind]
        part = held if held < need else need
        state[cell + kind] -= part
        need -= part
    if need:
        state[cell + SCORE] -= 10
