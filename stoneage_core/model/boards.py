"""Converts positions and commands into boards and moves of the compact model."""

from stoneage_core import commands as c
from stoneage_core.components.cards import CARDS, AnyResources, OneUseTool
from stoneage_core.components.places import PLACES, Place, PlaceKind
from stoneage_core.components.resources import Resource, Resources
from stoneage_core.components.tools import SLOTS
from stoneage_core.model import layout as at
from stoneage_core.model import moves
from stoneage_core.model.acting import keep_card
from stoneage_core.model.placing import put
from stoneage_core.model.tables import GOOD_NAMES
from stoneage_core.rules.open_cards import worth
from stoneage_core.state import DiceDecision, GameState, Phase, Player, ToolsDecision
from stoneage_core.terms import TieBreak, require_known_to_bots

_PHASES = {
    Phase.PLACEMENT: at.PLACEMENT,
    Phase.ACTIONS: at.ACTIONS,
    Phase.FEEDING: at.FEEDING,
    Phase.ENDED: at.ENDED,
}


def model_board_of(state: GameState, chance: int = 1) -> at.Board:
    """
    Return a board on which a started or finished game can be played on.

    ``chance``, from 1 to 2**32 - 1, is the state of the board's random generator. Raise
    Refusal if the compact model does not know the rules of the table.
    """
    require_known_to_bots(state.terms)
    return board_of(state, chance)


def board_of(state: GameState, chance: int = 1) -> at.Board:
    """
    Return the board of a position, for a single decision.

    Unlike ``model_board_of`` it accepts all tables. What may wait there for a later
    turn is left out, such as dice for all.
    """
    b = [0] * at.SIZE
    b[at.COUNT] = state.player_count
    b[at.ROUND] = state.round
    b[at.START] = state.start_player
    b[at.TURN] = -1 if state.turn is None else state.turn
    b[at.PHASE] = _PHASES[state.phase]
    b[at.SUM_TIES] = int(state.terms.tie_break is TieBreak.SUM)
    b[at.CHANCE] = chance
    for slot, card in enumerate(state.slots):
        b[at.SLOTS + slot] = card or 0
    for number, stack in enumerate(state.stacks):
        b[at.TOPS + number] = stack.top or 0
        b[at.LEFT + number] = stack.left
    _lay_unseen(b, at.DECK, state.unseen_cards)
    _lay_unseen(b, at.TILES, state.unseen_buildings)
    for player, tribe in enumerate(state.players):
        _lay_tribe(b, at.TRIBES + player * at.TRIBE, tribe)
        b[at.TRIBES + player * at.TRIBE + at.OWING] = state.owing[player]
    _lay_dice(b, state.decision)
    return b


def _lay_unseen(b: at.Board, pool: int, unseen: tuple[int, ...]) -> None:
    b[pool] = len(unseen)
    b[pool + 1 : pool + 1 + len(unseen)] = unseen


def _lay_tribe(b: at.Board, t: int, tribe: Player) -> None:
    b[t + at.PEOPLE] = b[t + at.HOME] = tribe.people
    b[t + at.TRACK] = tribe.food_track
    b[t + at.SCORE] = tribe.score
    b[t + at.GOODS] = tribe.food
    for good, resource in enumerate(Resource, start=1):
        b[t + at.GOODS + good] = tribe.resources.of(resource)
    for slot, tool in enumerate(tribe.tools):
        b[t + at.TOOLS + slot] = tool.value
        b[t + at.USED + slot] = int(tool.used)
    for card in tribe.cards:
        keep_card(b, t, card)
    for card in tribe.open_cards:
        benefit = CARDS[card].benefit
        if isinstance(benefit, OneUseTool):
            b[t + at.ONCE + benefit.value - 2] = benefit.value
        elif isinstance(benefit, AnyResources):
            b[t + at.ANY] = worth(tribe)
    b[t + at.BUILT] = len(tribe.buildings)
    for place, people in enumerate(tribe.placed):
        if people:
            put(b, t, place, people)


def _lay_dice(b: at.Board, decision: ToolsDecision | DiceDecision | None) -> None:
    if isinstance(decision, ToolsDecision):
        b[at.ASKED] = at.ROLL
        b[at.ROLL_PLACE] = decision.place.number
        b[at.ROLL_GOOD] = GOOD_NAMES.index(decision.good)
        b[at.PIPS] = sum(decision.dice)
    elif isinstance(decision, DiceDecision):
        b[at.ASKED] = at.DICE_FOR_ALL
        b[at.PICKER] = decision.waiting[0]
        b[at.DICE_LEFT] = len(decision.waiting)
        for face in decision.dice:
            b[at.FACES + face] += 1


def move_of(state: GameState, player: int, command: c.Command) -> int:
    match command:
        case c.PlacePeople(place, people):
            return _number(moves.PUT, place, people)
        case c.UsePlace(place):
            return _number(moves.USE, place)
        case c.UseTools():
            return _number(moves.ADD, None, _mask(state.players[player], command))
        case c.BuyCard(place, payment) | c.Build(place, payment):
            return _number(moves.BUY, place) | _paid(payment)
        case c.Leave(place):
            return _number(moves.LEAVE, place)
        case c.PickDie(face):
            return _number(moves.PICK, None, face)
        case c.TakeResources(resources):
            return moves.TAKE | _paid(resources)
        case c.Feed(resources):
            return moves.FEED | _paid(resources)
        case _:
            return moves.STARVE


def command_of_move(state: GameState, player: int, move: int) -> c.Command:
    place, number = PLACES[move >> 4 & 15], move >> 8 & 63
    payment = Resources(*(move >> 16 + 4 * good & 15 for good in range(4)))
    match move & 15:
        case moves.PUT:
            return c.PlacePeople(place, number)
        case moves.USE:
            return c.UsePlace(place)
        case moves.ADD:
            tools = state.players[player].tools
            tiles = [each.value for at, each in enumerate(tools) if number >> at & 1]
            once = [value for value in (4, 3, 2) if number >> SLOTS + value - 2 & 1]
            return c.UseTools(tuple(sorted(tiles, reverse=True)), tuple(once))
        case moves.BUY:
            card = place.kind is PlaceKind.CARD
            return c.BuyCard(place, payment) if card else c.Build(place, payment)
        case moves.LEAVE:
            return c.Leave(place)
        case moves.PICK:
            return c.PickDie(number)
        case moves.TAKE:
            return c.TakeResources(payment)
        case moves.FEED:
            return c.Feed(payment)
        case _:
            return c.GoHungry()


def _number(kind: int, place: Place | None, number: int = 0) -> int:
    return kind | (place.number if place else 0) << 4 | number << 8


def _paid(payment: Resources) -> int:
    counts = [payment.of(resource) for resource in Resource]
    return sum(count << 16 + 4 * good for good, count in enumerate(counts))


def _mask(tribe: Player, tools: c.UseTools) -> int:
    """Return the bit mask of tools; of equal tiles it has the first unused one."""
    mask = 0
    for value in tools.tiles:
        ready = (
            slot
            for slot, tool in enumerate(tribe.tools)
            if tool.value == value and not tool.used and not mask >> slot & 1
        )
        mask |= 1 << next(ready)
    return mask | sum(1 << SLOTS + value - 2 for value in tools.once)
