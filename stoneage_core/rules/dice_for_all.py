"""Each player picks a die, from the taker clockwise (rules: dice for all)."""

from collections.abc import Iterator

from stoneage_core.commands import PickDie
from stoneage_core.components.cards import DIE_RESOURCES, DIE_TOOL
from stoneage_core.components.resources import one
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.purchases import DiePicked, ResourcesGained
from stoneage_core.rules import village
from stoneage_core.rules.draft import Draft
from stoneage_core.state import DiceDecision, GameState


def legal(state: GameState) -> Iterator[PickDie]:
    """Yield a pick for each different face that lies ready, lowest first."""
    for face in sorted(set(open_dice(state).dice)):
        yield PickDie(face)


def pick_die(draft: Draft, player: int, command: PickDie) -> None:
    """Take a die and what it stands for."""
    face = command.face
    if face not in open_dice(draft.state).dice:
        raise IllegalMove(Code.NO_SUCH_DIE, "no die shows {face}", face=face)
    draft.record(DiePicked(player, face))
    if face in DIE_RESOURCES:
        draft.record(ResourcesGained(player, one(DIE_RESOURCES[face])))
    elif face == DIE_TOOL:
        village.make_tool(draft, player, None)
    else:
        village.raise_food_track(draft, player, None)


def open_dice(state: GameState) -> DiceDecision:
    """Return the dice that wait to be picked."""
    assert isinstance(state.decision, DiceDecision)
    return state.decision
