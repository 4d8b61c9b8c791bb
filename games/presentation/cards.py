"""Civilization cards and buildings as pages and mails show them: icons and words."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.presentation import labels
from games.store.caches import cached_by_language
from stoneage_core.components import cards as c
from stoneage_core.components.buildings import BUILDINGS, Fixed, Mixed
from stoneage_core.components.cards import CARDS, Card, Green, Sand
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.state import GameState

#: How many faces are kept in a process: those of all cards in five languages.
MOST_FACES = 256


@dataclass(frozen=True)
class Half:
    """
    One half of a card or a building: icons and words.

    ``short`` stands where there is no room for both. ``is_counted`` says that it counts
    the icon, which is then shown once; ``is_worth`` that a building is worth it.
    """

    icons: tuple[str, ...]
    text: str
    explained: str
    short: str = ""
    tone: str = ""
    is_counted: bool = True
    is_worth: bool = False


@dataclass(frozen=True)
class Face:
    """
    A card or a building, and in words what it gives or costs.

    The halves of a card are what it gives at once and at the end, those of a building
    what it costs and what it is worth.
    """

    halves: tuple[Half, Half]
    text: str


@cached_by_language(MOST_FACES)
def card_face(card_id: int) -> Face:
    """Return what the pages show of a card; kept."""
    card = CARDS[card_id]
    benefit, scoring = _benefit(card), _scoring(card.scoring)
    return Face((benefit, scoring), f"{benefit.text} / {scoring.text}")


@cached_by_language(MOST_FACES)
def building_face(building_id: int) -> Face:
    """Return what the pages show of a building; kept."""
    price = BUILDINGS[building_id].price
    if isinstance(price, Fixed):
        icons = tuple(str(kind) for kind, count in price.cost for _n in range(count))
        words, points = labels.resources_label(price.cost), price.cost.points
        cost = Half(icons, words, words, is_counted=False)
        return Face((cost, _worth(str(points), labels.count_points(points))), words)
    if isinstance(price, Mixed):
        text = ngettext(
            "%(number)d resources of %(kinds)d kind",
            "%(number)d resources of %(kinds)d kinds",
            price.kinds,
        )
        words = text % {"number": price.count, "kinds": price.kinds}
        short = f"{price.count} ({price.kinds})"
    else:
        bounds = {"fewest": price.fewest, "most": price.most}
        words = _("%(fewest)d to %(most)d resources of any kinds") % bounds
        short = f"{price.fewest}–{price.most}"
    paid = _worth(pgettext("tile", "paid"), _("worth what you pay"))
    return Face((Half(("any",), words, words, short), paid), words)


def face_at(state: GameState, place: Place) -> Face | None:
    """Return the card or the uppermost building on a place, None where none is."""
    if place.kind is PlaceKind.CARD:
        card = state.slots[place.index]
        return None if card is None else card_face(card)
    if place.kind is PlaceKind.BUILDING:
        building = state.stacks[place.index].top
        return None if building is None else building_face(building)
    return None


def _worth(short: str, explained: str) -> Half:
    return Half(("points",), short, explained, short, "sand", is_worth=True)


def _benefit(card: Card) -> Half:
    match card.benefit:
        case c.Food(amount):
            return _given("food", amount)
        case c.Goods(resource, amount):
            return _given(str(resource), amount)
        case c.RollFor(resource, dice):
            return _roll_for(str(resource), dice)
        case c.Points(amount):
            text = labels.count_points(amount)
            explained = _("%(points)s at once.") % {"points": text}
            return Half(("points",), text, explained, f"+{amount}")
        case c.OneUseTool(value):
            return _one_use_tool(value)
        case c.AnyResources(amount):
            return _any_resources(amount)
        case other:
            return _plain_benefit(other)


def _plain_benefit(benefit: object) -> Half:
    if isinstance(benefit, c.DiceForAll):
        explained = _(
            "A die per player is rolled; you pick one first, then the others in turn: "
            "%(faces)s."
        ) % {"faces": ", ".join(_faces_in_words())}
        short = pgettext("tile", "all")
        return Half(("dice-for-all",), _("dice for all"), explained, short)
    if isinstance(benefit, c.NewTool):
        explained = _("A new tool, as at the tool maker.")
        return Half(("tool",), _("a tool"), explained, "+1")
    if isinstance(benefit, c.FoodTrack):
        explained = _("One step up the food track, as on the field.")
        return Half(("track",), _("food track +1"), explained, "+1")
    explained = _("The next card of the deck, for the final scoring alone.")
    return Half(("another-card",), _("another card"), explained, "+1")


def _faces_in_words() -> Iterator[str]:
    """Yield what each face of the dice for all stands for: '1 wood'."""
    goods = {face: labels.GOODS[good] for face, good in c.DIE_RESOURCES.items()}
    others = {c.DIE_TOOL: _("a tool"), c.DIE_FOOD_TRACK: _("food track")}
    for face, name in (goods | others).items():
        yield f"{face} {name}"


def _given(good: str, amount: int) -> Half:
    text = labels.count_good(good, amount)
    explained = _("%(goods)s from the supply at once.") % {"goods": text}
    return Half((good,) * amount, text, explained, f"+{amount}")


def _roll_for(good: str, dice: int) -> Half:
    values = {"dice": dice, "good": labels.GOODS[good]}
    text = _("roll for %(good)s") % values
    explained = _("Roll %(dice)d dice for %(good)s; tools may be added.") % values
    return Half((good,), text, explained, pgettext("tile", "roll"))


def _one_use_tool(value: int) -> Half:
    values = {"value": value}
    text = _("one-use tool +%(value)d") % values
    explained = _("Kept open: adds %(value)d to one roll, once in the game.") % values
    return Half(("one-use-tool",), text, explained, f"+{value}")


def _any_resources(amount: int) -> Half:
    values = {"amount": amount}
    explained = _(
        "Kept open: take any %(amount)d resources once, while you use your people or "
        "when you have to feed them."
    )
    text = _("any %(amount)d resources") % values
    return Half(("any",), text, explained % values, f"+{amount}")


def _scoring(scoring: Green | Sand) -> Half:
    if isinstance(scoring, Green):
        explained = _("A set of different culture symbols scores its number squared.")
        label = str(labels.SYMBOLS[scoring.symbol])
        return Half((str(scoring.symbol),), label, explained, tone="green")
    figure, count = scoring.figure, scoring.count
    values = {
        "count": count,
        "figures": labels.FIGURES[figure],
        "counted": labels.FIGURE_COUNTS[figure],
    }
    text = _("%(count)d × %(counted)s") % values  # noqa: RUF001
    sentence = ngettext(
        "At the end, %(count)d point times your %(counted)s.",
        "At the end, %(count)d points times your %(counted)s.",
        count,
    )
    icons = (labels.figure_icon(figure),) * count
    return Half(icons, text, sentence % values, f"×{count}", "sand")  # noqa: RUF001
