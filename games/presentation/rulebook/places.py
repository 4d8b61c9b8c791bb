"""The rules page: the places of the board, the tools, the food track."""

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.rule_links import place_anchor
from games.presentation.rulebook.chapter import RuleChapter, RulePicture, RuleTopic
from stoneage_core.components.places import GATHERING, VILLAGE, Place
from stoneage_core.components.resources import DIVISORS, FOOD
from stoneage_core.components.tools import HIGHEST_VALUE, SLOTS
from stoneage_core.rules.placement import HUT_PARTY, MOST_PEOPLE
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK

#: The dice of the example that each place with dice gives.
EXAMPLE = (5, 4)


def places() -> RuleChapter:
    """Say what each place of the board brings."""
    return RuleChapter(
        "places",
        _("The places"),
        (
            _(
                "You may also go where there is nothing more to gain for you, to keep "
                "the others out."
            ),
        ),
        topics=tuple(map(_place, (*GATHERING, *VILLAGE))),
        icon="building",
    )


def _place(place: Place) -> RuleTopic:
    if place.good is None:
        return RuleTopic(
            place_anchor(place),
            labels.place_label(place),
            (_village_sentence(place),),
            icon=labels.place_sign(place),
        )
    return RuleTopic(
        place_anchor(place),
        labels.place_label(place),
        (_dice_sentence(place),),
        icon=place.good,
        pictures=(_example(place.good),),
    )


def _dice_sentence(place: Place) -> str:
    assert place.good is not None
    values = {"divisor": DIVISORS[place.good], "good": labels.GOODS[place.good]}
    if place.rings is None:
        return (
            _(
                "One die for each hunter. The sum, divided by %(divisor)d and rounded "
                "down, is the food they bring. There’s room for everyone."
            )
            % values
        )
    values["people"] = labels.count_people(place.rings)
    return (
        _(
            "One die for each person there. The sum, divided by %(divisor)d and "
            "rounded down, is what they bring: %(good)s. Room for %(people)s in all."
        )
        % values
    )


def _example(good: str) -> RulePicture:
    total = sum(EXAMPLE)
    gained = labels.count_good(good, total // DIVISORS[good])
    return RulePicture(
        tuple(f"die-{face}" for face in EXAMPLE),
        f"{' + '.join(map(str, EXAMPLE))} = {total} ÷ {DIVISORS[good]} → {gained}",
    )


def _village_sentence(place: Place) -> str:
    if place is Place.TOOL_MAKER:
        return _("One person makes one tool.")
    if place is Place.HUT:
        values = {"people": labels.count_people(HUT_PARTY), "most": MOST_PEOPLE}
        text = _(
            "%(people)s of one tribe go there together, and the tribe grows by one, to "
            "%(most)d at most. The newborn eats in the same round, and works from the "
            "next one on."
        )
        return text % values
    text = _("One person moves the food track up by one, to %(most)d at most.")
    return text % {"most": HIGHEST_FOOD_TRACK}


def tools() -> RuleChapter:
    """Say how tools are made and used."""
    values = {"slots": SLOTS, "highest": HIGHEST_VALUE, "all": SLOTS * HIGHEST_VALUE}
    return RuleChapter(
        "tools",
        _("Tools"),
        (
            _(
                "The first %(slots)d tools have the value 1. Each further one raises "
                "the lowest of them by one, to %(highest)d at most; after the tool "
                "number %(all)d another brings nothing."
            )
            % values,
            _(
                "When you see what you rolled, you may add ready tools to the sum: "
                "each one whole, and once a round. You’re asked only where it helps."
            ),
            _(
                "A new tool can be used at once. A raised one stays used if it was; of "
                "several lowest ones, one that is ready is raised first."
            ),
        ),
        pictures=(_example_with_tool(),),
        icon="tool",
    )


def _example_with_tool() -> RulePicture:
    faces, divisor = (5, 3), DIVISORS["wood"]
    total = sum(faces) + 1
    gained = labels.count_good("wood", total // divisor)
    sums = f"{' + '.join(map(str, faces))} + 1 = {total} ÷ {divisor} → {gained}"
    return RulePicture((*(f"die-{face}" for face in faces), "tool"), sums)


def food_track() -> RuleChapter:
    """Say what the food track gives."""
    return RuleChapter(
        "food-track",
        _("Food track"),
        (
            _(
                "At every feeding you receive as much food as your food track shows, "
                "before your people eat. It ends at %(most)d."
            )
            % {"most": HIGHEST_FOOD_TRACK},
        ),
        pictures=(RulePicture(("track",), f"4 → {labels.count_good(FOOD, 4)}"),),
        icon="track",
    )
