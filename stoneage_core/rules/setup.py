"""Before the first round: creating, joining, setting up the board (rules: set-up)."""

from stoneage_core.components.places import BUILDING_STACKS
from stoneage_core.errors import Code, IllegalMove, Irregular
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.events.service import RulesChanged
from stoneage_core.events.setup import (
    GameCreated,
    GameStarted,
    Origin,
    PlayerJoined,
    PlayerWithdrew,
    PositionSetUp,
)
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.purchases import reveal_building
from stoneage_core.rules.soundness import is_sound
from stoneage_core.rules.variants import first_start_player, reveal_cards
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.state import GameState, Phase, Position
from stoneage_core.terms import check_terms


def create_game(draft: Draft, created: GameCreated) -> None:
    """Create a game; raise Refusal for bad terms, Irregular for unknown rules."""
    require_known(created.rules_version)
    check_terms(created.terms)
    draft.record(created)


def change_rules(draft: Draft, changed: RulesChanged) -> None:
    """Switch to the next version of the rules; raise Irregular for any other."""
    require_known(changed.version)
    if changed.version != draft.state.rules_version + 1:
        raise Irregular("each version of the rules follows the one before it")
    draft.record(changed)


def require_known(version: int) -> None:
    """Raise Irregular if a version of the rules is unknown."""
    if not 1 <= version <= RULES_VERSION:
        raise Irregular(
            "it goes by rules version {version}, not known here", version=version
        )


def join_game(draft: Draft, joined: PlayerJoined) -> None:
    """Let a player join; raise IllegalMove if they have joined, or for no such seat."""
    state = draft.state
    if joined.player not in range(state.player_count):
        english = _("there’s no player {number} in this game")
        raise IllegalMove(Code.WRONG_NUMBER, english, number=joined.player + 1)
    if state.phase is not Phase.INVITATION or state.has_joined(joined.player):
        raise IllegalMove(Code.ALREADY_JOINED, "you’re in this game already")
    draft.record(joined)


def free_seat(draft: Draft, withdrew: PlayerWithdrew) -> None:
    """Let a player leave; raise IllegalMove if the game is about to start."""
    state = draft.state
    if state.phase is not Phase.INVITATION or state.is_full:
        raise IllegalMove(Code.STARTED)
    if not state.has_joined(withdrew.player):
        raise IllegalMove(Code.INVALID, _("you haven’t joined this game"))
    draft.record(withdrew)


def require_ready(state: GameState) -> None:
    """Raise IllegalMove unless all have joined and no beacon round is awaited."""
    is_gathered = state.phase is Phase.INVITATION and state.is_full
    if not is_gathered or waits_for_beacon(state):
        raise IllegalMove(Code.WRONG_PHASE)


def set_up_position(draft: Draft, origin: Origin, position: Position) -> None:
    """Set up a position; raise IllegalMove if it cannot be played on."""
    if len(position.players) != draft.state.player_count:
        english = _("that position is one of a game for {count}")
        count = len(position.players)
        raise IllegalMove(Code.WRONG_NUMBER, english, count=count)
    draft.record(PositionSetUp(origin, position))
    is_played = position.phase not in {Phase.INVITATION, Phase.ENDED}
    if not (is_played and is_sound(draft.state)):
        raise IllegalMove(Code.WRONG_PHASE, "no game goes on from that position")


def set_up(draft: Draft) -> None:
    players = tuple(range(draft.state.player_count))
    start_player = first_start_player(draft)
    draft.record(GameStarted(start_player))
    reveal_cards(draft)
    for place in BUILDING_STACKS[: len(players)]:
        reveal_building(draft, place)
    draft.record(RoundStarted(1, start_player))
