"""The recorded games of the tutorial: their seeds, moves, and every position in them.

The first is a whole round; the second is the last round of a game, set up as a position
in which everything comes that the first round had no room for. It is pure: the engine
plays both again, so that they are always legal.
"""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from stoneage_core import (
    GameState,
    SealedChance,
    commitment,
    create,
    decide,
    join,
    notation,
    start,
)
from stoneage_core.commands import (
    Build,
    BuyCard,
    Command,
    Feed,
    PickDie,
    PlacePeople,
    UsePlace,
)
from stoneage_core.components.buildings import ALL_BUILDINGS
from stoneage_core.components.cards import ALL_CARDS
from stoneage_core.components.resources import Resources
from stoneage_core.components.tools import Tool
from stoneage_core.engine import start_from
from stoneage_core.events.base import Event
from stoneage_core.events.setup import Origin
from stoneage_core.orders import Orders
from stoneage_core.state import Phase, Player, Position, Stack
from stoneage_core.terms import Terms

LEARNER, OTHER = 0, 1
PLAYERS = 2
GAME = "tutorial"

#: Found by search: a card with much food on slot 1, a building of any price on stack 2,
#: and a roll in the forest that lacks one pip.
SEED = bytes.fromhex("a75f8598cdf0c068b426db001dda25867a318d970ad9fa0b66c79aa3261a9d92")
#: Found by search: the hunter rolls a 4, and of the dice for all one is a 6.
LAST_SEED = (59).to_bytes(32)


class Scene(NamedTuple):
    """
    What the learner has to do, and what the other player does after it.

    ``wanted`` is a command, or several uses in one go, separated by commas. It is '' if
    the learner only reads and goes on.
    """

    wanted: str
    replies: tuple[str, ...] = ()


FIRST_ROUND = (
    Scene("forest 2", ("hut 2",)),
    Scene("tool maker", ("clay pit 2",)),
    Scene("card 1", ("hunting grounds 1",)),
    Scene("building 2"),
    Scene("use tool maker"),
    Scene("use forest"),
    Scene("tools 1"),
    Scene("buy 1 wood"),
    Scene("build 2 wood wood wood", ("use hut", "use clay pit", "field")),
    Scene(""),
)
LAST_ROUND = (
    Scene("hut 2", ("building 1",)),
    Scene("field", ("forest 2",)),
    Scene("hunting grounds 1", ("hunting grounds 3",)),
    Scene("card 1"),
    Scene("card 2"),
    Scene("use hut, use field, use hunting grounds"),
    Scene("buy 1 wood"),
    Scene("pick 6"),
    Scene(
        "buy 2 wood wood",
        ("use forest", "use hunting grounds", "build 1 brick stone gold"),
    ),
    Scene("feed brick 2"),
    Scene(""),
)
SCENES = FIRST_ROUND + LAST_ROUND

#: Scenes are numbered from 1. In these two the learner only reads: the end of the first
#: round, and the final scoring.
ROUND_OVER, GAME_OVER = len(FIRST_ROUND), len(SCENES)


class ScenePosition(NamedTuple):
    """A position in which the learner decides, and the events that led to it."""

    state: GameState
    happened: tuple[Event, ...]


class LessonAnswer(StrEnum):
    """How a legal decision of the learner differs from the wanted one."""

    RIGHT = "right"
    OTHER_NUMBER = "other number"
    TOO_EARLY = "too early"
    LEFT_OUT = "left out"
    OTHER_PAYMENT = "other payment"
    DEARER = "dearer"
    OTHER_CHOICE = "other choice"
    ONE_BY_ONE = "one by one"


@cache
def scene_positions() -> tuple[ScenePosition, ...]:
    """Play both games. Return the position of each scene."""
    chance = SealedChance(SEED)
    first = _play(start(_seated(SEED), chance).state, FIRST_ROUND, chance)
    last = _play(_last_round(), LAST_ROUND, SealedChance(LAST_SEED))
    return (*first, *last)


def _play(
    state: GameState, scenes: tuple[Scene, ...], chance: SealedChance
) -> tuple[ScenePosition, ...]:
    played = [ScenePosition(state, ())]
    for scene in scenes[:-1]:
        happened: list[Event] = []
        said = (
            *((LEARNER, command) for command in _commands(scene.wanted)),
            *((OTHER, notation.from_text(text)) for text in scene.replies),
        )
        for player, command in said:
            events, state = decide(state, player, command, chance)
            happened += events
        played.append(ScenePosition(state, tuple(happened)))
    return tuple(played)


