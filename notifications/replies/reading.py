"""What a reply does: its lines are played, or wait until its player confirms them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.utils import timezone, translation

from games import services
from games.clocks import zone_of
from games.models import User
from notifications.models import IncomingMail, Reading
from notifications.replies.answers import (
    ignore,
    may_pass_on,
    settle,
    tell_unread,
)
from notifications.replies.drafts import draft
from notifications.replies.lines import Paragraph, lines_of
from notifications.replies.running import run
from notifications.replies.seating import NOBODY, sit_down
from notifications.replies.steps import Fate, Step

TOO_MANY = "too many mails of unknown senders wait to be confirmed"


class Written(Protocol):
    """
    What is wanted of a letter: what its writer typed.

    ``writer`` is how they call themselves, '' if they do not.
    """

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]: ...

    @property
    def writer(self) -> str: ...


@transaction.atomic
def read(mail: IncomingMail, letter: Written, now: datetime) -> None:
    """Do what a mail asks for, and owe its player one answer: all of it, or nothing."""
    why = sit_down(mail)
    if why or mail.user is None:
        ignore(mail, why, now=now)
        tell_unread(mail, now=now)
        return
    with as_read_by(mail.user):
        lines = lines_of(letter.paragraphs, mail.user.language)
        if mail.is_by_player:
            _play(mail, lines, letter.writer, now)
        else:
            _hold(mail, lines, now)


def as_read_by(user: User) -> AbstractContextManager[object]:
    """Read and word everything in a player's language and time zone."""
    stack = ExitStack()
    stack.enter_context(translation.override(user.language))
    stack.enter_context(timezone.override(zone_of(user.time_zone)))
    return stack


def _play(mail: IncomingMail, lines: Sequence[str], writer: str, now: datetime) -> None:
    assert mail.user is not None
    ours = mail.replies_to
    if ours is not None and ours.sent_at is not None and ours.user_id == mail.user_id:
        services.user_reached(user=mail.user, sent_at=ours.sent_at)  # it arrived
    if mail.user.is_active:
        steps = run(mail, lines, now=now, writer=writer)
    else:  # the answer says that the staff have closed the account
        steps = [Step(line, Fate.UNTRIED) for line in lines]
    settle(mail, Reading.DONE, steps, now=now)


def _hold(mail: IncomingMail, lines: Sequence[str], now: datetime) -> None:
    """Let a mail wait that anybody may have written; not too many of them."""
    assert mail.user is not None
    if not mail.user.is_active:
        ignore(mail, NOBODY, now=now)
        return
    if not may_pass_on(mail, now=now):
        ignore(mail, TOO_MANY, now=now)
        return
    steps = draft(mail, lines, now=now)
    waits = any(step.fate is Fate.DRAFT for step in steps)
    settle(mail, Reading.DRAFT if waits else Reading.DONE, steps, now=now)
