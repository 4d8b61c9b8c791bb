"""The rules as one page. Every number in it comes from the engine's tables.

The text of each chapter is its template in ``templates/games/learn/rules``.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import labels
from games.presentation.cards import building_face, card_face
from games.presentation.option_text import sentence_of
from games.presentation.rule_text import (
    benefit_anchor,
    figure_anchor,
    food_track_rule,
    place_anchor,
    place_rule,
    price_anchor,
    scoring_anchor,
    tool_rules,
)
from games.presentation.text import say
from stoneage_core.components import cards, places
from stoneage_core.components import cards as c
from stoneage_core.components.buildings import (
    BUILDINGS,
    STACK_SIZE,
    Fixed,
    Mixed,
    Open,
    Price,
)
from stoneage_core.components.places import Place
from stoneage_core.components.resources import DIVISORS, VALUES
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.phrases import capitalised
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.rules.open_cards import worth
from stoneage_core.rules.scoring import green_points
from stoneage_core.state import Player
from stoneage_core.terms import TieBreak
from stoneage_core.wording.descriptions import SETS_EXPLAINED


class RulePicture(NamedTuple):
    """Icons side by side and what they mean. ``tone`` is the colour of a card."""

    icons: tuple[str, ...]
    text: str
    tone: str = ""


class RuleTopic(NamedTuple):
    """One rule under its ``anchor``. ``badge`` says how many of a thing there are."""

    anchor: str
    title: str
    sentences: tuple[str, ...]
    icon: str
    badge: str = ""
    pictures: tuple[RulePicture, ...] = ()


#: Names of the kinds of upper halves that differ between cards.
_BENEFITS: dict[type, Promise] = {
    c.Food: gettext_lazy("Food"),
    c.Goods: gettext_lazy("Resources"),
    c.RollFor: gettext_lazy("A roll for a resource"),
    c.Points: gettext_lazy("Points"),
    c.OneUseTool: gettext_lazy("A one-use tool"),
}
#: Sentences about them, in place of the one on the card.
_GENERAL: dict[type, Promise] = {
    c.Food: gettext_lazy("The food that the card shows, at once."),
    c.Goods: gettext_lazy("The resources that the card shows, at once."),
    c.RollFor: gettext_lazy(
        "Dice are rolled for the resource that the card shows, and divided as on the "
        "board; tools may be added."
    ),
    c.OneUseTool: gettext_lazy(
        "Kept open: its value is added to one roll of yours, once in the game."
    ),
}
_FURTHER: dict[type, Promise] = {
    c.DiceForAll: gettext_lazy(
        "No tools are added to these dice. At some tables the others pick at the "
        "beginning of their next turns."
    ),
    c.AnotherCard: gettext_lazy(
        "Everyone sees it. When the deck is empty, you get nothing."
    ),
}
_FIGURES: dict[c.Figure, Promise] = {
    c.Figure.FARMER: gettext_lazy(
        "Each farmer scores your food track: one point for each step."
    ),
    c.Figure.TOOL_MAKER: gettext_lazy(
        "Each tool maker scores the sum of your tools. One-use tools don’t count."
    ),
    c.Figure.HUT_BUILDER: gettext_lazy(
        "Each hut builder scores one point for each of your buildings."
    ),
    c.Figure.SHAMAN: gettext_lazy(
        "Each shaman scores one point for each of your people."
    ),
}
#: Names of the kinds of prices, and what one pays.
_PRICES: dict[type, tuple[Promise, Promise]] = {
    Fixed: (
        gettext_lazy("Resources that are shown"),
        gettext_lazy(
            "You pay exactly the resources on the building. Its points are printed on "
            "it."
        ),
    ),
    Mixed: (
        gettext_lazy("Resources of so many kinds"),
        gettext_lazy(
            "You pay as many resources as it says, of exactly as many kinds as it "
            "says. Which ones, you choose."
        ),
    ),
    Open: (
        gettext_lazy("As many resources as you like"),
        gettext_lazy(
            "You choose how many resources you pay, within its bounds, and of which "
            "kinds."
        ),
    ),
}


def place_topic(place: Place) -> RuleTopic:
    return RuleTopic(
        place_anchor(place),
        labels.place_label(place),
        (place_rule(place),),
        labels.place_sign(place),
        pictures=() if place.good is None else (picture_roll(place.good, 5, 4),),
    )


def picture_roll(good: str, *faces: int, tool: int = 0) -> RulePicture:
    added = (*faces, tool) if tool else faces
    total, divisor = sum(added), DIVISORS[good]
    sums = f"{' + '.join(map(str, added))} = {total} ÷ {divisor}"
    icons = (*(f"die-{face}" for face in faces), *(["tool"] if tool else []))
    return RulePicture(icons, f"{sums} → {labels.count_good(good, total // divisor)}")


def benefit_topic(kind: type[c.Benefit]) -> RuleTopic:
    found = _cards_with(kind)
    sample, _scoring = card_face(found[0]).halves
    text = ngettext("%(count)d card", "%(count)d cards", len(found))
    halves = {half.text: half for half in (card_face(each).halves[0] for each in found)}
    pictures = (RulePicture(half.icons[:1], half.text) for half in halves.values())
    return RuleTopic(
        benefit_anchor(kind),
        str(_BENEFITS.get(kind, capitalised(sample.text))),
        tuple(_sentences(kind, sample.explained)),
        sample.icons[0],
        badge=text % {"count": len(found)},
        pictures=tuple(pictures) if len(halves) > 1 else (),
    )


def _cards_with(kind: type[c.Benefit]) -> list[int]:
    return [card for card in c.ALL_CARDS if isinstance(c.CARDS[card].benefit, kind)]


def _sentences(kind: type[c.Benefit], explained: str) -> Iterator[str]:
    yield str(_GENERAL.get(kind, explained))
    if kind in _FURTHER:
        yield str(_FURTHER[kind])
    if kind is c.AnyResources:
        points = labels.count_points(worth(Player(open_cards=(*_cards_with(kind),))))
        text = _("If it is still open at the end, it scores %(points)s.")
        yield text % {"points": points}


def green_topic() -> RuleTopic:
    different, twice = _cards_of_symbols(5)
    values = {
        "count": len(different),
        "points": labels.count_points(green_points(Player(cards=different))),
        "more": labels.count_points(green_points(Player(cards=(*different, twice)))),
    }
    text = _(
        "Second copies make a second set. With %(count)d different symbols you have "
        "%(points)s; with one of them twice, %(more)s."
    )
    return RuleTopic(
        scoring_anchor(c.Green(c.Symbol.ART)),
        _("Culture cards"),
        (
            say(SETS_EXPLAINED),
            text % values,
        ),
        "card",
        pictures=tuple(
            RulePicture((str(symbol),), str(labels.SYMBOLS[symbol]), "green")
            for symbol in c.Symbol
        ),
    )


def _cards_of_symbols(count: int) -> tuple[tuple[int, ...], int]:
    """Return cards with ``count`` different symbols, and one that repeats the first."""
    by_symbol: dict[c.Symbol, list[int]] = {}
    for card in c.CARDS.values():
        if isinstance(card.scoring, c.Green):
            by_symbol.setdefault(card.scoring.symbol, []).append(card.id)
    pairs = list(by_symbol.values())[:count]
    return tuple(pair[0] for pair in pairs), pairs[0][1]


def figure_topic(figure: c.Figure) -> RuleTopic:
    label, icon = str(labels.FIGURES[figure]), labels.figure_icon(figure)
    values = {"figures": label, "counted": labels.FIGURE_COUNTS[figure]}
    text = _("%(figures)s × %(counted)s") % values  # noqa: RUF001
    return RuleTopic(
        figure_anchor(figure),
        capitalised(label),
        (str(_FIGURES[figure]),),
        icon,
        pictures=(RulePicture((icon,), text, "sand"),),
    )


def price_topic(kind: type[Price]) -> RuleTopic:
    found = [tile for tile, each in BUILDINGS.items() if isinstance(each.price, kind)]
    samples = {building_face(each).text: each for each in found}
    text = ngettext("%(count)d building", "%(count)d buildings", len(found))
    title, sentence = _PRICES[kind]
    return RuleTopic(
        price_anchor(kind),
        str(title),
        (str(sentence),),
        "building",
        badge=text % {"count": len(found)},
        pictures=tuple(map(_picture_price, list(samples.values())[:2])),
    )


def _picture_price(building: int) -> RulePicture:
    cost, worth = building_face(building).halves
    price = BUILDINGS[building].price
    times = price.count if isinstance(price, Mixed) else 1
    return RulePicture(cost.icons * times, f"{cost.text}: {worth.explained}")


class RuleChapter(NamedTuple):
    """A chapter: its anchor, which names its template, its icon, its title."""

    anchor: str
    icon: str
    title: Promise

    @property
    def template(self) -> str:
        return f"games/learn/rules/{self.anchor}.html"


CHAPTERS = (
    # what players do
    RuleChapter("goal", "person", gettext_lazy("What it is about")),
    RuleChapter("round", "start", gettext_lazy("A round")),
    # where and with what
    RuleChapter("places", "building", gettext_lazy("The places")),
    RuleChapter("tools", "tool", gettext_lazy("Tools")),
    RuleChapter("food-track", "track", gettext_lazy("Food track")),
    # what they gain
    RuleChapter("cards", "card", gettext_lazy("Civilization cards")),
    RuleChapter("scoring", "points", gettext_lazy("What cards score at the end")),
    RuleChapter("buildings", "building", gettext_lazy("Buildings")),
    # what it costs, and the end
    RuleChapter("feeding", "food", gettext_lazy("Feeding the tribe")),
    RuleChapter("end", "crown", gettext_lazy("The end")),
    RuleChapter("here", "mail", gettext_lazy("How we play here")),
)


def rules_context() -> dict[str, Any]:
    tribe, tribes = Player(), places.TRIBES_ON_A_RESOURCE
    return {
        "chapters": CHAPTERS,
        "fewest": FEWEST_SEATS,
        "most": MOST_SEATS,
        "people": labels.count_people(tribe.people),
        "food": labels.count_good("food", tribe.food),
        "open": places.VILLAGE_PLACES_OPEN[2],
        "two": tribes[2],
        "three": tribes[3],
        "four": tribes[4],
        "slots": len(places.CARD_SLOTS),
        "places": [*map(place_topic, (*places.GATHERING, *places.VILLAGE))],
        "tools": tool_rules(),
        "tool_pictures": (picture_roll("wood", 5, 3, tool=1),),
        "food_track": food_track_rule(),
        "track_pictures": (
            RulePicture(("track",), f"4 → {labels.count_good('food', 4)}"),
        ),
        "all": len(cards.ALL_CARDS),
        "benefits": [*map(benefit_topic, get_args(cards.Benefit))],
        "scorings": [green_topic(), *map(figure_topic, cards.Figure)],
        "count": STACK_SIZE,
        "values": [
            RulePicture((str(resource),), labels.count_points(value))
            for resource, value in VALUES.items()
        ],
        "prices": [*map(price_topic, get_args(Price))],
        "points": labels.count_points(HUNGER_POINTS),
        "meals": (
            RulePicture(("person", "food"), _("one food for each person")),
            RulePicture(("wood", "food"), _("any resource for one missing food")),
        ),
        "tie_breaks": [sentence_of("tie_break", tie) for tie in TieBreak],
    }
