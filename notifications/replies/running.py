"""Doing what the lines of a mail ask for, one after the other, up to the first failure.

All of them, the note of what became of them and the answer are one transaction: if its
worker dies, nothing was done, and whoever reads the mail again begins anew.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import selectors
from games.errors import Refused
from games.models import Seat
from games.views.errors import sentence_of
from notifications.models import IncomingMail
from notifications.replies import refusals
from notifications.replies.asks import Ask, Pick, Play, Simple, Worded, ask_of
from notifications.replies.deeds import Case, carry_out
from notifications.replies.shown import Shown, shown_to
from notifications.replies.steps import Fate, Step
from notifications.replies.votes import refuse_answer
from stoneage_core import GameError

#: Nobody means to play more at once; the others are not tried.
MOST_LINES = 40
#: What a line asks for that makes a decision in the game.
PLAY = "play"


def run(
    mail: IncomingMail, lines: Sequence[str], *, now: datetime, writer: str = ""
) -> list[Step]:
    """
    Carry out lines, and return how it went; ``writer`` is their player's name, if told.

    Belongs in a transaction that lets nobody else at the game (see ``seating``) and
    keeps the steps as well. Language and time zone are those of the mail's player.
    """
    shown = shown_to(mail)
    steps: list[Step] = []
    for line in lines:
        if steps and steps[-1].fate is not Fate.DONE:
            steps.append(Step(line, Fate.UNTRIED))
        elif len(steps) < MOST_LINES:
            case = _case(mail, steps, shown, writer, now)
            steps.append(_carried_out(line, mail, case))
        else:
            steps.append(Step(line, Fate.FAILED, str(refusals.TooManyLines())))
    return steps


def _carried_out(line: str, mail: IncomingMail, case: Case) -> Step:
    """Do what a line asks for; what is refused leaves no trace."""
    ask = understood(mail, line, case.now)
    try:
        with transaction.atomic():
            refuse_answer(name_of(ask), mail.replies_to)
            done = carry_out(ask, case)
    except (Refused, GameError) as refusal:
        why = sentence_of(refusal, selectors.seats_of(case.seat.game))
        return Step(line, Fate.FAILED, why, ask=name_of(ask))
    return Step(line, Fate.DONE, done.words, done.version, name_of(ask))


def understood(mail: IncomingMail, line: str, now: datetime) -> Ask:
    """Return what a line asks for, in the language and time zone of the moment."""
    assert mail.user is not None
    return ask_of(line, mail.user.language, today=timezone.localdate(now))


def name_of(ask: Ask) -> str:
    """Name what is asked for, so that the answer can add what it needs."""
    match ask:
        case Simple(name) | Worded(name, _):
            return name
        case Play() | Pick():
            return PLAY
    return ""


def _case(
    mail: IncomingMail,
    before: Sequence[Step],
    shown: Shown | None,
    writer: str,
    now: datetime,
) -> Case:
    """Return a line's circumstances, as they are now."""
    versions = [step.version for step in before if step.version is not None]
    assert mail.seat_id is not None
    seats = Seat.objects.select_related("game", "user")
    return Case(
        seat=seats.get(pk=mail.seat_id),
        shown=shown,
        version=versions[-1] if versions else None,
        writer=writer,
        now=now,
    )
