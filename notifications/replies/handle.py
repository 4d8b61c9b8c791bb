"""Handling of a reply: its lines are played, or wait until its player confirms them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime

from django.db import transaction
from django.utils import timezone, translation

from games.models import User
from games.now import zone_of
from games.people.reachability import note_reached
from notifications.mail_text.parse import ParsedMail
from notifications.models import IncomingMail, Reading
from notifications.models.incoming import SAID_BEFORE, Fate
from notifications.replies.answers import (
    finish_reply,
    may_notify,
    note_results,
    post_unread_notice,
    set_aside,
)
from notifications.replies.execute import NOBODY, execute_lines, lock_for_reply
from notifications.replies.parse import lines_of
from notifications.replies.pending import preview_lines
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.service_requests import request_lines
from notifications.replies.talk import (
    answers_talk,
    ask_what_is_meant,
    is_all_said,
    is_repeated,
    talk_lines,
)

TOO_MANY = "too many mails of unknown senders wait to be confirmed"


@transaction.atomic
def handle_reply(mail: IncomingMail, parsed: ParsedMail, now: datetime) -> None:
    """
    Do what a mail asks for, and owe its player one answer: all of it, or nothing.

    Locks its player and game.
    """
    why = lock_for_reply(mail)
    if why or mail.user is None:
        set_aside(mail, why, now=now)
        post_unread_notice(mail, now=now)
        return
    with as_read_by(mail.user):
        if answers_talk(mail):
            _speak(mail, parsed, now)
            return
        lines = lines_of(parsed.paragraphs, mail.user.language)
        if mail.is_to_service:
            lines = request_lines(mail, lines, now)
        if mail.is_by_player:
            _play(mail, lines, parsed.writer, now)
        else:
            _hold(mail, lines, now)


def _speak(mail: IncomingMail, parsed: ParsedMail, now: datetime) -> None:
    """Say an answer to talk at the table; what was said well needs no answer."""
    if question := ask_what_is_meant(mail, parsed.paragraphs, now):
        finish_reply(mail, Reading.DONE, [question], now=now)
        return
    lines = talk_lines(mail, parsed.paragraphs, now)
    if is_repeated(mail, lines, now):
        set_aside(mail, SAID_BEFORE, now=now, fate=Fate.NOT_FOR_US)
    elif mail.is_by_player:
        _play(mail, lines, parsed.writer, now)
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
        note_reached(user=mail.user, sent_at=ours.sent_at)  # it arrived
    if mail.user.is_active:
        results = execute_lines(mail, lines, now=now, writer=writer)
    else:  # the answer says that the staff have closed the account
        results = [LineResult(line, LineStatus.UNTRIED) for line in lines]
    if answers_talk(mail) and is_all_said(results):
        note_results(mail, Reading.DONE, results, now=now)
    else:
        finish_reply(mail, Reading.DONE, results, now=now)


def _hold(mail: IncomingMail, lines: Sequence[str], now: datetime) -> None:
    """Let a mail wait that anybody may have written; not too many of them."""
    assert mail.user is not None
    if not mail.user.is_active:
        set_aside(mail, NOBODY, now=now)
        return
    if not may_notify(mail, now=now):
        set_aside(mail, TOO_MANY, now=now)
        return
    results = preview_lines(mail, lines, now=now)
    waits = any(result.status is LineStatus.PENDING for result in results)
    finish_reply(mail, Reading.PENDING if waits else Reading.DONE, results, now=now)
