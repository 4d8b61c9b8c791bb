"""Cards, the dice for all that they roll, and buildings: icons and words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.caches import cached_by_language
from games.presentation import labels
from games.presentation.text import join_list, say, say_clause
from stoneage_core.components import cards as c
from stoneage_core.components.buildings import BUILDINGS, Fixed, Mixed
from stoneage_core.components.cards import CARDS, Green, Sand
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.rules import dice_for_all
from stoneage_core.rules.dice_for_all import PickTime
from stoneage_core.state import GameState
from stoneage_core.wording.descriptions import (
    benefit_explained,
    benefit_of,
    card_in_words,
    gift_of,
    price_in_words,
    scoring_explained,
    scoring_of,
)

_ICONS = {c.NewTool: "tool", c.FoodTrack: "track", c.AnotherCard: "another-card"}
#: How many faces a process caches: all cards in five languages.
MOST_FACES = 256


@dataclass(frozen=True)
class Half:
    """
    One half of a card or a building: icons and words.

    ``short`` is for where both do not fit. If it ``is_counted``, the number says how
    many icons are meant, and one is drawn. ``is_worth`` marks the worth of a building.
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
    A card or a building, and its ``text``: what it gives or costs.

    The halves of a card are what it gives now and at the end. Those of a building are
    its price and its worth.
    """

    halves: tuple[Half, Half]
    text: str


@cached_by_language(MOST_FACES)
def card_face(card_id: int) -> Face:
    icons, short = _drawn_benefit(CARDS[card_id].benefit)
    benefit = Half(
        icons, say_clause(benefit_of(card_id)), say(benefit_explained(card_id)), short
    )
    icons, short, tone = _drawn_scoring(CARDS[card_id].scoring)
    scoring = Half(
        icons,
        say_clause(scoring_of(card_id)),
        say(scoring_explained(card_id)),
        short,
        tone,
    )
    return Face((benefit, scoring), say_clause(card_in_words(card_id)))


@cached_by_language(MOST_FACES)
def building_face(building_id: int) -> Face:
    price = BUILDINGS[building_id].price
    words = say_clause(price_in_words(building_id))
    if isinstance(price, Fixed):
        icons = tuple(str(kind) for kind, count in price.cost for _n in range(count))
        points = price.cost.points
        cost = Half(icons, words, words, is_counted=False)
        return Face((cost, _worth(str(points), labels.count_points(points))), words)
    if isinstance(price, Mixed):
        short = f"{price.count} ({price.kinds})"
    else:
        short = f"{price.fewest}–{price.most}"
    paid = _worth(pgettext("tile", "paid"), _("worth what you pay"))
    return Face((Half(("any",), words, words, short), paid), words)


def face_at(state: GameState, place: Place) -> Face | None:
    """Return the card or the top building in a place, or None if there is none."""
    if place.kind is PlaceKind.CARD:
        card = state.slots[place.index]
        return None if card is None else card_face(card)
    if place.kind is PlaceKind.BUILDING:
        building = state.stacks[place.index].top
        return None if building is None else building_face(building)
    return None


def _worth(short: str, explained: str) -> Half:
    return Half(("points",), short, explained, short, "sand", is_worth=True)


def _drawn_benefit(benefit: c.Benefit) -> tuple[tuple[str, ...], str]:
    match benefit:
        case c.Food(amount):
            return ("food",) * amount, f"+{amount}"
        case c.Goods(resource, amount):
            return (str(resource),) * amount, f"+{amount}"
        case c.RollFor(resource):
            return (str(resource),), pgettext("tile", "roll")
        case c.Points(amount):
            return ("points",), f"+{amount}"
        case c.OneUseTool(value):
            return ("one-use-tool",), f"+{value}"
        case c.AnyResources(amount):
            return ("any",), f"+{amount}"
        case c.DiceForAll():
            return ("dice-for-all",), pgettext("tile", "all")
        case c.NewTool() | c.FoodTrack() | c.AnotherCard():
            return (_ICONS[type(benefit)],), "+1"


def _drawn_scoring(scoring: Green | Sand) -> tuple[tuple[str, ...], str, str]:
    if isinstance(scoring, Green):
        return (str(scoring.symbol),), "", "green"
    icons = (labels.figure_icon(scoring.figure),) * scoring.count
    return icons, f"×{scoring.count}", "sand"  # noqa: RUF001


def list_dice(dice: Iterable[int]) -> str:
    """Return the faces of dice for all with what each gives: '2 (1 brick)'."""
    return join_list([f"{face} ({say_clause(gift_of(face))})" for face in dice])


def when_picked(state: GameState) -> str:
    """Return when the open die for all is picked, or '' if all pick at once."""
    match dice_for_all.pick_time(state):
        case PickTime.BEFORE_TURN:
            return _("Your turn begins with it.")
        case PickTime.BEFORE_END:
            return _("All dice are picked before the last feeding.")
    waits = dice_for_all.open_dice(state).roll is not None
    return _("The others pick at their next turns.") if waits else ""
