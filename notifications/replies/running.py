"""Doing what the lines of a mail ask for, one after the other, up to the first failure.

Of an answer to a digest, up to the first in each game; one of which nobody knows for
which game it was ends all.

All of them, the note of what became of them and the answer are one transaction: if its
worker dies, nothing was done, and whoever reads the mail again begins anew.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import queries
from games.error_text import error_sentence
from games.errors import Refused
from games.models import Seat
from notifications.models import IncomingMail
from notifications.replies import refusals
from notifications.replies.asks import Ask, Away, Pick, Play, Simple, Worded, ask_of
from notifications.replies.deeds import Case, carry_out
from notifications.replies.digests import Aim, aim
from notifications.replies.shown import shown_to
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
    steps: list[Step] = []
    for line in lines:
        steps.append(_step(line, mail, steps, writer, now))
    return steps


def _step(
    line: str, mail: IncomingMail, before: Sequence[Step], writer: str, now: datetime
) -> Step:
    """Do what a line asks for, unless one before it failed that may belong to it."""
    if _is_stopped(before, None):
        return Step(line, Fate.UNTRIED)
    if len(before) >= MOST_LINES:
        return Step(line, Fate.FAILED, str(refusals.TooManyLines()))
    ask = understood(mail, line, now)
    try:
        aim = aim_of(mail, ask)
    except Refused as refusal:
        return Step(line, Fate.FAILED, str(refusal), ask=name_of(ask))
    if _is_stopped(before, aim.seat.pk):
        return Step(line, Fate.UNTRIED, seat=aim.seat.pk)
    return _carried_out(line, mail, aim, _case(aim, before, writer, now))


def _is_stopped(before: Sequence[Step], seat: int | None) -> bool:
    """Whether a line failed that is of the same seat, or of nobody knows which."""
    return any(
        step.fate is not Fate.DONE and step.seat in (None, seat) for step in before
    )


def aim_of(mail: IncomingMail, ask: Ask) -> Aim:
    """Return whose seat a line is about; raise Refused where nobody can tell."""
    if mail.replies_to is not None and mail.is_to_digest:
        return aim(mail.replies_to, ask)
    assert mail.seat_id is not None
    seats = Seat.objects.select_related("game", "user")
    return Aim(seats.get(pk=mail.seat_id), ask, shown_to(mail))


def _carried_out(line: str, mail: IncomingMail, aim: Aim, case: Case) -> Step:
    """Do what a line asks for; what is refused leaves no trace."""
    name, seat = name_of(aim.ask), aim.seat.pk
    try:
        with transaction.atomic():
            refuse_answer(name, mail.replies_to)
            done = carry_out(aim.ask, case)
    except (Refused, GameError) as refusal:
        why = error_sentence(refusal, queries.seats_of(case.seat.game))
        return Step(line, Fate.FAILED, why, ask=name, seat=seat)
    return Step(line, Fate.DONE, done.words, done.version, name, seat)


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
        case Away():
            return "away"
    return ""


def _case(aim: Aim, before: Sequence[Step], writer: str, now: datetime) -> Case:
    """Return a line's circumstances, as they are now."""
    own = (step for step in before if step.seat == aim.seat.pk)
    versions = [step.version for step in own if step.version is not None]
    return Case(
        seat=aim.seat,
        shown=aim.shown,
        version=versions[-1] if versions else None,
        writer=writer,
        now=now,
    )
