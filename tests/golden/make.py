"""Play the golden games: whole games as logs, one event per line.

    python -m tests.golden.make

Golden games are never made again, only added: they prove that a game stored today will
still replay when the engine has changed. A game whose file is there is left alone (so
one is made anew only where its file was removed); to add one, add a recipe here and its
result to tests/core/test_golden.py.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from stoneage_core import (
    GameState,
    SealedChance,
    TieBreak,
    awaited,
    commitment,
    create,
    decide,
    expire,
    join,
    replay,
    start,
)
from stoneage_core.autopilot import choose
from stoneage_core.engine import start_from
from stoneage_core.events.base import Event
from stoneage_core.events.setup import Origin
from stoneage_core.record import log
from stoneage_core.simulation import Policy, random_policy
from stoneage_core.state import EndReason
from stoneage_core.terms import Terms
from tests.core.beaconed import whole_game

from . import conducted

BEACON = "2-players-agreed"
FOLDER = Path(__file__).parent
WHAT_IF = "3-players-what-if"


class Recipe(NamedTuple):
    """One golden game: who plays it, and how it must end."""

    name: str
    cast: str  # a letter for each player: s for autopilot, r for random choices
    ends: EndReason
    tie_break: TieBreak = TieBreak.SEQUENTIAL
    first_player: int | None = None
    lost_time: float = 0.0  # how often a decision is left to the clock
    dice_at_own_turn: bool = False


RECIPES = (
    Recipe("2-players-no-cards", "ss", EndReason.NO_CARDS),
    Recipe("2-players-no-buildings", "sr", EndReason.NO_BUILDINGS, TieBreak.SUM),
    Recipe("3-players-no-cards", "srs", EndReason.NO_CARDS, TieBreak.SUM, 2),
    Recipe("3-players-no-buildings", "sss", EndReason.NO_BUILDINGS),
    Recipe("4-players-no-cards", "rsss", EndReason.NO_CARDS),
    Recipe("4-players-no-buildings", "ssss", EndReason.NO_BUILDINGS, first_player=1),
    Recipe("4-players-lost-time", "srsr", EndReason.NO_BUILDINGS, lost_time=0.1),
    Recipe("4-players-own-turn", "srss", EndReason.NO_BUILDINGS, dice_at_own_turn=True),
)


def play(recipe: Recipe, number: int) -> list[Event]:
    """Play a recipe with the seed of this ``number``."""
    seed = sha256(f"{recipe.name} {number}".encode()).digest()
    chance, dice = SealedChance(seed), Random(seed)
    events = opening(recipe, seed, chance)
    state = replay(events)
    policies = [
        choose if letter == "s" else random_policy(dice) for letter in recipe.cast
    ]
    while asked := sorted(awaited(state)):
        player = dice.choice(asked)
        came = decided(recipe, state, player, policies, dice, chance)
        events += came
        state = replay(came, state)
    return events


def opening(recipe: Recipe, seed: bytes, chance: SealedChance) -> list[Event]:
    """Create the game; all join, and it starts."""
    events = list(
        create(
            game=recipe.name,
            commitment=commitment(seed),
            terms=Terms(
                len(recipe.cast),
                first_player=recipe.first_player,
                tie_break=recipe.tie_break,
                dice_at_own_turn=recipe.dice_at_own_turn,
            ),
            chance=chance,
        ).events
    )
    for player in range(len(recipe.cast)):
        events += join(replay(events), player, chance).events
    events += start(replay(events), chance).events
    return events


def decided(
    recipe: Recipe,
    state: GameState,
    player: int,
    policies: Sequence[Policy],
    dice: Random,
    chance: SealedChance,
) -> tuple[Event, ...]:
    """One decision, or what comes of making none in time."""
    if dice.random() < recipe.lost_time:
        return expire(state, player, chance).events
    return decide(state, player, policies[player](state, player), chance).events


def ending_as_it_must(recipe: Recipe) -> Iterator[list[Event]]:
    """The games of a recipe that end as it says, in order of their seeds."""
    for number in count():
        events = play(recipe, number)
        if replay(events).end_reason is recipe.ends:
            yield events


def play_what_if() -> list[Event]:
    """autopilot play on from the middle of another golden game, to another end."""
    past = log.load((FOLDER / "3-players-no-buildings.jsonl").read_text("utf-8"))
    middle = next(n for n in count(300) if awaited(replay(past[:n])))
    seed = sha256(WHAT_IF.encode()).digest()
    chance = SealedChance(seed)
    created = create(
        game="whatif", commitment=commitment(seed), terms=Terms(3), chance=chance
    )
    events = list(created.events)
    for player in range(3):
        events += join(replay(events), player, chance).events
    origin = Origin("another", middle, sha256(b"its record").hexdigest())
    position = replay(past[:middle]).position
    events += start_from(replay(events), origin, position, chance).events
    state = replay(events)
    while asked := sorted(awaited(state)):
        came = decide(state, asked[0], choose(state, asked[0]), chance)
        events += came.events
        state = came.state
    return events


def main() -> None:
    for recipe in RECIPES:
        keep(recipe.name, partial(next, ending_as_it_must(recipe)))
    keep(WHAT_IF, play_what_if)
    keep(conducted.AGREED, conducted.play_until_agreed)
    keep(conducted.DRAWN, conducted.play_until_drawn)
    keep(conducted.DECIDED, conducted.play_until_decided)
    keep(conducted.GIVEN_TIME, conducted.play_with_given_time)
    keep(conducted.CANCELLED, conducted.call_off)
    keep(BEACON, lambda: whole_game().events)
    keep(conducted.RESTORED, conducted.restore)


def keep(name: str, made: Callable[[], Sequence[Event]]) -> None:
    """Write a golden game down, unless it is there."""
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        path.write_text(log.dump(made()), "utf-8")


if __name__ == "__main__":
    main()
