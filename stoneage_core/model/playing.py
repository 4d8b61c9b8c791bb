"""Playouts from a position, and the results of moves."""

from stoneage_core.model import layout as at
from stoneage_core.model.appraising import (
    Appraisals,
    appraise,
    decide_placement,
)
from stoneage_core.model.deciding import decide
from stoneage_core.model.layout import Board, Weights
from stoneage_core.model.moves import awaited
from stoneage_core.model.rounds import make, standing


def play_on(b: Board, w: Weights, v: Appraisals) -> None:
    """Play a game to its end by the weights of the seats; give up after 60 rounds."""
    while b[at.PHASE] != at.ENDED and b[at.ROUND] <= at.LAST_ROUND:
        if b[at.PHASE] == at.PLACEMENT:
            place_all(b, w, v)
        else:
            player = awaited(b)
            make(b, player, decide(b, player, w, v))


def place_all(b: Board, w: Weights, v: Appraisals) -> None:
    """Play the placements of a round; the places are appraised once."""
    for player in range(b[at.COUNT]):
        appraise(b, player, w, v)
    number = b[at.ROUND]
    while b[at.PHASE] == at.PLACEMENT and b[at.ROUND] == number:
        player = b[at.TURN]
        make(b, player, decide_placement(b, player, w, v))


def share(b: Board, player: int) -> float:
    """Return a player's share of the win: 1, a part or 0; 0 if the game has no end."""
    if b[at.PHASE] != at.ENDED:
        return 0.0
    own = standing(b, at.TRIBES + player * at.TRIBE)
    equal = 0
    for other in range(b[at.COUNT]):
        theirs = standing(b, at.TRIBES + other * at.TRIBE)
        if theirs > own:
            return 0.0
        if theirs == own:
            equal += 1
    return 1.0 / equal


def copy(source: Board, target: Board) -> None:
    for number in range(at.SIZE):
        target[number] = source[number]


def generator_state(seed: int, number: int) -> int:
    """Return the generator's state for a numbered playout; it is never 0."""
    x = (seed + number * 2654435769) & 4294967295
    x = x ^ (x >> 16)
    x = (x * 73244475) & 4294967295
    x = x ^ (x >> 16)
    return x | 1


def evaluate(
    b: Board,
    w: Weights,
    scratch: Board,
    v: Appraisals,
    seed: int,
    count: int,
    wins: Weights,
) -> None:
    """Make ``count`` playouts; add each seat's shares of the wins to ``wins``."""
    for number in range(count):
        copy(b, scratch)
        scratch[at.CHANCE] = generator_state(seed, number)
        play_on(scratch, w, v)
        for player in range(b[at.COUNT]):
            wins[player] += share(scratch, player)


def try_move(
    b: Board,
    w: Weights,
    scratch: Board,
    v: Appraisals,
    seed: int,
    first: int,
    count: int,
    player: int,
    move: int,
    sums: Weights,
) -> None:
    """
    Make a move and play on, in ``count`` playouts from number ``first`` on.

    Add to ``sums`` the player's shares of the win, their squares, and the leads in
    points. Playouts with the same number use the same random numbers for every move.
    """
    for number in range(first, first + count):
        copy(b, scratch)
        scratch[at.CHANCE] = generator_state(seed, number)
        make(scratch, player, move)
        play_on(scratch, w, v)
        part = share(scratch, player)
        sums[0] += part
        sums[1] += part * part
        sums[2] += lead(scratch, player)


def compare_moves(
    b: Board,
    w: Weights,
    scratch: Board,
    v: Appraisals,
    seed: int,
    count: int,
    player: int,
    move: int,
    other: int,
    sums: Weights,
) -> None:
    """
    Make ``count`` playouts after each of two moves, with the same random numbers.

    Add each seat's shares of the win after ``move`` to the first four of ``sums``,
    those after ``other`` to the next four, the squares of the player's differences to
    the ninth, and the player's leads in points after each move to the last two.
    """
    for number in range(count):
        difference = 0.0
        for which in range(2):
            copy(b, scratch)
            scratch[at.CHANCE] = generator_state(seed, number)
            make(scratch, player, other if which else move)
            play_on(scratch, w, v)
            for seat in range(b[at.COUNT]):
                sums[which * 4 + seat] += share(scratch, seat)
            part = share(scratch, player)
            difference += -part if which else part
            sums[9 + which] += lead(scratch, player)
        sums[8] += difference * difference


def lead(b: Board, player: int) -> float:
    """Return a player's lead in points; it is negative for a player behind."""
    most = -10000
    for other in range(b[at.COUNT]):
        if other != player:
            most = max(most, b[at.TRIBES + other * at.TRIBE + at.SCORE])
    return 0.0 + b[at.TRIBES + player * at.TRIBE + at.SCORE] - most


def play_match(b: Board, w: Weights, v: Appraisals, seed: int) -> None:
    """Play one game to its end by the weights of the seats."""
    b[at.CHANCE] = generator_state(seed, 0)
    play_on(b, w, v)
