"""The open card that gives two resources of choice (rules: immediate benefits)."""

from itertools import combinations_with_replacement

from stoneage_core.commands import TakeResources
from stoneage_core.components.cards import CARDS, AnyResources
from stoneage_core.components.resources import NOTHING, Resource, one
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.purchases import ResourcesTaken
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.draft import Draft
from stoneage_core.state import GameState, Phase, Player

#: Every way to use such a card, by its id.
_TAKINGS = {
    card.id: tuple(
        TakeResources(sum(map(one, choice), start=NOTHING))
        for choice in combinations_with_replacement(Resource, card.benefit.amount)
    )
    for card in CARDS.values()
    if isinstance(card.benefit, AnyResources)
}


def legal(state: GameState, player: int) -> tuple[TakeResources, ...]:
    """Return the ways to use the open card now, or () without one."""
    return takings(state.players[player]) if may_take(state, player) else ()


def take_resources(draft: Draft, player: int, command: TakeResources) -> None:
    """Use the open card, in one's action turn or during feeding."""
    tribe = draft.tribe(player)
    card = card_for(tribe)
    if card is None or not may_take(draft.state, player):
        english = _("you have no card to turn over for resources now")
        raise IllegalMove(Code.NO_SUCH_CARD, english)
    if command not in takings(tribe):
        english = _("the card gives exactly {number} resources")
        raise IllegalMove(Code.WRONG_PAYMENT, english, number=worth(tribe))
    draft.record(ResourcesTaken(player, card, command.resources))


def may_take(state: GameState, player: int) -> bool:
    if state.phase is Phase.ACTIONS:
        return state.turn == player
    return state.phase is Phase.FEEDING


def card_for(tribe: Player) -> int | None:
    """Return the tribe's open card that gives resources, or None."""
    return next((card for card in tribe.open_cards if card in _TAKINGS), None)


def takings(tribe: Player) -> tuple[TakeResources, ...]:
    """Return every way to use the tribe's open card, or () without one."""
    card = card_for(tribe)
    return () if card is None else _TAKINGS[card]


def worth(tribe: Player) -> int:
    """Return how many resources the open card will give, 0 without one."""
    options = takings(tribe)
    return options[0].resources.total if options else 0
