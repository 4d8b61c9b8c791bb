"""The only writer of state: one event in, the next state out. It holds no rule."""

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from stoneage_core import events as e
from stoneage_core.errors import Code, CorruptStream
from stoneage_core.evolvers import game, tribes
from stoneage_core.match_events import GameRestored, MatchEvent, Return
from stoneage_core.state import GameState

#: What never changes a position, but GameRestored what is drawn. Going back does, and
#: takes more than the last state.
MATCH_EVENTS = frozenset(get_args(MatchEvent)) - frozenset(get_args(Return))


def evolve(state: GameState, event: e.Event) -> GameState:
    """
    Return the state after ``event``; raise CorruptStream if it cannot follow.

    One that goes back never can: what it goes back to is known to ``replay`` alone.
    """
    try:
        return _EVOLVERS[type(event)](state, event)
    except (LookupError, TypeError, ValueError) as error:
        raise CorruptStream(
            Code.BAD_STREAM,
            "event {sequence}, {type}, can’t follow what came before it",
            sequence=state.version + 1,
            type=type(event).__name__,
        ) from error


def go_back(present: GameState, past: GameState) -> GameState:
    """
    Return the state after an event that makes the position a past one again.

    If anything was drawn since, each round gone back over gets other draws from now on:
    what was seen of them foretells nothing. A round of the beacon that was awaited then
    may be known by now: another one is named.
    """
    redone, is_redrawn = present.redone, present.drawn_at > past.version
    if is_redrawn:
        first, last = sorted((present.round, past.round))
        redone = tuple(
            present.times_redone(number) + (first <= number <= last)
            for number in range(max(last + 1, len(redone)))
        )
    return replace(
        past,
        version=present.version + 1,
        commitment=present.commitment,
        drawn_at=present.drawn_at,
        redone=redone,
        beacon_round=0,
        is_redrawing=past.beacon is not None and (past.is_redrawing or is_redrawn),
    )


_EVOLVERS: dict[type[e.Event], Callable[..., GameState]] = {
    e.GameCreated: game.game_created,
    e.PlayerJoined: game.player_joined,
    e.SaltsRevealed: game.salts_revealed,
    e.BeaconRoundNamed: game.beacon_round_named,
    e.BeaconRevealed: game.beacon_revealed,
    e.BeaconMissed: game.beacon_missed,
    e.GameStarted: game.game_started,
    e.PositionSetUp: game.position_set_up,
    e.CardRevealed: game.card_revealed,
    e.BuildingRevealed: game.building_revealed,
    e.RoundStarted: game.round_started,
    e.PhaseStarted: game.phase_started,
    e.TurnStarted: game.turn_started,
    e.PeoplePlaced: tribes.people_placed,
    e.DiceRolled: game.dice_rolled,
    e.ToolsUsed: tribes.tools_used,
    e.GoodsGathered: tribes.goods_gathered,
    e.ToolMade: tribes.tool_made,
    e.PersonBorn: tribes.person_born,
    e.FoodTrackRaised: tribes.food_track_raised,
    e.NothingGained: tribes.went_home,
    e.CardTaken: tribes.card_taken,
    e.CardKeptOpen: tribes.card_kept_open,
    e.FoodGained: tribes.food_gained,
    e.ResourcesGained: tribes.resources_gained,
    e.PointsScored: tribes.points_scored,
    e.CardDrawn: tribes.card_drawn,
    e.DiceForAllRolled: game.dice_for_all_rolled,
    e.DiePicked: game.die_picked,
    e.ResourcesTaken: tribes.resources_taken,
    e.BuildingBuilt: tribes.building_built,
    e.ActionDeclined: tribes.went_home,
    e.FoodProduced: tribes.food_gained,
    e.FoodRanShort: tribes.food_ran_short,
    e.TribeFed: tribes.tribe_fed,
    e.TribeStarved: tribes.tribe_starved,
    e.CardsSlid: game.cards_slid,
    e.FinalScored: tribes.final_scored,
    e.GameEnded: game.game_ended,
    e.SeedRevealed: game.seed_revealed,
    **dict.fromkeys(MATCH_EVENTS, game.unchanged),
    GameRestored: game.game_restored,
}
