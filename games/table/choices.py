"""Choices: the parts of all decisions at the table, expected gains, and payments."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.caches import next_serial
from games.presentation import labels
from games.presentation.text import format_decimal, format_range, join_list, say
from stoneage_core import careful, notation
from stoneage_core.components.buildings import BUILDINGS, Fixed
from stoneage_core.components.odds import expected, yields
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.components.resources import (
    DIVISORS,
    NOTHING,
    VALUES,
    Resource,
    Resources,
)
from stoneage_core.components.tools import HIGHEST_VALUE, SLOTS, slot_to_improve
from stoneage_core.forecast import Meal
from stoneage_core.payments import Demand, Payments
from stoneage_core.rules import open_cards, purchases
from stoneage_core.rules.open_cards import takings
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.rules.scoring import points_of_card
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK
from stoneage_core.state import GameState, Player

#: A probability too small to be shown.
NEGLIGIBLE = 0.005

#: The most bars. Of more amounts, neighbours share one.
MOST_BARS = 6

#: The number of heights of bars. Each has a rule in the style sheet.
HEIGHTS = 20


@dataclass(frozen=True)
class Entered:
    """
    What the reader had entered, to show a form again.

    ``at`` is the key of the place that is looked at, or ''. ``order`` has the keys of
    places in the order of their use.
    """

    command: str = ""
    resources: tuple[tuple[str, int], ...] = ()
    tiles: tuple[int, ...] = ()
    once: tuple[int, ...] = ()
    order: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True)
class Choice:
    """A button: the text of its command, its label, and what it yields."""

    command: str
    label: str
    detail: str = ""
    icon: str = ""
    is_entered: bool = False


@dataclass(frozen=True)
class Bar:
    """The chance of an amount, or of several neighbouring ones: '3' or '12–14'."""

    amount: str
    percent: str
    height: int


@dataclass(frozen=True)
class Odds:
    good: str
    average: str
    bars: tuple[Bar, ...]

    @property
    def summary(self) -> str:
        """The odds in a line: '0: 3 %, 1: 25 %'."""
        return ", ".join(f"{bar.amount}: {bar.percent}" for bar in self.bars)


@dataclass(frozen=True)
class MealSum:
    """
    The food that feeding will leave, '9–14', and its sum.

    ``terms`` are the food in stock, what hunters bring, the food track, and the food
    that is eaten: '12 + 1–6 + 2 - 6'.
    """

    terms: str
    left: str
    is_short: bool


@dataclass(frozen=True)
class Pane:
    """What the dock shows of one place: the expected gain, and the choices."""

    template: ClassVar[str]

    key: str
    label: str


@dataclass(frozen=True, eq=False)
class AskedDecision:
    """
    A question to a player. Each kind has its own template.

    ``serial`` is the key under which templates cache what they render of a decision:
    ``decision_for`` caches decisions, so equal ones share it.
    """

    template: ClassVar[str]

    heading: str
    takings: tuple[Choice, ...]
    serial: int = field(default_factory=next_serial, kw_only=True)

    @property
    def panes(self) -> tuple[Pane, ...]:
        """The places to look at before deciding."""
        return ()


def meal_sum(meal: Meal) -> MealSum:
    hunted = [format_range(meal.fewest, meal.most)] if meal.most else []
    given = " + ".join((str(meal.food), *hunted, str(meal.fields)))
    return MealSum(
        terms=f"{given} \N{MINUS SIGN} {meal.eats}",
        left=format_range(meal.least, meal.greatest),
        is_short=bool(meal.short),
    )


def odds_of(good: str, dice: int, tools: int = 0) -> Odds:
    """Return the odds of a roll with ``tools`` added."""
    likely = [
        (amount, float(chance))
        for amount, chance in sorted(yields(good, dice, tools).items())
        if chance >= NEGLIGIBLE
    ]
    width = ceil(len(likely) / MOST_BARS)
    grouped = [likely[at : at + width] for at in range(0, len(likely), width)]
    highest = max(sum(chance for _amount, chance in group) for group in grouped)
    bars = tuple(_bar(group, highest) for group in grouped)
    return Odds(good, average(good, dice, tools), bars)


def average(good: str, dice: int, tools: int = 0) -> str:
    """Return the mean yield with one decimal: '3.2'."""
    return format_decimal(expected(good, dice, tools))


def sum_in_words(good: str, pips: int, tools: int = 0) -> str:
    """Return how a yield is computed: '(14 + 2) ÷ 3'."""
    total = f"({pips} + {tools})" if tools else f"{pips}"
    return f"{total} ÷ {DIVISORS[good]}"


def takings_of(state: GameState, player: int, entered: Entered) -> tuple[Choice, ...]:
    """Return the ways to turn over an open card for resources."""
    choices = []
    for command in open_cards.legal(state, player):
        text = notation.to_text(command)
        label = labels.resources_label(command.resources)
        choices.append(Choice(text, label, is_entered=entered.command == text))
    return tuple(choices)


def _bar(group: Sequence[tuple[int, float]], highest: float) -> Bar:
    (first, _chance), *_others = group
    last, _chance = group[-1]
    chance = sum(chance for _amount, chance in group)
    amount = str(first) if first == last else f"{first}–{last}"
    percent = _("%(percent)d %%") % {"percent": round(100 * chance)}
    return Bar(amount, percent, max(1, round(HEIGHTS * chance / highest)))


@dataclass(frozen=True)
class ExpectedGain:
    """What a place brings, and what is missing for it, or ''."""

    gain: str
    lacking: str = ""


def gain_at(state: GameState, player: int, place: Place) -> ExpectedGain | None:
    """Return what a place brings a player, or None if dice decide."""
    match place.kind:
        case PlaceKind.VILLAGE:
            return village_gain(state, player, place)
        case PlaceKind.CARD:
            return card_gain(state, player, place)
        case PlaceKind.BUILDING:
            return building_gain(state, player, place)
        case _:
            return None


def village_gain(state: GameState, player: int, place: Place) -> ExpectedGain:
    """Return what tool maker, hut or field would bring a tribe."""
    tribe = state.players[player]
    if place is Place.TOOL_MAKER:
        return ExpectedGain(tool_gain(tribe))
    if place is Place.HUT:
        if tribe.people >= MOST_PEOPLE:
            most = {"people": labels.count_people(MOST_PEOPLE)}
            text = _("Nothing: your tribe is complete with %(people)s.") % most
            return ExpectedGain(text)
        people = {"people": tribe.people + 1}
        text = _("One more person: %(people)d. It eats from this round on.")
        return ExpectedGain(text % people)
    return ExpectedGain(track_gain(tribe))


def tool_gain(tribe: Player) -> str:
    slot = slot_to_improve(tribe.tools)
    if slot is None:
        return _("Nothing: all your tools are at %(value)d.") % {"value": HIGHEST_VALUE}
    if len(tribe.tools) < SLOTS:
        return _("A new tool of value 1.")
    return _("A tool of yours rises to %(value)d.") % {
        "value": tribe.tools[slot].value + 1
    }


def track_gain(tribe: Player) -> str:
    if tribe.food_track >= HIGHEST_FOOD_TRACK:
        level = {"level": HIGHEST_FOOD_TRACK}
        return _("Nothing: your food track is at %(level)d.") % level
    level = {"level": tribe.food_track + 1}
    return _("Food track to %(level)d: %(level)d food every round.") % level


def card_gain(state: GameState, player: int, place: Place) -> ExpectedGain:
    """Return what the lower half of a card would score if the game ended now."""
    tribe = state.players[player]
    card = purchases.card_on(state, place)
    gain = points_of_card(tribe, card)
    text = ngettext(
        "Lower half: +%(count)d point at the end, as things stand.",
        "Lower half: +%(count)d points at the end, as things stand.",
        gain,
    )
    demand = purchases.price(state, place)
    return ExpectedGain(text % {"count": gain}, _lacking(tribe, demand))


def building_gain(state: GameState, player: int, place: Place) -> ExpectedGain:
    """Return what a building would score, and what is missing for it."""
    tribe = state.players[player]
    price = BUILDINGS[purchases.building_on(state, place)].price
    demand = purchases.price(state, place)
    if isinstance(price, Fixed):
        points = labels.count_points(price.cost.points)
        gain = _("Scores %(points)s.") % {"points": points}
    else:
        gain = _best_points(tribe, demand)
    return ExpectedGain(gain, _lacking(tribe, demand))


def _best_points(tribe: Player, demand: Demand) -> str:
    """Return the most points possible, perhaps with an open card turned over."""
    purses = [tribe.resources]
    purses += [tribe.resources + taking.resources for taking in takings(tribe)]
    payments = (payment for purse in purses for payment in demand.payments(purse))
    best = max((payment.points for payment in payments), default=0)
    if not best:
        return _("Scores the value of what you pay.")
    return _("Up to %(count)d points with what you have.") % {"count": best}


def _lacking(tribe: Player, demand: Demand) -> str:
    """Return what a tribe is missing for a price, or ''."""
    purse = tribe.resources
    if demand.payable(purse):
        return ""
    if demand.exactly is not None:
        missing = [
            labels.count_good(kind, count - purse.of(kind))
            for kind, count in demand.exactly
            if count > purse.of(kind)
        ]
        return _("You still lack %(goods)s.") % {"goods": join_list(missing)}
    values = {"have": purse.total, "need": demand.fewest}
    if purse.total < demand.fewest:
        text = ngettext(
            "Costs %(need)d resource; you have %(have)d.",
            "Costs %(need)d resources; you have %(have)d.",
            demand.fewest,
        )
        return text % values
    return _("Your resources aren’t of the kinds it asks for yet.")


#: Up to so many ways to pay, all are buttons. Of more, there are a few suggestions.
ALL_AS_BUTTONS = 6
SUGGESTIONS = 3


@dataclass(frozen=True)
class Preset(Choice):
    """A suggested payment. ``counts`` are the numbers of each resource."""

    counts: tuple[tuple[str, int], ...] = ()

    @property
    def filled(self) -> str:
        return " ".join(f"{name} {count}" for name, count in self.counts)


@dataclass(frozen=True)
class PayField:
    name: str
    label: str
    have: int
    most: int
    worth: int
    entered: int


@dataclass(frozen=True)
class Payment:
    """
    The ways to pay a price. ``verb`` is the command without resources.

    ``is_complete`` is set if ``choices`` are all ways, and ``is_chosen`` if the fields
    are filled in beforehand, as ``stoneage_core.careful`` decides.
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
    """Return suggestions, and number inputs if there are several ways."""
    ways = list(payments.demand.payments(payments.purse))
    # Most points first for a building, else the cheapest first.
    shown = sorted(ways, key=lambda way: way.points, reverse=_scores(payments))
    if len(shown) > ALL_AS_BUTTONS:
        shown = shown[:SUGGESTIONS]
    choices = []
    for way in shown:
        text = notation.to_text(payments.command(way))
        detail = labels.count_points(way.points) if _scores(payments) else ""
        is_same = text == entered.command
        choices.append(Choice(text, payment_label(way), detail, is_entered=is_same))
    verb = "feed"
    if payments.place is not None:
        is_card = payments.place.kind is PlaceKind.CARD
        verb = f"{'buy' if is_card else 'build'} {payments.place.index + 1}"
    is_entered = verb == entered.command
    presets = _presets(payments, ways)
    first = careful.choose_payment(state, player, payments)
    return Payment(
        verb=verb,
        demand=say(payments.demand.phrase(), ()),
        choices=tuple(choices),
        fields=_fields(payments, first, entered) if len(ways) > 1 else (),
        presets=presets,
        fewest=payments.demand.fewest,
        most=payments.demand.most,
        is_entered=is_entered,
        is_complete=len(shown) == len(ways),
        is_chosen=first is not None or bool(entered.resources),
        scores=_scores(payments),
    )


def _scores(payments: Payments) -> bool:
    return payments.place is not None and payments.place.kind is PlaceKind.BUILDING


def payment_label(payment: Resources) -> str:
    return _("Pay %(resources)s") % {"resources": labels.resources_label(payment)}


def _presets(payments: Payments, ways: Sequence[Resources]) -> tuple[Preset, ...]:
    """
    Return different payments to choose by one press.

    A building scores what is paid for it, so there the dearest comes first. Elsewhere
    it is the cheapest.
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
        # If the best is also the cheapest, it is labelled as the best.
        wanted[best] = _("most points")
    presets = []
    for way, name in wanted.items():
        word = name if len(ways) > 1 else ""
        points = labels.count_points(way.points) if _scores(payments) else ""
        preset = Preset(
            notation.to_text(payments.command(way)),
            labels.resources_label(way),
            f"{word}: {points}" if word and points else word or points,
            counts=tuple((str(kind), count) for kind, count in way),
        )
        presets.append(preset)
    return tuple(presets)


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
