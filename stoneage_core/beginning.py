"""The beginning of a game: it is created, all join, and it starts."""

from msgspec import UNSET, UnsetType

from stoneage_core import flow
from stoneage_core.chance import Chance
from stoneage_core.events.setup import Bot, GameCreated, Origin, PlayerJoined
from stoneage_core.rules import setup
from stoneage_core.rules.draft import Decision, Draft
from stoneage_core.state import INITIAL, GameState, Position
from stoneage_core.terms import Terms


def create(*, game: str, commitment: str, terms: Terms, chance: Chance) -> Decision:
    """
    Decide the first event of a stream, of the name ``game``.

    With a beacon the game stands still before its draws, until ``engine.take_beacon``.
    Raise Refusal for terms that no table can have.
    """
    draft = Draft(INITIAL, chance)
    created = GameCreated(game, commitment, setup.RULES_VERSION, terms)
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

    Raise IllegalMove if the player has joined before, and for a seat that is not there.
    """
    draft = Draft(state, chance)
    setup.join_game(draft, PlayerJoined(player, bot, program))
    return draft.decision()


def start(state: GameState, chance: Chance) -> Decision:
    """
    Start a game that all have joined and that has no beacon to wait for.

    Raise IllegalMove if somebody has not joined, and if the game waits for its beacon.
    """
    setup.require_ready(state)
    draft = Draft(state, chance)
    flow.go_on(draft)
    return draft.decision()


def start_from(
    state: GameState, origin: Origin, position: Position, chance: Chance
) -> Decision:
    """
    Start a game that all have joined where another one stood.

    Raise IllegalMove as :func:`start` does, and for a position that nobody can play on.
    """
    setup.require_ready(state)
    draft = Draft(state, chance)
    setup.set_up_position(draft, origin, position)
    return draft.decision()
