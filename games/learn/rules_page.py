"""The rules as one page. Every number in it comes from the engine's tables.

The text of each chapter is its template in ``templates/games/learn/rules``.
"""

from typing import Any, NamedTuple, get_args

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.learn.rule_topics import (
    RulePicture,
    benefit_topic,
    figure_topic,
    green_topic,
    picture_roll,
    place_topic,
    price_topic,
)
from games.presentation import labels
from games.presentation.option_text import sentence_of
from games.presentation.rule_text import (
    food_track_rule,
    tool_rules,
)
from stoneage_core.components import cards, places
from stoneage_core.components.buildings import STACK_SIZE, Price
from stoneage_core.components.resources import VALUES
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import Player
from stoneage_core.terms import TieBreak


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
    """Return the context of the page, in the reader's language."""
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
