"""Paying: a few suggestions as buttons, and every other payment by numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.choices.decision import Choice, Entered
from games.presentation.text import say
from stoneage_core import notation
from stoneage_core.payments import Payments
from stoneage_core.places import Kind
from stoneage_core.resources import VALUES, Resource, Resources

#: So many ways to pay are shown as buttons; of more than that, a few.
ALL_AS_BUTTONS = 6
SUGGESTIONS = 3


@dataclass(frozen=True)
class PayField:
    """A number input: how many of one resource to pay."""

    name: str
    label: str
    have: int
    most: int
    worth: int
    entered: int


@dataclass(frozen=True)
class Payment:
    """All ways to pay one price; ``verb`` is the command without the resources."""

    verb: str
    demand: str
    choices: tuple[Choice, ...]
    fields: tuple[PayField, ...]
    is_entered: bool
    scores: bool


def payment_of(payments: Payments, entered: Entered) -> Payment:
    """Return the suggestions and, where there are more ways, the number inputs."""
    ways = list(payments.demand.payments(payments.purse))
    shown = _suggested(payments, ways)
    verb = _verb(payments)
    is_entered = verb == entered.command
    return Payment(
        verb=verb,
        demand=say(payments.demand.phrase(), ()),
        choices=tuple(_choice(payments, way, entered) for way in shown),
        fields=_fields(payments, entered) if len(shown) < len(ways) else (),
        is_entered=is_entered,
        scores=_scores(payments),
    )


def _suggested(payments: Payments, ways: Sequence[Resources]) -> list[Resources]:
    """Dearest first where the payment scores, else cheapest first."""
    ordered = sorted(ways, key=lambda way: way.points, reverse=_scores(payments))
    if len(ordered) <= ALL_AS_BUTTONS:
        return ordered
    return ordered[:SUGGESTIONS]


def _scores(payments: Payments) -> bool:
    return payments.place is not None and payments.place.kind is Kind.BUILDING


def _verb(payments: Payments) -> str:
    place = payments.place
    if place is None:
        return "feed"
    action = "buy" if place.kind is Kind.CARD else "build"
    return f"{action} {place.index + 1}"


def _choice(payments: Payments, way: Resources, entered: Entered) -> Choice:
    text = notation.to_text(payments.command(way))
    detail = labels.count_points(way.points) if _scores(payments) else ""
    label = _("Pay %(resources)s") % {"resources": labels.resources_label(way)}
    return Choice(text, label, detail, is_entered=text == entered.command)


def _fields(payments: Payments, entered: Entered) -> tuple[PayField, ...]:
    purse = payments.purse
    return tuple(
        PayField(
            name=str(kind),
            label=str(labels.GOODS[kind]),
            have=purse.of(kind),
            most=min(purse.of(kind), payments.demand.most),
            worth=VALUES[kind],
            entered=entered.resources.get(str(kind), 0),
        )
        for kind in Resource
        if purse.of(kind)
    )
