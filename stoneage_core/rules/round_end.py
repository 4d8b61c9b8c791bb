"""The end of a round and of the game (rules: new round, the end)."""

from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.rounds import (
    FinalScored,
    GameEnded,
    RoundStarted,
)
from stoneage_core.rules import variants
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.scoring import final_score, ranks
from stoneage_core.state import EndReason, GameState


def end_game(draft: Draft, reason: EndReason) -> None:
    """
    Score and rank all tribes, and reveal the seed.

    A game that is called off is not scored. If the staff ended the game, the seed stays
    sealed, because they can still reverse that.
    """
    if reason is not EndReason.CALLED_OFF:
        for player in range(draft.state.player_count):
            draft.record(FinalScored(player, final_score(draft.tribe(player))))
    draft.record(GameEnded(reason, _ranking(draft.state, reason)))
    if not reason.is_by_staff:
        draft.record(SeedRevealed(draft.seed()))


def _ranking(state: GameState, reason: EndReason) -> tuple[int, ...]:
    if reason is EndReason.CALLED_OFF:
        return ()
    if reason is EndReason.DRAWN:
        return (1,) * state.player_count
    return ranks(state.players, state.terms)


def start_round(draft: Draft) -> None:
    """Slide and refill the cards, and pass the start player marker to the left."""
    variants.refill_cards(draft)
    start_player = variants.next_start_player(draft.state)
    draft.record(RoundStarted(draft.state.round + 1, start_player))
