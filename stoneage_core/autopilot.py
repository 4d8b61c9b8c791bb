"""Autopilot decides for absent players, by the learned weights and without searching.

It is deterministic, so a verifier decides again what it decided. How it decides belongs
to the rules of a game: ``RULES`` has the weights of each version of the rules.
"""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.careful import leaves_enough, tools_before_rolls
from stoneage_core.components.places import Place
from stoneage_core.errors import Irregular
from stoneage_core.model import ESTIMATES, deciding
from stoneage_core.model import layout as at
from stoneage_core.model.appraising import APPRAISALS, promise
from stoneage_core.model.boards import board_of, command_of_move
from stoneage_core.model.styles import find_weights
from stoneage_core.state import GameState, Phase, Question


class AutopilotRule(Struct, frozen=True):
    """
    How autopilot decides.

    ``weights`` is their digest in ``model/weights.json``. ``estimates`` is the version
    of the model that decides by them.
    """

    weights: str
    estimates: int


#: By the version of the rules from which on it holds.
RULES = {1: AutopilotRule(weights="b6ef7edd7e5f61ea", estimates=1)}


def is_repeatable(state: GameState) -> bool:
    """Return whether this program still has the model that decides in a position."""
    return _rule_of(state).estimates == ESTIMATES


def choose(state: GameState, player: int, *, cautious: bool = False) -> c.Command:
    """
    Return what autopilot decides for an awaited player.

    A ``cautious`` autopilot makes single decisions for a player who may be back for the
    next one. It decides as if the tribe had no one-use tools, and uses the open card
    only against hunger.
    """
    if state.question is Question.USE:
        for card in tools_before_rolls(state, player):
            if leaves_enough(state, player, card.place, card.payment):
                return card
    board = board_of(state)
    if cautious:
        tribe = at.TRIBES + player * at.TRIBE
        board[tribe + at.ONCE : tribe + at.ONCE + 3] = [0, 0, 0]
        if state.phase is not Phase.FEEDING:
            board[tribe + at.ANY] = 0
    weights = _weights_of(_rule_of(state).weights, state.player_count)
    move = deciding.decide(board, player, weights, _appraisals())
    return command_of_move(state, player, move)


def order_choices(
    state: GameState, player: int, choices: Sequence[c.Command]
) -> tuple[c.Command, ...]:
    """
    Return legal choices of an awaited player, sorted by autopilot's preference.

    Its own choice comes first, then the best placement at each other place, then all
    other placements. For other decisions the rest keeps its order.
    """
    own = choose(state, player)
    if state.question is not Question.PLACE:
        return tuple(sorted(choices, key=lambda choice: choice != own))
    board = board_of(state)
    weights = _weights_of(_rule_of(state).weights, state.player_count)

    def dislike(choice: c.PlacePeople) -> tuple[bool, float]:
        where = choice.place.number, choice.people
        return choice != own, -promise(board, player, *where, weights, _appraisals())

    sendings = [choice for choice in choices if isinstance(choice, c.PlacePeople)]
    others = [choice for choice in choices if not isinstance(choice, c.PlacePeople)]
    liked = sorted(sendings, key=dislike)
    best: dict[Place, c.PlacePeople] = {}
    for choice in liked:
        best.setdefault(choice.place, choice)
    rest = [choice for choice in liked if choice is not best[choice.place]]
    return (*best.values(), *rest, *others)


def _rule_of(state: GameState) -> AutopilotRule:
    # Analyses also decide in positions that are of no game, and have no version.
    version = max(1, state.rules_version)
    return RULES[max(since for since in RULES if since <= version)]


@cache
def _weights_of(digest: str, players: int) -> list[float]:
    """Return the weights of all seats; raise Irregular if they are unknown."""
    style = find_weights(digest)
    if style is None:
        raise Irregular("the weights {digest} are unknown", digest=digest)
    return style.row(players) * players


def _appraisals() -> list[float]:
    return [0.0] * 4 * APPRAISALS
