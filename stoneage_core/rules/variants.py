"""House rules: a function for each rule that tables can change.

Each function asks the terms of the table. House rules are in no other file of the
rules. A function without a variant has the rule of the book.
"""

from stoneage_core.chance import DrawKind
from stoneage_core.components.places import CARD_SLOTS, Place
from stoneage_core.events.purchases import DiceForAllRolled
from stoneage_core.events.rounds import CardRevealed, CardsSlid
from stoneage_core.rules.draft import Draft
from stoneage_core.state import EndReason, GameState
from stoneage_core.terms import Terms, TieBreak


def first_start_player(draft: Draft) -> int:
    """Return the first start player: the host's choice, or drawn (rules: set-up)."""
    chosen = draft.state.terms.first_player
    if chosen is not None:
        return chosen
    return draft.pick(DrawKind.START_PLAYER, tuple(range(draft.state.player_count)))


def next_start_player(state: GameState) -> int:
    """Return the next start player: the one to the left (rules: new round)."""
    return (state.start_player + 1) % state.player_count


def refill_cards(draft: Draft) -> None:
    """Slide the cards to the cheap end in their order, and fill the empty slots."""
    slots = draft.state.slots
    left = tuple(card for card in slots if card is not None)
    slid = left + (None,) * (len(slots) - len(left))
    if slid != slots:
        draft.record(CardsSlid(slid))
    reveal_cards(draft)


def reveal_cards(draft: Draft) -> None:
    """Fill the empty slots with cards of the next round, from the cheap end."""
    following = draft.state.round + 1
    for place in CARD_SLOTS:
        if draft.state.slots[place.index] is None:
            unseen = draft.state.unseen_cards
            card = draft.pick(DrawKind.CARD, unseen, following, place=place)
            draft.record(CardRevealed(place, card))


def roll_dice_for_all(draft: Draft, player: int, place: Place) -> None:
    """
    Roll a die for each player (rules: dice for all).

    If the table picks at the players' own turns, only the taker picks now. With two
    players the other one always gets the last die at once.
    """
    count = draft.state.player_count
    dice = draft.roll(DrawKind.DICE_FOR_ALL, player, place, count)
    at_own_turn = draft.state.terms.dice_at_own_turn and count > 2
    draft.record(DiceForAllRolled(player, place, dice, at_own_turn))


def end_reason(state: GameState) -> EndReason | None:
    """Return why the game ends after this round, or None; empty stacks come first."""
    if any(not stack.left for stack in state.stacks):
        return EndReason.NO_BUILDINGS
    if state.slots.count(None) > len(state.unseen_cards):
        return EndReason.NO_CARDS
    return None


def break_ties(worths: tuple[int, ...], terms: Terms) -> tuple[int, ...]:
    """Return what breaks ties, given food track, tools and people (final scoring)."""
    match terms.tie_break:
        case TieBreak.SEQUENTIAL:
            return worths
        case TieBreak.SUM:
            return (sum(worths),)
