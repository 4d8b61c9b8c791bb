"""The beginning of a game: creating it, joining, and starting."""

from msgspec import UNSET, UnsetType

from stoneage_core import flow
from stoneage_core.chance import Chance
from stoneage_core.events.setup import Bot, GameCreated, Origin, PlayerJoined
from stoneage_core.rules import setup
from stoneage_core.rules.draft import Decision, Draft
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.state import INITIAL, GameState, Position
from stoneage_core.terms import Terms


def create(*, game: str, commitment: str, terms: Terms, chance: Chance) -> Decision:
    """
    Create a game with the name ``game``.

    If the terms have a beacon, the game waits for ``engine.take_beacon`` before its
    draws. Raise Refusal for terms that no table can have.
    """
    draft = Draft(INITIAL, chance)
    created = GameCreated(game, commitment, RULES_VERSION, terms)
    setup.create_game(draft, created)
    return draft.decision()


def join(
    state: GameState,
    player: int,
    chance: Chance,
    *,
    bot: Bot | None = None,
    program: str | UnsetType = UNSET,
) -> Decision:
    """
    Let a player join.

    Raise IllegalMove if the player has joined already or the seat does not exist.
    """
    draft = Draft(state, chance)
    setup.join_game(draft, PlayerJoined(player, bot, program))
    return draft.decision()


def start(state: GameState, chance: Chance) -> Decision:
    """Start a game; raise IllegalMove if a seat is free or its beacon is awaited."""
    setup.require_ready(state)
    draft = Draft(state, chance)
    flow.go_on(draft)
    return draft.decision()


def start_from(
    state: GameState, origin: Origin, position: Position, chance: Chance
) -> Decision:
    """
    Start a game from a position of another game.

    Raise IllegalMove as :func:`start` does, and if the position cannot be played on.
    """
    setup.require_ready(state)
    draft = Draft(state, chance)
    setup.set_up_position(draft, origin, position)
    return draft.decision()
