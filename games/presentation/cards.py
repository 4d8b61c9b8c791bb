"""Civilization cards and buildings as pages and mails show them: icons and words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from stoneage_core.components import cards as c
from stoneage_core.components.buildings import BUILDINGS, Fixed, Mixed
from stoneage_core.components.cards import CARDS, Card, Green, Sand
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.state import GameState


@dataclass(frozen=True)
class Half:
    """One half of a card: an icon, how often it is shown, and words."""

    icon: str
    times: int
    text: str
    explained: str


@dataclass(frozen=True)
class CardFace:
    """A card: ``benefit`` at once, ``scoring`` at the end, ``tone`` green or sand."""

    id: int
    tone: str
    benefit: Half
    scoring: Half

    @property
    def text(self) -> str:
        return f"{self.benefit.text} / {self.scoring.text}"


@dataclass(frozen=True)
class TileFace:
    """A building: ``pieces`` are icon names, or ``price`` says it in words."""

    id: int
    pieces: tuple[str, ...]
    price: str
    points: str


def card_face(card_id: int) -> CardFace:
    """Return what the pages show of a card."""
    card = CARDS[card_id]
    tone = "green" if isinstance(card.scoring, Green) else "sand"
    return CardFace(card_id, tone, _benefit(card), _scoring(card))


def tile_face(building_id: int) -> TileFace:
    """Return what the pages show of a building."""
    price = BUILDINGS[building_id].price
    worth = _("worth what you pay")
    if isinstance(price, Fixed):
        pieces = tuple(str(kind) for kind, count in price.cost for _n in range(count))
        points = labels.count_points(price.cost.points)
        return TileFace(building_id, pieces, labels.resources_label(price.cost), points)
    if isinstance(price, Mixed):
        text = ngettext(
            "%(number)d resources of %(kinds)d kind",
            "%(number)d resources of %(kinds)d kinds",
            price.kinds,
        )
        words = text % {"number": price.count, "kinds": price.kinds}
        return TileFace(building_id, ("any",) * price.count, words, worth)
    bounds = {"fewest": price.fewest, "most": price.most}
    words = _("%(fewest)d to %(most)d resources of any kinds") % bounds
    return TileFace(building_id, ("any",), words, worth)


def card_at(state: GameState, place: Place) -> CardFace | None:
    """Return the card on a place, None where none lies or can lie."""
    card = state.slots[place.index] if place.kind is PlaceKind.CARD else None
    return None if card is None else card_face(card)


def building_face_at(state: GameState, place: Place) -> TileFace | None:
    """Return the uppermost building on a place, None where there is none."""
    tile = state.stacks[place.index].top if place.kind is PlaceKind.BUILDING else None
    return None if tile is None else tile_face(tile)


def face_at(state: GameState, place: Place) -> str:
    """Return what a card on a place gives, or a building costs, '' for neither."""
    card, tile = card_at(state, place), building_face_at(state, place)
    return card.text if card else tile.price if tile else ""


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
            return Half("points", 1, text, _("%(points)s at once.") % {"points": text})
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
            "1 wood, 2 brick, 3 stone, 4 gold, 5 a tool, 6 food track."
        )
        return Half("dice-for-all", 1, _("dice for all"), explained)
    if isinstance(benefit, c.NewTool):
        return Half("tool", 1, _("a tool"), _("A new tool, as at the tool maker."))
    if isinstance(benefit, c.FoodTrack):
        explained = _("One step up the food track, as on the field.")
        return Half("track", 1, _("food track +1"), explained)
    explained = _("The next card of the deck, for the final scoring alone.")
    return Half("another-card", 1, _("another card"), explained)


def _given(good: str, amount: int) -> Half:
    text = labels.count_good(good, amount)
    explained = _("%(goods)s from the supply at once.") % {"goods": text}
    return Half(good, amount, text, explained)


def _roll_for(good: str, dice: int) -> Half:
    values = {"dice": dice, "good": labels.GOODS[good]}
    text = _("roll for %(good)s") % values
    explained = _("Roll %(dice)d dice for %(good)s; tools may be added.") % values
    return Half(good, 1, text, explained)


def _one_use_tool(value: int) -> Half:
    values = {"value": value}
    explained = _("Kept open: adds %(value)d to one roll, once in the game.") % values
    return Half("one-use-tool", 1, _("one-use tool +%(value)d") % values, explained)


def _any_resources(amount: int) -> Half:
    values = {"amount": amount}
    explained = _("Kept open: take any %(amount)d resources once, when you like.")
    text = _("any %(amount)d resources") % values
    return Half("any", 1, text, explained % values)


def _scoring(card: Card) -> Half:
    scoring = card.scoring
    if isinstance(scoring, Green):
        explained = _("A set of different culture symbols scores its number squared.")
        label = str(labels.SYMBOLS[scoring.symbol])
        return Half(str(scoring.symbol), 1, label, explained)
    return _figures(scoring)


def _figures(scoring: Sand) -> Half:
    figure = scoring.figure
    values = {
        "count": scoring.count,
        "figures": labels.FIGURES[figure],
        "counted": labels.FIGURE_COUNTS[figure],
    }
    text = _("%(count)d × %(counted)s") % values  # noqa: RUF001
    sentence = ngettext(
        "At the end, %(count)d point times your %(counted)s.",
        "At the end, %(count)d points times your %(counted)s.",
        scoring.count,
    )
    explained = sentence % values
    return Half(str(figure).replace(" ", "-"), scoring.count, text, explained)
