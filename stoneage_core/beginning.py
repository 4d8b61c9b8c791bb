"""The beginning of a game: it is created, all join, and it starts."""

from typing import TypedDict, Unpack

from msgspec import UNSET, UnsetType

from stoneage_core import flow
from stoneage_core.chance import Chance
from stoneage_core.cryptography.beacon import Beacon
from stoneage_core.events.setup import Bot, GameCreated, Origin, PlayerJoined
from stoneage_core.rules import setup
from stoneage_core.rules.draft import Decision, Draft
from stoneage_core.state import INITIAL, GameState, Position, TieBreak


class AgreedTerms(TypedDict, total=False):
    """Terms that a table agrees on beside its rules; what is left out is not so."""

    coached: bool
    rated: bool


def create(
    *,
    game: str,
    player_count: int,
    commitment: str,
    chance: Chance,
    tie_break: TieBreak = TieBreak.SEQUENTIAL,
    first_player: int | None = None,
    beacon: Beacon | None = None,
    **agreed: Unpack[AgreedTerms],
) -> Decision:
    """
    Decide the first event of a stream.

    ``game`` names the stream, ``first_player`` is None for a drawn start player. With a
    ``beacon`` the game stands still before its draws, until ``engine.take_beacon``.
    Where it is ``coached`` its players may ask the coach; where it is ``rated`` its
    result counts for their ratings.
    Raise IllegalMove for anything but 2 to 4 players.
    """
    draft = Draft(INITIAL, chance)
    created = GameCreated(
        game,
        player_count,
        tie_break,
        commitment,
        setup.RULES_VERSION,
        first_player,
        beacon,
        coached=agreed.get("coached") or UNSET,
        rated=agreed.get("rated") or UNSET,
    )
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
