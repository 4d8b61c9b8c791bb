"""Orders that buy as text, without their verb, and back again.

card 2 wood brick, card 2 cheapest, nothing    the first payment that is possible
building 1 most, card 3                        without a payment: the cheapest

A number alone is a card behind ``buy`` and a building behind ``build``; a payment alone
is one more for the place before it. ``nothing`` or ``leave`` ends the list.
"""

from stoneage_core import notation
from stoneage_core.commands import Build, BuyCard
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.places import Place, PlaceKind, place_in_words
from stoneage_core.components.resources import NOTHING, Resource, Resources
from stoneage_core.errors import InvalidCommand
from stoneage_core.payments import PLACE_ASKS, price_of
from stoneage_core.phrases import Spelling
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.purchases import CARD_PRICES
from stoneage_core.standing.alternatives import (
    read_alternatives,
    refuse,
    split_alternatives,
)
from stoneage_core.standing.orders import Budget, Purchase, PurchaseOrder

NOTHING_ELSE = "nothing"

_LEAVING = (NOTHING_ELSE, "leave")
_KIND_OF_VERB = {"buy": "card", "build": "building"}
_KINDS = tuple(_KIND_OF_VERB.values())
_PAYMENTS = frozenset((*Budget, *Resource))


def purchase_order_text(order: PurchaseOrder) -> str:
    """Return the one spelling of an order's alternatives."""
    texts = [purchase_text(purchase) for purchase in order.purchases]
    return ", ".join([*texts, NOTHING_ELSE] if order.else_leave else texts)


def purchase_text(purchase: Purchase) -> str:
    """Return 'card 2 wood brick' or 'building 1 cheapest'."""
    payment = purchase.payment
    if isinstance(payment, Resources):
        return f"{purchase.place.label} {notation.spell_pieces(payment)}"
    return f"{purchase.place.label} {payment}"


def read_purchase_order(verb: str, text: str) -> PurchaseOrder:
    """Read the alternatives behind ``verb``, or raise InvalidCommand."""
    texts = split_alternatives(text)
    else_leave = texts[-1:] != [] and texts[-1] in _LEAVING
    named = _in_full(verb, texts[:-1] if else_leave else texts)
    return PurchaseOrder(read_alternatives(named, _read_purchase), else_leave)


def _in_full(verb: str, texts: list[str]) -> list[str]:
    """Give each alternative its place: by its verb, or that of the one before it."""
    named: list[str] = []
    place = ""
    for text in texts:
        words = text.split()
        kind = _KIND_OF_VERB[verb]
        if words[0] in _KIND_OF_VERB:
            kind = _KIND_OF_VERB[words.pop(0)]
        if words and words[0] in _KINDS:
            kind = words.pop(0)
        elif words and words[0] in _PAYMENTS and place:
            named.append(" ".join([place, *words]))
            continue
        place = " ".join([kind, *words[:1]])
        named.append(" ".join([kind, *words]))
    return named


def _read_purchase(text: str) -> Purchase:
    """Read 'card 2 wood brick': what is bought, and the payment if there is one."""
    words = text.split()
    budget = next((way for way in Budget if words[2:] == [way]), None)
    command = _read_command(text, words[:2] if budget else words)
    if budget is not None or command.payment == NOTHING:
        return Purchase(command.place, budget or Budget.CHEAPEST)
    _require_price(command.place, command.payment)
    return Purchase(command.place, command.payment)


def _read_command(text: str, words: list[str]) -> BuyCard | Build:
    try:
        command = notation.from_text(" ".join(["buy", *words]))
    except InvalidCommand:
        english = _("“{text}” can’t be bought; try, for example, “{example}”")
        example = Spelling("card 2 wood brick")
        refuse(english, text=Spelling(text), example=example)
    assert isinstance(command, BuyCard | Build), "that is what “buy” reads as"
    return command


def _require_price(place: Place, payment: Resources) -> None:
    """Refuse what is never paid there; what a building asks is not known beforehand."""
    if place.kind is PlaceKind.CARD:
        demand = CARD_PRICES[place.index]
        if not demand.accepts(payment):
            refuse(PLACE_ASKS, place=place_in_words(place), demand=demand.phrase())
    elif not any(price_of(tile).accepts(payment) for tile in BUILDINGS.values()):
        refuse(_("no building asks for {payment}"), payment=payment.words())
