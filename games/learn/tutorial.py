"""The pages of the tutorial: the real table, with a lesson in its dock.

The text of each lesson is its template in ``templates/games/learn/lessons``.
"""

import uuid
from dataclasses import replace
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.learn.tutorial_script import (
    GAME_OVER,
    LEARNER,
    ROUND_OVER,
    LessonAnswer,
    scene_position,
    wanted_commands,
)
from games.models import Seat
from games.models.events import MARK_DIGITS
from games.presentation import labels
from games.presentation.cards import card_face
from games.presentation.event_text import outcome_sentences
from games.presentation.rule_text import place_anchor, rule_url
from games.presentation.table_view import Mode, ToolLink, table_of
from games.presentation.text import join_list
from games.presentation.tribes import tribe_called
from games.table.choices import Entered
from games.table.questions import UseDecision
from games.table.sheets import tribe_sheet
from games.table.table_page import dock_of, over_context
from stoneage_core.commands import (
    Build,
    BuyCard,
    Feed,
    PickDie,
    PlacePeople,
    UsePlace,
)
from stoneage_core.components.places import CARD_SLOTS, Place
from stoneage_core.components.resources import DIVISORS, FOOD, VALUES, Resource
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.rules.gathering import gain
from stoneage_core.rules.placement import HUT_PARTY
from stoneage_core.state import DiceDecision, Question, ToolsDecision

Values = dict[str, str | int]


class Lesson(NamedTuple):
    """
    One page of the tutorial: its number, its title, and its text as HTML.

    ``place`` is the key of the place to tap, '' if there is none, and ``rule`` the URL
    of the rule that the lesson is about.
    """

    step: int
    title: Promise
    words: str
    place: str
    rule: str


#: The lesson of each scene: the name of its template, and its title.
_LESSONS = (
    ("tribe", gettext_lazy("Your tribe")),
    ("turns", gettext_lazy("In turn")),
    ("cards", gettext_lazy("Cards")),
    ("buildings", gettext_lazy("Buildings")),
    ("using", gettext_lazy("Using people")),
    ("rolling", gettext_lazy("Rolling")),
    ("tools", gettext_lazy("Tools")),
    ("buying", gettext_lazy("Buying a card")),
    ("building", gettext_lazy("Building")),
    ("round", gettext_lazy("That was a round")),
    ("hut", gettext_lazy("The last round")),
    ("field", gettext_lazy("The field")),
    ("hunting", gettext_lazy("Hunting for food")),
    ("dice_card", gettext_lazy("Dice for all")),
    ("sand_card", gettext_lazy("A card that scores at the end")),
    ("order", gettext_lazy("Several uses at once")),
    ("paying", gettext_lazy("Paying for dice")),
    ("die", gettext_lazy("Picking a die")),
    ("scoring_card", gettext_lazy("Points for people")),
    ("feeding", gettext_lazy("Feeding the tribe")),
    ("scoring", gettext_lazy("The final scoring")),
)
#: The rules of lessons that have no place: the anchors of chapters.
_RULES = {
    Question.TOOLS: "tools",
    Question.USE: "using",
    Question.DIE: "cards",
    Question.FEED: "feeding",
    Question.PLACE: "round",
}

