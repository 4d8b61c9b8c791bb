"""Doing what the lines of a mail ask for, one after the other, up to the first failure.

Each line is one transaction with the note that it was done. Whoever reads the mail
again, because a worker died in the middle, goes on behind the last line that was noted;
and each command carries a request id of its line, which is carried out once.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils import timezone

from games import selectors
from games.errors import Refused
from games.models import Seat
from games.views.errors import sentence_of
from notifications.models import IncomingMail
from notifications.replies import refusals
from notifications.replies.asks import Ask, Play, Simple, Worded, ask_of
from notifications.replies.deeds import Case, carry_out
from notifications.replies.shown import Shown, shown_to
from notifications.replies.steps import Fate, Step, as_rows, steps_of
from stoneage_core import GameError

#: Nobody means to play more at once; the others are not tried.
MOST_LINES = 40


def run(mail: IncomingMail, lines: Sequence[str], *, now: datetime) -> None:
    """
    Carry out the lines that have not been yet, and note in ``mail.steps`` how it went.

    The language and time zone are those of the mail's player.
    """
    shown = shown_to(mail)
    while len(mail.steps) < len(lines):
        number = len(mail.steps)
        if _has_failed(mail):
            step = Step(lines[number], Fate.UNTRIED)
            note(mail, [*steps_of(mail), step])
        else:
            _run_line(mail, number, lines[number], shown, now)


def note(mail: IncomingMail, steps: list[Step]) -> None:
    """Keep what became of the lines so far."""
    mail.steps = as_rows(steps)
    mail.save(update_fields=["steps"])


def request_id_of(mail: IncomingMail, number: int) -> UUID:
    """
    Name the request of a line: the same each time, and nobody can guess it.

    The address of the seat, which the name is made from, is a secret.
    """
    return uuid5(NAMESPACE_URL, f"{mail.message_id}/{mail.recipient}/{number}")


def _has_failed(mail: IncomingMail) -> bool:
    return any(step.fate is not Fate.DONE for step in steps_of(mail)[-1:])


def _run_line(
    mail: IncomingMail, number: int, line: str, shown: Shown | None, now: datetime
) -> None:
    before = steps_of(mail)
    ask = understood(mail, line, now)
    try:
        if number >= MOST_LINES:
            raise refusals.TooManyLines
        with transaction.atomic():
            case = _case(mail, number, before, shown, now)
            done = carry_out(ask, case)
            step = Step(line, Fate.DONE, done.words, done.version, name_of(ask))
            note(mail, [*before, step])
    except (Refused, GameError) as refusal:
        seats = selectors.seats_of(mail.seat.game) if mail.seat else ()
        why = sentence_of(refusal, seats)
        note(mail, [*before, Step(line, Fate.FAILED, why, ask=name_of(ask))])


def understood(mail: IncomingMail, line: str, now: datetime) -> Ask:
    """Return what a line asks for, in the language and time zone of the moment."""
    assert mail.user is not None
    return ask_of(line, mail.user.language, today=timezone.localdate(now))


def name_of(ask: Ask) -> str:
    """Name what is asked for, so that the answer can add what it needs."""
    match ask:
        case Simple(name) | Worded(name, _):
            return name
        case Play():
            return "play"
    return ""


def _case(
    mail: IncomingMail,
    number: int,
    before: Sequence[Step],
    shown: Shown | None,
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
        request_id=request_id_of(mail, number),
        now=now,
    )
