"""From a position to the decision that one of its players has to make."""

from games.presentation.choices.decision import AskedDecision, Entered
from games.presentation.choices.feeding import feed_decision
from games.presentation.choices.placement import placement_decision
from games.presentation.choices.rolls import die_decision, tools_decision
from games.presentation.choices.use_actions import use_decision
from games.store.caches import cached_by_language
from stoneage_core import awaited
from stoneage_core.state import GameState, Question

NOTHING_ENTERED = Entered()
#: How many decisions are kept in a process, each of some tens of kilobytes.
MOST_DECISIONS = 256


@cached_by_language(MOST_DECISIONS)
def decision_for(
    state: GameState,
    player: int,
    names: tuple[str, ...],
    entered: Entered = NOTHING_ENTERED,
) -> AskedDecision | None:
    """
    Return what ``player`` has to decide, or None when they are not awaited; kept.

    ``names`` are those of the seats; ``entered`` is what a refused form contained.
    """
    if player not in awaited(state):
        return None
    match state.question:
        case Question.PLACE:
            return placement_decision(state, player, entered, names)
        case Question.USE:
            return use_decision(state, player, entered)
        case Question.TOOLS:
            return tools_decision(state, player, entered)
        case Question.DIE:
            return die_decision(state, player, entered, names)
        case _:
            return feed_decision(state, player, entered)
