"""Replies of which nobody knows who wrote them: shown first, played when confirmed."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.errors import Refused
from games.words.spelling import spelled
from notifications.models import IncomingMail, Reading
from notifications.replies.asks import Away, Pick, Play, Simple, Unclear, Worded
from notifications.replies.deeds import command_of
from notifications.replies.refusals import NotUnderstood, TooManyLines
from notifications.replies.running import MOST_LINES, aim_of, name_of, run, understood
from notifications.replies.seating import SeatedAnew, sit_down
from notifications.replies.steps import Fate, Step, note, steps_of

#: Of what cannot be read so much is shown: it may be anybody's advertisement.
SHORTENED = 30


def draft(mail: IncomingMail, lines: Sequence[str], *, now: datetime) -> list[Step]:
    """Return what would be done, up to the first line that cannot be."""
    steps: list[Step] = []
    for line in lines[:MOST_LINES]:
        steps.append(_foreseen(mail, line, now))
        if steps[-1].fate is Fate.FAILED:
            return steps
    one_too_many = lines[MOST_LINES : MOST_LINES + 1]
    return steps + [_refused(line, TooManyLines()) for line in one_too_many]


@transaction.atomic
def confirm(mail: IncomingMail, *, now: datetime) -> None:
    """
    Carry out the lines of a draft; twice is as good as once. Raise SeatedAnew.

    The language and time zone are those of the mail's player.
    """
    if sit_down(mail):
        raise SeatedAnew
    mail.refresh_from_db(fields=["reading", "steps"])
    if mail.reading == Reading.DRAFT:
        lines = [step.line for step in steps_of(mail) if step.fate is Fate.DRAFT]
        mail.reading, mail.read_at = Reading.DONE, now
        note(mail, run(mail, lines, now=now))


def _foreseen(mail: IncomingMail, line: str, now: datetime) -> Step:
    ask = understood(mail, line, now)
    try:
        aim = aim_of(mail, ask)
        match aim.ask:
            case Unclear(why):
                raise NotUnderstood(why)
            case Play() | Pick():
                words = spelled(command_of(aim.ask, aim.shown))
            case Away() | Simple() | Worded():
                words = ""
    except Refused as refusal:
        return _refused(line, refusal, name_of(ask))
    return Step(line, Fate.DRAFT, words, ask=name_of(aim.ask), seat=aim.seat.pk)


def _refused(line: str, refusal: Refused, name: str = "") -> Step:
    return Step(line[:SHORTENED], Fate.FAILED, str(refusal), ask=name)
