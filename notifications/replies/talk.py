"""Replies to mails of table talk: they are posted at the table and play nothing.

Everything in a reply to talk is talk; players can rely on that. If a line by itself is
a command, it is neither posted nor carried out: we ask what is meant.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.models import TalkMessage
from notifications.mail_text.quote_stripping import Paragraph
from notifications.models import IncomingMail, Kind
from notifications.replies.execute import parse_for
from notifications.replies.intents import (
    INFORMATION_REQUESTS,
    Away,
    Intent,
    Pick,
    Play,
    Simple,
    Worded,
)
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.vocabulary import spell_intent

#: The same words by mail within this time come from a machine.
REPEATED_WITHIN = timedelta(days=1)
#: Simple intents that are commands even in a reply to talk.
_ACTIONS = frozenset({"undo", "back", "return", "no orders"})


def answers_talk(mail: IncomingMail) -> bool:
    return mail.replies_to is not None and mail.replies_to.kind == Kind.TALK


def talk_lines(
    mail: IncomingMail, paragraphs: Sequence[Paragraph], now: datetime
) -> list[str]:
    """
    Return the single command in a reply to talk: to say everything that was typed.

    This includes greetings and thanks. A single “help” or “board” stays as it is, and a
    “say” in front is dropped.
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
    """Return the question if a line is a command, or None."""
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
    """Return whether everything was posted at the table."""
    return bool(results) and all(
        result.status is LineStatus.DONE and result.intent == "say"
        for result in results
    )


def _is_command(intent: Intent) -> bool:
    match intent:
        case Play() | Pick() | Away():
            return True
        case Simple(name):
            return name in _ACTIONS
        case Worded(name, _words):
            return name == "orders"
    return False
