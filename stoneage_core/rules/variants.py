"""
The points of the rules at which tables may differ: a function for each.

Each asks the terms of the table. A house rule is written here and nowhere else in the
rules; a point that has no variant yet is the rule of the book.
"""

from stoneage_core.chance import DrawKind
from stoneage_core.components.places import CARD_SLOTS, Place
from stoneage_core.events.purchases import DiceForAllRolled
from stoneage_core.events.rounds import CardRevealed, CardsSlid
from stoneage_core.rules.draft import Draft
from stoneage_core.state import EndReason, GameState
from stoneage_core.terms import Terms, TieBreak


def first_start_player(draft: Draft) -> int:
    """Return who starts the first round: chosen by the host, or drawn (set-up)."""
    chosen = draft.state.terms.first_player
    if chosen is not None:
        return chosen
    return draft.pick(DrawKind.START_PLAYER, tuple(range(draft.state.player_count)))


def next_start_player(state: GameState) -> int:
    """Return who starts the next round: the marker goes to the left (new round)."""
    return (state.start_player + 1) % state.player_count


def refill_cards(draft: Draft) -> None:
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


def roll_dice_for_all(draft: Draft, player: int, place: Place) -> None:
    """
    Roll a die for each player, of which all pick at once (dice for all).

    If a table picks at one's own turn, the taker alone picks now. Of two players the
    other gets the die that is left at once in any case.
    """
    count = draft.state.player_count
    dice = draft.roll(DrawKind.DICE_FOR_ALL, player, place, count)
    at_own_turn = draft.state.terms.dice_at_own_turn and count > 2
    draft.record(DiceForAllRolled(player, place, dice, at_own_turn))


def end_reason(state: GameState) -> EndReason | None:
    """Return why the game ends after this round; an empty stack is checked first."""
    if any(not stack.left for stack in state.stacks):
        return EndReason.NO_BUILDINGS
    if state.slots.count(None) > len(state.unseen_cards):
        return EndReason.NO_CARDS
    return None


def break_ties(worths: tuple[int, ...], terms: Terms) -> tuple[int, ...]:
    """
    Return what equal scores are told apart by, compared in turn (final scoring).

    ``worths`` are a tribe's food track, tools and people.
    """
    match terms.tie_break:
        case TieBreak.SEQUENTIAL:
            return worths
        case TieBreak.SUM:
            return (sum(worths),)
