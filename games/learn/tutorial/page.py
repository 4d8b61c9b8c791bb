"""A page of the tutorial: the real table, with the lesson in its dock."""

import uuid
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.learn.tutorial.lessons import lesson_at, outlook
from games.learn.tutorial.script import LEARNER, OUTLOOK, scene_position
from games.models import Seat
from games.models.events import MARK_DIGITS
from games.presentation.event_text import outcome_sentences
from games.presentation.rule_text import rule_url
from games.presentation.table_view import (
    Mode,
    ToolLink,
    table_of,
)
from games.presentation.tribes import tribe_called
from games.table.choices import Entered
from games.table.page import dock_of
from games.table.sheets import tribe_sheet
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT

#: In the forms of the table, stands for the hash of a game that is not stored.
NO_HEAD = "0" * MARK_DIGITS


def step_url(step: int) -> str:
    return reverse("games:learn_step", args=[step])


def names_at_table() -> tuple[str, str]:
    return _("Red"), DEFAULT_OPPONENT.name


def tutorial_context(
    step: int, *, entered: Entered, sheet: str = "", answer: str = ""
) -> dict[str, Any]:
    """
    Return the context of a step.

    ``sheet`` is what is opened beside the table. ``answer`` is the answer to a decision
    that is not the wanted one.
    """
    moment, names = scene_position(step), names_at_table()
    lesson = outlook() if step == OUTLOOK else lesson_at(step)
    before = None if step == 1 else scene_position(step - 1).state
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
    return {
        "lesson": lesson,
        "answer": answer,
        "steps": range(1, OUTLOOK + 1),
        "is_last": step == OUTLOOK,
        "previous_url": "" if step == 1 else step_url(step - 1),
        "heading": lesson.title,
        "game_title": _("Learn the game"),
        "game_url": reverse("games:learn"),
        "tools": (ToolLink("card", _("Rules"), rule_url("goal")),),
        "said": outcome_sentences(moment.happened, LEARNER),
        "table": table,
        "dock": dock,
        "decision": dock.decision,
        "dock_template": "games/learn/_dock.html",
        "turn": _turn(step),
        **({} if tribe is None else tribe_sheet(tribe)),
    }


def _turn(step: int) -> dict[str, Any]:
    return {
        "action": step_url(step),
        "version": scene_position(step).state.version,
        "head": NO_HEAD,
        "request_id": str(uuid.uuid4()),
        "seat": LEARNER,
        "is_guest": True,
    }
