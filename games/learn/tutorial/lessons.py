"""The texts of the tutorial: of each scene, and for each wrong answer."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.learn.tutorial.script import (
    LEARNER,
    SCENES,
    LessonAnswer,
    scene_position,
    wanted_command,
)
from games.presentation import labels
from games.presentation.cards import card_face
from games.presentation.rule_links import place_anchor, rule_url
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import CARD_SLOTS, Place
from stoneage_core.components.resources import DIVISORS, VALUES, Resource
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.rules.gathering import open_roll
from stoneage_core.rules.placement import HUT_PARTY
from stoneage_core.state import GameState


@dataclass(frozen=True)
class Lesson:
    """
    One page of the tutorial.

    ``told`` are sentences of what is so, ``task`` is what to do now; ``place`` is the
    key of the place that it is about, ``rule`` the address of its rule.
    """

    step: int
    title: str
    told: tuple[str, ...]
    task: str
    place: str = ""
    rule: str = ""


#: What is answered to a decision that the rules allow and the lesson does not want.
_ANSWERS: dict[LessonAnswer, Promise] = {
    LessonAnswer.OTHER_NUMBER: gettext_lazy(
        "The right place! For this lesson, please send as many people as it says."
    ),
    LessonAnswer.OTHER_PLACE: gettext_lazy(
        "That’s allowed as well, and may be good. For this lesson, please do what it "
        "says."
    ),
    LessonAnswer.TOO_EARLY: gettext_lazy(
        "You may do that in a game. But make tools before you roll, and gather before "
        "you buy."
    ),
    LessonAnswer.OTHER_PAYMENT: gettext_lazy(
        "You may pay less, but then you score less. For this lesson, please pay all of "
        "it."
    ),
    LessonAnswer.LEFT_OUT: gettext_lazy(
        "That’s allowed, but you would give something away. Please look again."
    ),
}


def answer_sentence(answer: LessonAnswer) -> str:
    """Return what is said to a decision that is not the wanted one."""
    return str(_ANSWERS[answer])


def lesson_at(step: int) -> Lesson:
    """Return the lesson of a scene by its number, worded in the reader's language."""
    state = scene_position(step).state
    title, told, task = _LESSONS[step - 1](state, step)
    wanted = wanted_command(step)
    place = getattr(wanted, "place", Place.FOREST)
    return Lesson(
        step, title, told, task, str(place.value), rule_url(place_anchor(place))
    )


def outlook() -> Lesson:
    """Return what is said when the round is over: the rest of the game."""
    state = scene_position(len(SCENES) + 1).state
    tribe = state.players[LEARNER]
    points = {"points": labels.count_points(tribe.score)}
    food = {"food": labels.count_good("food", tribe.food)}
    hunger = {"points": labels.count_points(HUNGER_POINTS)}
    return Lesson(
        len(SCENES) + 1,
        _("That was a round"),
        (
            _("You scored %(points)s.") % points,
            _("Then everyone ate one food for each person; you have %(food)s left.")
            % food,
            _(
                "Without enough food you pay the rest with resources, or lose "
                "%(points)s."
            )
            % hunger,
            _(
                "So it goes on until a building stack or the cards run out. Then your "
                "cards score too."
            ),
        ),
        "",
        rule=rule_url("end"),
    )


_Words = tuple[str, tuple[str, ...], str]


def _tribe(state: GameState, step: int) -> _Words:
    people = {"people": labels.count_people(state.players[LEARNER].people)}
    told = (
        _("You lead the red tribe, and it has %(people)s.") % people,
        _("Cards and buildings bring points. They cost resources."),
    )
    task = _("Tap the forest and send %(people)s for wood.")
    return _("Your tribe"), told, task % {"people": _party(step)}


def _turns(state: GameState, step: int) -> _Words:
    values = {
        "name": DEFAULT_OPPONENT.name,
        "people": labels.count_people(HUT_PARTY),
    }
    told = (
        _("%(name)s has sent %(people)s to the hut: so that tribe will grow.") % values,
        _("You place in turn, one place at a time."),
    )
    task = _("Send one person to the tool maker.")
    return _("In turn"), told, task


def _cards(state: GameState, step: int) -> _Words:
    told = (
        _(
            "Tool maker and hut are taken. When two play, the field stays empty in "
            "this round."
        ),
        _("A card gives something at once, and points at the end."),
    )
    task = _("Reserve card 1 with one person. It will cost one resource.")
    return _("Cards"), told, task


def _buildings(state: GameState, step: int) -> _Words:
    told = (
        _("One of your people is still at home."),
        _("A building brings points at once: the value of what you pay for it."),
    )
    task = _("Reserve building 2, which takes any resources, with your last person.")
    return _("Buildings"), told, task


def _using(state: GameState, step: int) -> _Words:
    told = (_("All people are out. Now you use all of yours, in any order you like."),)
    task = _("Begin with the tool maker: the tool will help with your roll.")
    return _("Using people"), told, task


def _rolling(state: GameState, step: int) -> _Words:
    told = (
        _("Your first tool! Once a round it may be added to a roll."),
        _("You roll one die for each person in the forest."),
    )
    task = _("Roll for wood: every %(divisor)d pips are one wood.")
    return _("Rolling"), told, task % {"divisor": DIVISORS[Resource.WOOD]}


def _tools(state: GameState, step: int) -> _Words:
    roll = open_roll(state)
    total = sum(roll.dice)
    values = {
        "dice": " + ".join(map(str, roll.dice)),
        "total": total,
        "goods": labels.count_good(roll.good, total // DIVISORS[roll.good]),
    }
    told = (
        _("%(dice)s = %(total)d: that would be %(goods)s, and one pip is missing.")
        % values,
    )
    return _("Tools"), told, _("Add your tool to the roll.")


def _buying(state: GameState, step: int) -> _Words:
    tribe = state.players[LEARNER]
    card = state.slots[0]
    assert card is not None
    goods = {"goods": labels.resources_label(tribe.resources)}
    face = {"benefit": card_face(card).benefit.text, "cost": CARD_SLOTS[0].index + 1}
    told = (_("With the tool you have %(goods)s.") % goods,)
    task = _("Pay %(cost)d wood for the card. You get %(benefit)s at once.")
    return _("Buying a card"), told, task % face


def _building(state: GameState, step: int) -> _Words:
    tribe = state.players[LEARNER]
    pays = {
        "goods": labels.resources_label(tribe.resources),
        "points": labels.count_points(VALUES[Resource.WOOD]),
    }
    told = (_("The culture symbol on your card scores at the end."),)
    task = _("Pay %(goods)s for the building: each piece is worth %(points)s.")
    return _("Building"), told, task % pays


def _party(step: int) -> str:
    wanted = wanted_command(step)
    assert isinstance(wanted, PlacePeople)
    return labels.count_people(wanted.people)


_LESSONS = (
    *(_tribe, _turns, _cards, _buildings),
    *(_using, _rolling, _tools, _buying, _building),
)