def _seated(seed: bytes) -> GameState:
    """Return a game of two in which the learner will go first."""
    chance = SealedChance(seed)
    terms = Terms(PLAYERS, first_player=LEARNER)
    seal = commitment(seed)
    state = create(game=GAME, commitment=seal, terms=terms, chance=chance).state
    for player in range(PLAYERS):
        state = join(state, player, chance).state
    return state


def _last_round() -> GameState:
    """
    Return a position of round 9: one building is left on the first stack.

    The learner keeps what the first round brought, and has little food.
    """
    learner = Player(
        people=6,
        food=0,
        food_track=1,
        score=45,
        resources=Resources(wood=3, brick=2, stone=1),
        tools=(Tool(1),),
        cards=(17, 13, 20),
        buildings=(27, 1, 13, 6),
    )
    other = Player(
        people=6,
        food=9,
        food_track=2,
        score=36,
        resources=Resources(brick=1, stone=1, gold=1),
        cards=(12, 21),
        buildings=(2, 5, 8),
    )
    slots, stacks = (2, 18, 25, 30), (Stack(16, 1), Stack(18, 6))
    known = {*slots, *learner.cards, *other.cards}
    built = {*learner.buildings, *other.buildings, *(stack.top for stack in stacks)}
    position = Position(
        phase=Phase.PLACEMENT,
        round=9,
        start_player=LEARNER,
        turn=LEARNER,
        players=(learner, other),
        slots=slots,
        unseen_cards=tuple(card for card in ALL_CARDS if card not in known),
        stacks=stacks,
        unseen_buildings=tuple(tile for tile in ALL_BUILDINGS if tile not in built),
        decision=None,
        owing=(0, 0),
    )
    origin = Origin(GAME, sequence=1, hash="0" * 64)
    chance = SealedChance(LAST_SEED)
    return start_from(_seated(LAST_SEED), origin, position, chance).state


def scene_position(step: int) -> ScenePosition:
    """Return the position of a scene by its number."""
    return scene_positions()[step - 1]


def wanted_commands(step: int) -> tuple[Command, ...]:
    """Return the decision that a scene waits for, or () if the learner only reads."""
    return _commands(SCENES[step - 1].wanted)


def _commands(wanted: str) -> tuple[Command, ...]:
    return tuple(map(notation.from_text, filter(None, wanted.split(", "))))


def judge_lesson(step: int, command: Command | Orders) -> LessonAnswer:
    """
    Compare a decision of the learner with the one that a scene waits for.

    If several uses are given at once only those count that the scene is about, because
    a lesson goes step by step. Raise IllegalMove for what the rules forbid, as in any
    game.
    """
    wanted = wanted_commands(step)
    if isinstance(command, tuple):
        first = {order for step_of in command[: len(wanted)] for order in step_of}
        return LessonAnswer.RIGHT if first == {*wanted} else LessonAnswer.TOO_EARLY
    if (command,) == wanted:
        return LessonAnswer.RIGHT
    decide(scene_position(step).state, LEARNER, command, SealedChance(SEED))
    if len(wanted) > 1:
        return LessonAnswer.ONE_BY_ONE if command in wanted else LessonAnswer.TOO_EARLY
    return _kind_of_mistake(command, wanted[0])


def _kind_of_mistake(command: Command, wanted: Command) -> LessonAnswer:
    place = getattr(wanted, "place", None)
    if getattr(command, "place", place) is not place:
        is_use = isinstance(wanted, UsePlace)
        return LessonAnswer.TOO_EARLY if is_use else LessonAnswer.OTHER_CHOICE
    match wanted, command:
        case PlacePeople(), _:
            return LessonAnswer.OTHER_NUMBER
        case Build(), Build():
            return LessonAnswer.OTHER_PAYMENT
        case (BuyCard(), BuyCard()) | (Feed(), Feed()):
            return LessonAnswer.DEARER
        case PickDie(), PickDie():
            return LessonAnswer.OTHER_CHOICE
    return LessonAnswer.LEFT_OUT
