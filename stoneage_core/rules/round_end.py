"""The end of a round and of the game (rules: new round, the end)."""

from stoneage_core.chance import DrawKind
from stoneage_core.components.places import CARD_SLOTS
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.rounds import (
    CardRevealed,
    CardsSlid,
    FinalScored,
    GameEnded,
    RoundStarted,
)
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.scoring import final_score, ranks
from stoneage_core.state import EndReason, GameState


def end_reason(state: GameState) -> EndReason | None:
    """Return why the game ends after this round; an empty stack is checked first."""
    if any(not stack.left for stack in state.stacks):
        return EndReason.NO_BUILDINGS
    if state.slots.count(None) > len(state.unseen_cards):
        return EndReason.NO_CARDS
    return None


def end_game(draft: Draft, reason: EndReason) -> None:
    """
    Score all tribes, rank them and reveal the seed; nothing counts if called off.

    Where the staff ended the game the seed stays sealed: they may go back on it.
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
    return ranks(state.players, state.terms.tie_break)


def start_round(draft: Draft) -> None:
    """Slide and refill the cards and pass the start player marker to the left."""
    _refill_cards(draft)
    state = draft.state
    start_player = (state.start_player + 1) % state.player_count
    draft.record(RoundStarted(state.round + 1, start_player))


def _refill_cards(draft: Draft) -> None:
    """Move the cards left to the cheap end, keeping their order; fill the rest."""
    slots = draft.state.slots
    left = tuple(card for card in slots if card is not None)
    slid = left + (None,) * (len(slots) - len(left))
    if slid != slots:
        draft.record(CardsSlid(slid))
    reveal_cards(draft)


def reveal_cards(draft: Draft) -> None:
    """Fill the empty slots from the cheap end, for the round to come."""
    following = draft.state.round + 1
    for place in CARD_SLOTS:
        if draft.state.slots[place.index] is None:
            unseen = draft.state.unseen_cards
            card = draft.pick(DrawKind.CARD, unseen, following, place=place)
            draft.record(CardRevealed(place, card))
