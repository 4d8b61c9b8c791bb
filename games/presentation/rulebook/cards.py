"""The rules page: the civilization cards, what they give and how they score."""

from typing import get_args

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import labels
from games.presentation.cards import card_face
from games.presentation.rule_links import benefit_anchor, figure_anchor, scoring_anchor
from games.presentation.rulebook.chapter import (
    RuleChapter,
    RulePicture,
    RuleTopic,
    cards_with,
)
from stoneage_core.components import cards as c
from stoneage_core.components.places import CARD_SLOTS
from stoneage_core.rules.open_cards import worth
from stoneage_core.rules.scoring import green_points
from stoneage_core.state import Player

#: What the kinds of upper halves are called where their cards differ.
_TITLES: dict[type, Promise] = {
    c.Food: gettext_lazy("Food"),
    c.Goods: gettext_lazy("Resources"),
    c.RollFor: gettext_lazy("A roll for a resource"),
    c.Points: gettext_lazy("Points"),
    c.OneUseTool: gettext_lazy("A one-use tool"),
}

#: What is said of them beside, or instead of, the sentence on the card.
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
    c.DiceForAll: gettext_lazy("No tools are added to these dice."),
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


def cards() -> RuleChapter:
    """Say how a card is taken, and what its upper half gives."""
    slots = {"most": len(CARD_SLOTS), "all": len(c.ALL_CARDS)}
    return RuleChapter(
        "cards",
        _("Civilization cards"),
        (
            _(
                "One person reserves a card. When you use that person, you pay what "
                "the slot costs, 1 to %(most)d resources of any kinds but never food, "
                "and take the card; or you leave it and only take the person back."
            )
            % slots,
            _(
                "The upper half of a card works at once, the lower half counts at the "
                "end. The deck has %(all)d of them."
            )
            % slots,
        ),
        topics=tuple(map(_benefit, get_args(c.Benefit))),
        icon="card",
    )


def _benefit(kind: type[c.Benefit]) -> RuleTopic:
    found = cards_with(kind)
    sample = card_face(found[0]).benefit
    text = ngettext("%(count)d card", "%(count)d cards", len(found))
    faces = {face.text: face for face in (card_face(card).benefit for card in found)}
    return RuleTopic(
        benefit_anchor(kind),
        str(_TITLES.get(kind, sample.text[:1].upper() + sample.text[1:])),
        tuple(_sentences(kind, sample.explained)),
        icon=sample.icon,
        badge=text % {"count": len(found)},
        pictures=tuple(
            RulePicture((face.icon,), face.text)
            for face in faces.values()
            if len(faces) > 1
        ),
    )


def _sentences(kind: type[c.Benefit], explained: str) -> list[str]:
    sentences = [str(_GENERAL.get(kind, explained))]
    if kind in _FURTHER:
        sentences.append(str(_FURTHER[kind]))
    if kind is c.AnyResources:
        (card,) = cards_with(kind)
        points = labels.count_points(worth(Player(open_cards=(card,))))
        text = _("If it is still open at the end, it scores %(points)s.")
        sentences.append(text % {"points": points})
    return sentences


def scoring() -> RuleChapter:
    """Say how the lower halves of the cards score at the end."""
    return RuleChapter(
        "scoring",
        _("What cards score at the end"),
        topics=(_green(), *map(_figure, c.Figure)),
        icon="points",
    )


def _green() -> RuleTopic:
    different, twice = _cards_of_symbols(5)
    values = {
        "count": len(different),
        "points": labels.count_points(green_points(Player(cards=different))),
        "more": labels.count_points(green_points(Player(cards=(*different, twice)))),
    }
    return RuleTopic(
        scoring_anchor(c.Green(c.Symbol.ART)),
        _("Culture cards"),
        (
            _("A set of different culture symbols scores its number squared."),
            _(
                "Second copies make a second set. With %(count)d different symbols you "
                "have %(points)s; with one of them twice, %(more)s."
            )
            % values,
        ),
        icon="card",
        pictures=tuple(
            RulePicture((str(symbol),), str(labels.SYMBOLS[symbol]), "green")
            for symbol in c.Symbol
        ),
    )


def _cards_of_symbols(count: int) -> tuple[tuple[int, ...], int]:
    """Return cards with so many different symbols, and one that repeats the first."""
    by_symbol: dict[c.Symbol, list[int]] = {}
    for card in c.CARDS.values():
        if isinstance(card.scoring, c.Green):
            by_symbol.setdefault(card.scoring.symbol, []).append(card.id)
    pairs = list(by_symbol.values())[:count]
    return tuple(pair[0] for pair in pairs), pairs[0][1]


def _figure(figure: c.Figure) -> RuleTopic:
    label = str(labels.FIGURES[figure])
    icon = str(figure).replace(" ", "-")
    values = {"figures": label, "counted": labels.FIGURE_COUNTS[figure]}
    return RuleTopic(
        figure_anchor(figure),
        label[:1].upper() + label[1:],
        (str(_FIGURES[figure]),),
        icon=icon,
        pictures=(
            RulePicture(
                (icon,),
                _("%(figures)s × %(counted)s") % values,  # noqa: RUF001
                "sand",
            ),
        ),
    )
