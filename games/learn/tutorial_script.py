"""The recorded game of the tutorial: its seed, its moves, and every position in it.

It is pure: the engine plays it again, so that it is always legal.
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
from stoneage_core.commands import Build, BuyCard, Command, PlacePeople, UsePlace
from stoneage_core.events.base import Event
from stoneage_core.orders import Orders
from stoneage_core.terms import Terms

LEARNER, OTHER = 0, 1
PLAYERS = 2
GAME = "tutorial"

#: Found by search: a card with much food on slot 1, a building of any price on stack 2,
#: and a roll in the forest that lacks one pip.
SEED = bytes.fromhex("a75f8598cdf0c068b426db001dda25867a318d970ad9fa0b66c79aa3261a9d92")


class Scene(NamedTuple):
    """What the learner has to do, and what the other player does after it."""

    wanted: str
    replies: tuple[str, ...] = ()


SCENES = (
    Scene("forest 2", ("hut 2",)),
    Scene("tool maker", ("clay pit 2",)),
    Scene("card 1", ("hunting grounds 1",)),
    Scene("building 2"),
    Scene("use tool maker"),
    Scene("use forest"),
    Scene("tools 1"),
    Scene("buy 1 wood"),
    Scene("build 2 wood wood wood", ("use hut", "use clay pit", "field")),
)

#: Scenes are numbered from 1. After the last of them comes the outlook.
LAST = len(SCENES)
OUTLOOK = LAST + 1


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
    OTHER_PLACE = "other place"


@cache
def scene_positions() -> tuple[ScenePosition, ...]:
    """Play the recorded game. Return the position of each scene, and of the outlook."""
    chance = SealedChance(SEED)
    terms = Terms(PLAYERS, first_player=LEARNER)
    seal = commitment(SEED)
    state = create(game=GAME, commitment=seal, terms=terms, chance=chance).state
    for player in range(PLAYERS):
        state = join(state, player, chance).state
    state = start(state, chance).state
    played = [ScenePosition(state, ())]
    for scene in SCENES:
        happened: list[Event] = []
        said = ((LEARNER, scene.wanted), *((OTHER, text) for text in scene.replies))
        for player, text in said:
            events, state = decide(state, player, notation.from_text(text), chance)
            happened += events
        played.append(ScenePosition(state, tuple(happened)))
    return tuple(played)


def scene_position(step: int) -> ScenePosition:
    """Return the position of a scene by its number, or of the outlook."""
    return scene_positions()[step - 1]


def wanted_command(step: int) -> Command:
    return notation.from_text(SCENES[step - 1].wanted)


def judge_lesson(step: int, command: Command | Orders) -> LessonAnswer:
    """
    Compare a decision of the learner with the one that a scene waits for.

    If several uses are given at once only the first counts, because a lesson goes step
    by step. Raise IllegalMove for what the rules forbid, as in any game.
    """
    wanted = wanted_command(step)
    if isinstance(command, tuple):
        is_first = command[:1] == ((wanted,),)
        return LessonAnswer.RIGHT if is_first else LessonAnswer.OTHER_PLACE
    if command == wanted:
        return LessonAnswer.RIGHT
    decide(scene_position(step).state, LEARNER, command, SealedChance(SEED))
    return _kind_of_mistake(command, wanted)


def _kind_of_mistake(command: Command, wanted: Command) -> LessonAnswer:
    place = getattr(wanted, "place", None)
    if getattr(command, "place", place) is not place:
        is_use = isinstance(wanted, UsePlace)
        return LessonAnswer.TOO_EARLY if is_use else LessonAnswer.OTHER_PLACE
    if isinstance(wanted, PlacePeople):
        return LessonAnswer.OTHER_NUMBER
    if isinstance(wanted, BuyCard | Build) and type(command) is type(wanted):
        return LessonAnswer.OTHER_PAYMENT
    return LessonAnswer.LEFT_OUT
