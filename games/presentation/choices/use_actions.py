"""Using one's people, in any order: rolls, the village, cards and buildings."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.board import occupied_places
from games.presentation.cards import Face, face_at
from games.presentation.choices.decision import (
    AskedDecision,
    Choice,
    Entered,
    Odds,
    Pane,
    odds_of,
    takings_of,
)
from games.presentation.choices.expected_gains import ExpectedGain, gain_at
from games.presentation.choices.payments import Payment, payment_of
from stoneage_core import careful, notation
from stoneage_core.commands import Leave, UsePlace
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering, open_cards, purchases
from stoneage_core.state import GameState


@dataclass(frozen=True)
class UseAction(Pane):
    """
    What may be done with the people on one place.

    ``number`` is which of the cards or buildings it is, 0 for any other place. What
    cannot be paid for ``may_still_pay`` once an open card is turned over.
    """

    template: ClassVar[str] = "games/dock/_use.html"

    sign: str
    number: int
    people: str
    good: str = ""
    use: Choice | None = None
    odds: Odds | None = None
    odds_with_tools: Odds | None = None
    ready_tools: int = 0
    face: Face | None = None
    expected_gain: ExpectedGain | None = None
    payment: Payment | None = None
    leave: Choice | None = None
    may_still_pay: bool = False
    people_count: int = 0

    @property
    def asks(self) -> bool:
        """Whether their player chooses how to pay, or whether to leave it."""
        return self.use is None and (self.payment is None or bool(self.payment.fields))


@dataclass(frozen=True)
class OrderedUse:
    """A use in its turn; the order with it one earlier, or later, where it can be."""

    use_action: UseAction
    earlier: str
    later: str


@dataclass(frozen=True, eq=False)
class UseDecision(AskedDecision):
    """Phase 2: the order is the player's."""

    template: ClassVar[str] = "games/dock/use.html"

    use_actions: tuple[UseAction, ...]
    order: tuple[str, ...]

    @property
    def panes(self) -> tuple[UseAction, ...]:
        return self.use_actions

    @property
    def ordered(self) -> tuple[OrderedUse, ...]:
        """The uses in the order in which they are to be done."""
        by_key = {use_action.key: use_action for use_action in self.use_actions}
        return tuple(
            OrderedUse(
                by_key[key],
                earlier=_swapped(self.order, at - 1),
                later=_swapped(self.order, at),
            )
            for at, key in enumerate(self.order)
        )


def use_decision(state: GameState, player: int, entered: Entered) -> UseDecision:
    """Return what a player's people can still do in this turn."""
    places = occupied_places(state, player)
    return UseDecision(
        heading=_("Use your people"),
        takings=takings_of(state, player, entered),
        use_actions=tuple(
            _use_action(state, player, place, entered) for place in places
        ),
        order=_order(state, player, places, entered),
    )


def _order(
    state: GameState, player: int, places: tuple[Place, ...], entered: Entered
) -> tuple[str, ...]:
    """Return the order that was chosen before; what it leaves out comes last."""
    wise = careful.order_uses(state, player, places)
    keys = [str(place.value) for place in wise]
    chosen = [key for key in dict.fromkeys(entered.order) if key in keys]
    return (*chosen, *[key for key in keys if key not in chosen])


def _swapped(order: tuple[str, ...], at: int) -> str:
    """Return an order, joined by commas, where the place at ``at`` comes one later."""
    start = max(0, at)
    pair = order[start : at + 2]
    return ",".join((*order[:start], *reversed(pair), *order[at + 2 :]))


def _use_action(
    state: GameState, player: int, place: Place, entered: Entered
) -> UseAction:
    if place.kind in purchases.FOR_SALE:
        return _purchase(state, player, place, entered)
    if place.good is not None:
        return _gathering(state, player, place, place.good)
    return replace(
        _at(state, player, place),
        use=Choice(notation.to_text(UsePlace(place)), _village_verb(place)),
        expected_gain=gain_at(state, player, place),
    )


def _at(state: GameState, player: int, place: Place) -> UseAction:
    """Return a place where people stand, and nothing yet of what they may do."""
    return UseAction(
        key=str(place.value),
        label=labels.place_label(place),
        sign=labels.place_sign(place),
        number=labels.place_number(place),
        people=labels.count_people(state.players[player].on(place)),
        people_count=state.players[player].on(place),
    )


def _village_verb(place: Place) -> str:
    return {
        Place.TOOL_MAKER: _("Make a tool"),
        Place.HUT: _("Let the tribe grow"),
        Place.FIELD: _("Till the field"),
    }[place]


def _gathering(state: GameState, player: int, place: Place, good: str) -> UseAction:
    tribe = state.players[player]
    people = tribe.on(place)
    ready = sum(gathering.tool_values(tribe))
    values = {"dice": people, "good": labels.GOODS[good]}
    one, several = _("Roll 1 die for %(good)s"), _("Roll %(dice)d dice for %(good)s")
    label = one if people == 1 else several
    return replace(
        _at(state, player, place),
        good=good,
        use=Choice(notation.to_text(UsePlace(place)), label % values, icon=good),
        odds=odds_of(good, people),
        odds_with_tools=odds_of(good, people, ready) if ready else None,
        ready_tools=ready,
    )


def _purchase(
    state: GameState, player: int, place: Place, entered: Entered
) -> UseAction:
    payments, leave = None, None
    for choice in purchases.legal(state, player, place):
        if isinstance(choice, Payments):
            payments = payment_of(state, player, choice, entered)
        else:
            leave = _leave(place, entered)
    return replace(
        _at(state, player, place),
        face=face_at(state, place),
        expected_gain=gain_at(state, player, place),
        payment=payments,
        leave=leave,
        may_still_pay=payments is None and _may_still_pay(state, player, place),
    )


def _may_still_pay(state: GameState, player: int, place: Place) -> bool:
    """Whether an open card, turned over, gives what is lacking for a purchase."""
    tribe, price = state.players[player], purchases.price(state, place)
    return any(
        price.payable(tribe.resources + taking.resources)
        for taking in open_cards.takings(tribe)
    )


def _leave(place: Place, entered: Entered) -> Choice:
    text = notation.to_text(Leave(place))
    label = (
        _("Leave the card") if place.kind is PlaceKind.CARD else _("Leave the building")
    )
    return Choice(text, label, is_entered=text == entered.command)
