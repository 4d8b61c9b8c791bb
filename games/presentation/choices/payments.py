"""Paying: a few suggestions as buttons, and every other payment by numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.choices.decision import Choice, Entered
from games.presentation.text import say
from stoneage_core import careful, notation
from stoneage_core.components.places import PlaceKind
from stoneage_core.components.resources import (
    NOTHING,
    VALUES,
    Resource,
    Resources,
)
from stoneage_core.payments import Payments
from stoneage_core.state import GameState

#: How many ways to pay are shown as buttons; of more than that, a few.
ALL_AS_BUTTONS = 6
SUGGESTIONS = 3


@dataclass(frozen=True)
class Preset(Choice):
    """A payment to begin with: ``counts`` says how many of each resource."""

    counts: tuple[tuple[str, int], ...] = ()

    @property
    def filled(self) -> str:
        """The counts as the page's script reads them: 'wood 2 brick 1'."""
        return " ".join(f"{name} {count}" for name, count in self.counts)


@dataclass(frozen=True)
class PayField:
    """A number input: how many of one resource to pay, 0 if nothing is chosen yet."""

    name: str
    label: str
    have: int
    most: int
    worth: int
    entered: int


@dataclass(frozen=True)
class Payment:
    """
    All ways to pay one price; ``verb`` is the command without the resources.

    ``is_complete`` says that the ``choices`` are all of them, ``is_chosen`` that the
    fields are filled beforehand; see ``stoneage_core.careful``.
    """

    verb: str
    demand: str
    choices: tuple[Choice, ...]
    fields: tuple[PayField, ...]
    presets: tuple[Preset, ...]
    fewest: int
    most: int
    is_entered: bool
    is_complete: bool
    is_chosen: bool
    scores: bool


def payment_of(
    state: GameState, player: int, payments: Payments, entered: Entered
) -> Payment:
    """Return the suggestions and, if there are several ways, the number inputs."""
    ways = list(payments.demand.payments(payments.purse))
    shown = _suggested(payments, ways)
    verb = _verb(payments)
    is_entered = verb == entered.command
    presets = _presets(payments, ways)
    first = careful.choose_payment(state, player, payments)
    return Payment(
        verb=verb,
        demand=say(payments.demand.phrase(), ()),
        choices=tuple(_choice(payments, way, entered) for way in shown),
        fields=_fields(payments, first, entered) if len(ways) > 1 else (),
        presets=presets,
        fewest=payments.demand.fewest,
        most=payments.demand.most,
        is_entered=is_entered,
        is_complete=len(shown) == len(ways),
        is_chosen=first is not None or bool(entered.resources),
        scores=_scores(payments),
    )


def _suggested(payments: Payments, ways: Sequence[Resources]) -> list[Resources]:
    """Dearest first where the payment scores, else cheapest first."""
    ordered = sorted(ways, key=lambda way: way.points, reverse=_scores(payments))
    if len(ordered) <= ALL_AS_BUTTONS:
        return ordered
    return ordered[:SUGGESTIONS]


def _scores(payments: Payments) -> bool:
    return payments.place is not None and payments.place.kind is PlaceKind.BUILDING


def _verb(payments: Payments) -> str:
    place = payments.place
    if place is None:
        return "feed"
    action = "buy" if place.kind is PlaceKind.CARD else "build"
    return f"{action} {place.index + 1}"


def _choice(payments: Payments, way: Resources, entered: Entered) -> Choice:
    text = notation.to_text(payments.command(way))
    detail = labels.count_points(way.points) if _scores(payments) else ""
    return Choice(text, payment_label(way), detail, is_entered=text == entered.command)


def payment_label(payment: Resources) -> str:
    """Return what is paid: 'Pay 1 wood and 2 stone'."""
    return _("Pay %(resources)s") % {"resources": labels.resources_label(payment)}


def _presets(payments: Payments, ways: Sequence[Resources]) -> tuple[Preset, ...]:
    """
    Return payments that can be chosen by one press, no two alike.

    A building scores what is paid for it: the dearest comes first there, and the
    cheapest elsewhere.
    """
    cheapest = min(ways, key=lambda way: way.points)
    wanted = {cheapest: _("cheapest")}
    if _scores(payments) and payments.demand.exactly is None:
        goldless = [way for way in ways if not way.gold]
        best = max(ways, key=lambda way: way.points)
        kept = max(goldless, key=lambda way: way.points, default=cheapest)
        wanted = {
            best: _("most points"),
            kept: _("keep the gold"),
            cheapest: _("cheapest"),
        }
        # The best may also be the cheapest: then it is called the best.
        wanted[best] = _("most points")
    return tuple(
        _preset(payments, way, word if len(ways) > 1 else "")
        for way, word in wanted.items()
    )


def _preset(payments: Payments, way: Resources, word: str) -> Preset:
    text = notation.to_text(payments.command(way))
    label = labels.resources_label(way)
    points = labels.count_points(way.points) if _scores(payments) else ""
    detail = f"{word}: {points}" if word and points else word or points
    return Preset(text, label, detail, counts=tuple((str(k), n) for k, n in way))


def _fields(
    payments: Payments, first: Resources | None, entered: Entered
) -> tuple[PayField, ...]:
    purse = payments.purse
    chosen = {str(kind): count for kind, count in first or NOTHING}
    counts = dict(entered.resources) or chosen
    return tuple(
        PayField(
            name=str(kind),
            label=str(labels.GOODS[kind]),
            have=purse.of(kind),
            most=min(purse.of(kind), payments.demand.most),
            worth=VALUES[kind],
            entered=counts.get(str(kind), 0),
        )
        for kind in Resource
        if purse.of(kind)
    )
