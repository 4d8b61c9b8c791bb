"""Checks a position that was given, not played: could it occur in a game?"""

from collections.abc import Iterable, Iterator

from stoneage_core.components.buildings import BUILDINGS, STACK_SIZE
from stoneage_core.components.cards import CARDS
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, PLACES
from stoneage_core.components.tools import HIGHEST_VALUE, SLOTS
from stoneage_core.rules.dispatch import awaited, choices
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK
from stoneage_core.state import (
    DiceDecision,
    GameState,
    OpenRoll,
    Phase,
    Player,
    ToolsDecision,
)

#: No game has more than this of anything.
PLENTY = 1000
#: The most people who can hunt.
MOST_DICE = 10


def is_sound(state: GameState) -> bool:
    """
    Return whether the rules can go on from a position.

    Every position of a game is sound. Not every sound position can occur in a game: for
    example, nothing checks where resources came from.
    """
    return all(_soundness(state))


def _soundness(state: GameState) -> Iterator[bool]:
    """Yield the result of each check; later checks rely on earlier ones."""
    count, seats = state.player_count, range(state.player_count)
    yield 2 <= count <= 4
    yield len(state.players) == len(state.stacks) == len(state.owing) == count
    yield len(state.slots) == 4 and 0 <= state.round <= PLENTY
    yield state.start_player in seats
    cards = [card for card in state.slots if card is not None] + [*state.unseen_cards]
    cards += [card for tribe in state.players for card in tribe.cards]
    yield _are_different(cards, CARDS)
    tiles = [stack.top for stack in state.stacks if stack.top is not None]
    yield _are_different([*tiles, *state.unseen_buildings], BUILDINGS)
    yield all(0 <= stack.left <= STACK_SIZE for stack in state.stacks)
    yield all(part for tribe in state.players for part in _soundness_of(tribe))
    yield all(0 <= owed <= MOST_PEOPLE for owed in state.owing)
    yield _is_asked(state)
    yield _are_dice_sound(state)


def _soundness_of(tribe: Player) -> Iterator[bool]:
    yield 0 <= tribe.people <= MOST_PEOPLE and tribe.food_track >= 0
    yield tribe.food_track <= HIGHEST_FOOD_TRACK and 0 <= tribe.food <= PLENTY
    yield abs(tribe.score) <= PLENTY and tribe.resources.total <= PLENTY
    yield all(count > 0 for _, count in tribe.resources)
    yield len(tribe.tools) <= SLOTS
    yield all(1 <= tool.value <= HIGHEST_VALUE for tool in tribe.tools)
    yield set(tribe.open_cards) <= set(tribe.cards)
    yield len(tribe.buildings) <= len(BUILDINGS) and len(tribe.placed) == len(PLACES)
    yield min(tribe.placed) >= 0 and tribe.unplaced >= 0


def _are_different(ids: list[int], known: Iterable[int]) -> bool:
    return len(set(ids)) == len(ids) and set(ids) <= set(known)


def _is_asked(state: GameState) -> bool:
    if state.phase is Phase.ENDED:
        return True
    if state.phase is Phase.FEEDING:
        return state.turn is None and state.decision is None and any(state.owing)
    seats = range(state.player_count)
    if state.phase is Phase.PLACEMENT and state.decision is not None:
        return _is_full(state) and (state.turn is None or state.turn in seats)
    if state.turn not in seats:
        return False
    if state.phase is Phase.PLACEMENT:
        return _is_full(state) and bool(_options(state))
    return state.decision is not None or bool(_options(state))


def _is_full(state: GameState) -> bool:
    """Return whether every slot has a card and every stack a building."""
    return None not in state.slots and all(stack.top for stack in state.stacks)


def _options(state: GameState) -> tuple[object, ...]:
    """Return what the player in turn may do; () if the board lacks something."""
    assert state.turn is not None
    if state.turn not in awaited(state):
        return ()
    placed = state.players[state.turn].placed
    for place in CARD_SLOTS:
        if placed[place.number] and state.slots[place.index] is None:
            return ()
    for place in BUILDING_STACKS:
        if placed[place.number] and (
            place.index >= len(state.stacks) or state.stacks[place.index].top is None
        ):
            return ()
    return tuple(choices(state, state.turn))


def _are_dice_sound(state: GameState) -> bool:
    if not all(_is_roll_sound(state, roll) for roll in state.open_rolls):
        return False
    match state.decision:
        case None:
            return True
        case ToolsDecision(dice=dice, good=good):
            known = good in ("food", "wood", "brick", "stone", "gold")
            return _are_faces(dice) and known and state.phase is Phase.ACTIONS
        case DiceDecision(dice=dice, waiting=waiting, roll=at):
            if at is None:
                is_acting = state.phase is Phase.ACTIONS
                return is_acting and _can_pick(state, dice, waiting)
            if at not in range(len(state.open_rolls)) or len(waiting) != 1:
                return False
            roll = state.open_rolls[at]
            return dice == roll.dice and waiting[0] in roll.waiting


def _is_roll_sound(state: GameState, roll: OpenRoll) -> bool:
    is_known = state.terms.dice_at_own_turn and roll.taker in range(state.player_count)
    return is_known and _can_pick(state, roll.dice, roll.waiting)


def _can_pick(
    state: GameState, dice: tuple[int, ...], waiting: tuple[int, ...]
) -> bool:
    """Return whether there is exactly one die for each player who waits."""
    seats = set(waiting) <= set(range(state.player_count))
    return _are_faces(dice) and seats and 0 < len(waiting) == len(dice)


def _are_faces(dice: tuple[int, ...]) -> bool:
    return all(1 <= face <= 6 for face in dice) and len(dice) <= MOST_DICE
