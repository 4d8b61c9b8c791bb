"""The beginning of a game: it is created, all join, and it starts."""

from typing import TypedDict, Unpack

from msgspec import UNSET, UnsetType

from stoneage_core import flow
from stoneage_core.chance import Chance
from stoneage_core.cryptography.beacon import Beacon
from stoneage_core.events.setup import Bot, GameCreated, Origin, PlayerJoined
from stoneage_core.rules import setup
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.rules.draft import Decision, Draft
from stoneage_core.state import INITIAL, GameState, Position, Salts, TieBreak


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
    salt_commitment: str,
    chance: Chance,
    *,
    own_seal: bool = False,
    bot: Bot | None = None,
    program: str | UnsetType = UNSET,
) -> Decision:
    """
    Let a player join, who is bound from now on to what they add to the dice.

    Raise IllegalMove for whoever has joined, and for a seat that is not there.
    """
    draft = Draft(state, chance)
    joined = PlayerJoined(player, salt_commitment, own_seal, bot, program)
    setup.join_game(draft, joined)
    return draft.decision()


def start(state: GameState, salts: Salts, chance: Chance) -> Decision:
    """
    Start a game that all have joined, with their salts in seat order.

    Raise IllegalMove where somebody has not joined, and for a salt to which its player
    was not bound.
    """
    draft = Draft(state, chance)
    setup.start_game(draft, salts)
    if not waits_for_beacon(draft.state):
        flow.go_on(draft)
    return draft.decision()


def start_from(
    state: GameState,
    salts: Salts,
    origin: Origin,
    position: Position,
    chance: Chance,
) -> Decision:
    """
    Start a game that all have joined where another one stood.

    Raise IllegalMove as :func:`start` does, and for a position that nobody can play on.
    """
    draft = Draft(state, chance)
    setup.set_up_position(draft, salts, origin, position)
    return draft.decision()