#: Answers to decisions that the rules allow but the lesson does not want.
_ANSWERS: dict[LessonAnswer, Promise] = {
    LessonAnswer.OTHER_NUMBER: gettext_lazy(
        "The right place! For this lesson, please send as many people as it says."
    ),
    LessonAnswer.DEARER: gettext_lazy(
        "That pays for it as well, but what you keep may be worth more. For this "
        "lesson, please pay what it says."
    ),
    LessonAnswer.ONE_BY_ONE: gettext_lazy(
        "You may use them one by one as well. For this lesson, please go back and use "
        "them in one go."
    ),
    LessonAnswer.OTHER_CHOICE: gettext_lazy(
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
    return str(_ANSWERS[answer])


def lesson_at(step: int) -> Lesson:
    """Return the lesson of a scene by its number, in the reader's language."""
    name, title = _LESSONS[step - 1]
    question = scene_position(step).state.question
    place = place_to_tap(step)
    anchor = "end" if question is None else _RULES[question]
    words = render_to_string(f"games/learn/lessons/{name}.html", _values(step))
    return Lesson(
        step,
        title,
        words,
        "" if place is None else str(place.value),
        rule_url(anchor if place is None else place_anchor(place)),
    )


def place_to_tap(step: int) -> Place | None:
    """Return the place that a scene is about, or None for several or none."""
    match wanted_commands(step):
        case (PlacePeople(place) | UsePlace(place) | BuyCard(place) | Build(place),):
            return place
    return None


def _values(step: int) -> Values:
    """Return the numbers of a lesson in words, each as the position has it."""
    state = scene_position(step).state
    tribe, card, roll = state.players[LEARNER], state.slots[0], state.decision
    values: Values = {
        "people": labels.count_people(tribe.people),
        "food": labels.count_good("food", tribe.food),
        "track": labels.count_good("food", tribe.food_track),
        "missing": labels.count_good("food", state.owing[LEARNER]),
        "goods": labels.resources_label(tribe.resources),
        "score": labels.count_points(tribe.score),
        "name": DEFAULT_OPPONENT.name,
        "round": state.round,
        "hut_party": labels.count_people(HUT_PARTY),
        "divisor": DIVISORS[Resource.WOOD],
        "hunt_divisor": DIVISORS[FOOD],
        "cost": CARD_SLOTS[0].index + 1,
        "worth": labels.count_points(VALUES[Resource.WOOD]),
        "hunger": labels.count_points(HUNGER_POINTS),
    }
    match wanted_commands(step):
        case (PlacePeople(people=people),):
            values["party"] = labels.count_people(people)
        case (
            BuyCard(payment=payment) | Build(payment=payment) | Feed(resources=payment),
        ):
            values["payment"] = labels.resources_label(payment)
        case (PickDie(face=face),):
            values["face"] = face
    if isinstance(roll, ToolsDecision):
        values |= {
            "dice": " + ".join(map(str, roll.dice)),
            "total": sum(roll.dice),
            "goods": labels.count_good(roll.good, gain(roll)),
        }
    if isinstance(roll, DiceDecision):
        values["dice"] = join_list([str(face) for face in roll.dice])
    if card is not None:
        values["benefit"] = card_face(card).halves[0].text
    if (sand := state.slots[1]) is not None:
        upper, lower = card_face(sand).halves
        values |= {"sand_benefit": upper.text, "sand_scoring": lower.explained}
    return values


#: In the forms of the table, stands for the hash of a game that is not stored.
NO_HEAD = "0" * MARK_DIGITS


def step_url(step: int) -> str:
    return reverse("games:learn_step", args=[step])


def tutorial_context(
    step: int, *, entered: Entered, sheet: str = "", answer: str = ""
) -> dict[str, Any]:
    """
    Return the context of a step.

    ``sheet`` is what is opened beside the table. ``answer`` is the answer to a decision
    that is not the wanted one.
    """
    moment, names = scene_position(step), (_("Red"), DEFAULT_OPPONENT.name)
    lesson, is_over = lesson_at(step), step == GAME_OVER
    before = None if step in {1, ROUND_OVER + 1} else scene_position(step - 1).state
    table = table_of(
        moment.state,
        names,
        mode=Mode.LEARN,
        reader=LEARNER,
        before=before,
        at=entered.at,
    )
    tribe = tribe_called(sheet, moment.state, names, LEARNER)
    # a seat without a game, which is not stored
    dock = dock_of(Seat(number=LEARNER), moment.state, names, entered)
    if isinstance(dock.decision, UseDecision) and len(wanted_commands(step)) == 1:
        # The order of all uses comes in a lesson of its own.
        dock = replace(dock, template="games/learn/_tap.html")
    return {
        "lesson": lesson,
        "answer": answer,
        "steps": range(1, GAME_OVER + 1),
        "is_reading": not wanted_commands(step),
        "is_last": is_over,
        "previous_url": "" if step == 1 else step_url(step - 1),
        "next_url": "" if is_over else step_url(step + 1),
        "heading": lesson.title,
        "game_title": _("Learn the game"),
        "game_url": reverse("games:learn"),
        "tools": (ToolLink("card", _("Rules"), rule_url("goal")),),
        "said": outcome_sentences(moment.happened, LEARNER),
        "table": table,
        "dock": dock,
        "decision": dock.decision,
        "dock_template": "games/learn/_dock.html",
        "turn": {
            "action": step_url(step),
            "version": moment.state.version,
            "head": NO_HEAD,
            "request_id": str(uuid.uuid4()),
            "seat": LEARNER,
            "is_guest": True,
        },
        **(over_context(moment.state, names) if is_over else {}),
        **({} if tribe is None else tribe_sheet(tribe)),
    }
