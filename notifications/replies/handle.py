"""Handling a reply in one transaction: its lines, its talk, and one answer."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.models import TalkMessage
from games.now import zone_of
from games.people.reachability import record_reached
from notifications.mail_text.parse import ParsedMail
from notifications.mail_text.quote_stripping import Paragraph
from notifications.models import IncomingMail, Kind, Reading
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
from notifications.replies.lines import lines_of
from notifications.replies.results import LineResult, LineStatus, record_results
from notifications.replies.vocabulary import (
    INFORMATION_REQUESTS,
    Away,
    Intent,
    NewGame,
    PerhapsAway,
    Pick,
    Play,
    Simple,
    Worded,
    spell_intent,
)

#: The same words by mail within this time come from a machine.
REPEATED_WITHIN = timedelta(days=1)
#: Simple intents that are commands even in a reply to talk.
_ACTIONS = frozenset({"undo", "back", "return", "no orders", "more time", "give time"})


def answers_talk(mail: IncomingMail) -> bool:
    return mail.replies_to is not None and mail.replies_to.kind == Kind.TALK


def talk_lines(
    mail: IncomingMail, paragraphs: Sequence[Paragraph], now: datetime
) -> list[str]:
    """
    Return the single command in a reply to talk: to say everything that was typed, even
    greetings. A single “help” or “board” stays as it is, and a “say” in front is
    dropped.
    """
    typed = [line for paragraph in paragraphs for line in paragraph]
    if not typed:
        return []
    first = parse_for(mail, typed[0], now)
    if len(typed) == 1 and first in INFORMATION_REQUESTS:
        return typed
    if isinstance(first, Worded) and first.name == "say":
        typed[0] = first.words
    return [f"{spell_intent('say')}: {chr(10).join(typed)}"]


def ask_what_is_meant(
    mail: IncomingMail, paragraphs: Sequence[Paragraph], now: datetime
) -> LineResult | None:
    for paragraph in paragraphs:
        for line in paragraph:
            if _is_command(parse_for(mail, line, now)):
                sentence = _(
                    "Is that a move, or should we post it at the table? Reply "
                    "“%(line)s” to play it, or put “%(say)s” in front to post it."
                )
                words = sentence % {"line": line, "say": spell_intent("say")}
                return LineResult(line, LineStatus.ASKED, words, seat=mail.seat_id)
    return None


def is_repeated(mail: IncomingMail, lines: Sequence[str], now: datetime) -> bool:
    """Return whether the seat's last message said the same, as machines do."""
    said = TalkMessage.objects.filter(
        seat=mail.seat_id, user=mail.user_id, said_at__gt=now - REPEATED_WITHIN
    )
    last = said.order_by("pk").last()
    typed = [line.partition(": ")[2].split() for line in lines]
    return last is not None and last.text.split() in typed


def is_all_said(results: Sequence[LineResult]) -> bool:
    return bool(results) and all(
        result.status is LineStatus.DONE and result.intent == "say"
        for result in results
    )


def _is_command(intent: Intent) -> bool:
    match intent:
        case Play() | Pick() | Away() | PerhapsAway():
            return True
        case Simple(name):
            return name in _ACTIONS
        case Worded(name, _words):
            return name == "orders"
    return False


TOO_MANY = "too many mails from unverified senders wait to be confirmed"


@transaction.atomic
def handle_reply(mail: IncomingMail, parsed: ParsedMail, now: datetime) -> None:
    """
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
        record_reached(user=mail.user, sent_at=ours.sent_at)
    if mail.user.is_active:
        results = execute_lines(mail, lines, now=now, writer=writer)
    else:  # the answer says that the staff have closed the account
        results = [LineResult(line, LineStatus.UNTRIED) for line in lines]
    if answers_talk(mail) and is_all_said(results):
        # Talk that was posted at the table needs no answer.
        record_results(mail, Reading.DONE, results, now=now)
    else:
        finish_reply(mail, Reading.DONE, results, now=now)


def _ask_to_confirm(mail: IncomingMail, lines: Sequence[str], now: datetime) -> None:
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
