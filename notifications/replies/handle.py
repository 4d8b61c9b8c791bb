"""Handling a player's reply: read its lines, carry them out, and post one answer."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone, translation

from games.now import zone_of
from games.people.reachability import note_reached
from notifications.mail_text.parse import ParsedMail
from notifications.models import IncomingMail, Reading
from notifications.models.incoming import REPEATED, Fate
from notifications.replies.answers import (
    finish_reply,
    may_notify,
    post_unread_notice,
    set_aside,
)
from notifications.replies.execute import (
    NOBODY,
    execute_lines,
    lock_for_reply,
    parse_for,
    preview_lines,
)
from notifications.replies.intents import NewGame
from notifications.replies.parse import lines_of
from notifications.replies.results import LineResult, LineStatus, note_results
from notifications.replies.talk import (
    answers_talk,
    ask_what_is_meant,
    is_all_said,
    is_repeated,
    talk_lines,
)

TOO_MANY = "too many mails from unverified senders wait to be confirmed"


@transaction.atomic
def handle_reply(mail: IncomingMail, parsed: ParsedMail, now: datetime) -> None:
    """
    Carry out what a mail asks for and post one answer, in one transaction.

    Locks its player and game. If our mail server does not vouch for the sender, nothing
    is carried out before the player confirms it.
    """
    why = lock_for_reply(mail)
    if why or mail.user is None:
        set_aside(mail, why, now=now)
        post_unread_notice(mail, now=now)
        return
    zone = zone_of(mail.user.time_zone)
    with translation.override(mail.user.language), timezone.override(zone):
        if answers_talk(mail):
            if question := ask_what_is_meant(mail, parsed.paragraphs, now):
                finish_reply(mail, Reading.DONE, [question], now=now)
                return
            lines = talk_lines(mail, parsed.paragraphs, now)
            if is_repeated(mail, lines, now):
                set_aside(mail, REPEATED, now=now, fate=Fate.NOT_FOR_US)
                return
        else:
            lines = lines_of(parsed.paragraphs, mail.user.language)
            if mail.is_to_service:
                lines = _with_subject(mail, lines, now)
        if mail.is_by_player:
            _carry_out(mail, lines, parsed.writer, now)
        else:
            _ask_to_confirm(mail, lines, now)


def _with_subject(mail: IncomingMail, lines: list[str], now: datetime) -> list[str]:
    """Put the subject before the lines if it alone asks for a new game."""
    begins_game, *others = (
        isinstance(parse_for(mail, line, now), NewGame)
        for line in (mail.subject, *lines)
    )
    return [mail.subject, *lines] if begins_game and not any(others) else lines


def _carry_out(
    mail: IncomingMail, lines: Sequence[str], writer: str, now: datetime
) -> None:
    assert mail.user is not None
    ours = mail.replies_to
    if ours is not None and ours.sent_at is not None and ours.user_id == mail.user_id:
        # their reply shows that our mail arrived
        note_reached(user=mail.user, sent_at=ours.sent_at)
    if mail.user.is_active:
        results = execute_lines(mail, lines, now=now, writer=writer)
    else:  # the answer says that the staff have closed the account
        results = [LineResult(line, LineStatus.UNTRIED) for line in lines]
    if answers_talk(mail) and is_all_said(results):
        # Talk that was posted at the table needs no answer.
        note_results(mail, Reading.DONE, results, now=now)
    else:
        finish_reply(mail, Reading.DONE, results, now=now)


def _ask_to_confirm(mail: IncomingMail, lines: Sequence[str], now: datetime) -> None:
    """Ask the player to confirm a mail that anybody may have written."""
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
