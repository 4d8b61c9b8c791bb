"""Executes the lines of a reply, one after the other, up to the first failure.

Of an answer to a digest, up to the first in each game; one of which nobody knows for
which game it was ends all.

All of them, the note of what became of them and the answer are one transaction: if its
worker dies, nothing was done, and whoever reads the mail again begins anew.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.errors import Refused
from games.models import Game, Seat
from games.presentation.error_text import error_sentence
from games.store.locks import lock_games, lock_user
from games.store.table_rows import read_seats
from notifications.models import IncomingMail
from notifications.models.incoming import SOMEBODY_ELSE
from notifications.replies import errors
from notifications.replies.answered_mail import find_answered_mail
from notifications.replies.digests import Target, find_target, games_in
from notifications.replies.handlers import handle_intent
from notifications.replies.intents import (
    ASKED_OF_US,
    Away,
    Intent,
    NewGame,
    Pick,
    Play,
    Simple,
    Worded,
)
from notifications.replies.parse import parse_line
from notifications.replies.reply_context import ReplyContext
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.salutations import may_be_command
from notifications.replies.service_requests import execute_request
from notifications.replies.suggestions import ask_back
from notifications.replies.votes import reject_answer_to_question
from stoneage_core import GameError
from stoneage_core.events.service import ReplyReceived

#: Nobody means to play more at once; the others are not tried.
MOST_LINES = 40
#: What a line asks for that makes a decision in the game.
PLAY = "play"
#: What takes any words, and so may go on in the next lines.
SPOKEN = ("say", "orders")
NOBODY = "nobody plays this seat by mail any more"


def lock_for_reply(mail: IncomingMail) -> str:
    """
    Lock a mail's player and game; return why they do not play there, '' if they do.

    Of a digest these are all of its games; whether a seat of them is still theirs is
    seen line by line. Who wrote to the service itself has to be its writer.
    """
    if mail.user_id is None or (mail.seat_id is None and not mail.is_seatless):
        return NOBODY
    mail.user = lock_user(mail.user_id)
    if mail.is_to_service:
        return "" if mail.is_by_player else NOBODY
    if mail.seat_id is None:
        assert mail.replies_to is not None
        lock_games(games_in(mail.replies_to))
        return NOBODY if mail.user.email is None else ""
    lock_games(Game.objects.filter(seats=mail.seat_id))
    mail.seat = Seat.objects.select_related("game", "user").get(pk=mail.seat_id)
    if mail.user.email is None:
        return NOBODY
    return "" if mail.seat.user_id == mail.user_id else SOMEBODY_ELSE


def execute_lines(
    mail: IncomingMail, lines: Sequence[str], *, now: datetime, writer: str = ""
) -> list[LineResult]:
    """
    Carry out lines, and return how it went; ``writer`` is their player's name, if told.

    Belongs in a transaction that has ``lock_for_reply`` and keeps the results as well.
    Language and time zone are those of the mail's player.
    """
    results: list[LineResult] = []
    for line in lines:
        results.append(_execute(line, mail, results, writer, now))
    return results


def _execute(
    line: str,
    mail: IncomingMail,
    before: Sequence[LineResult],
    writer: str,
    now: datetime,
) -> LineResult:
    """Do what a line asks for, unless one before it failed that may belong to it."""
    if passes_over(line, before, LineStatus.DONE):
        return LineResult(line, LineStatus.PASSED)
    if _is_stopped(before, None):
        return LineResult(line, LineStatus.UNTRIED)
    if len(before) >= MOST_LINES:
        return LineResult(line, LineStatus.FAILED, str(errors.TOO_MANY_LINES))
    intent = parse_for(mail, line, now)
    if mail.is_to_service:
        return execute_request(line, intent, intent_name_of(intent), mail, now)
    try:
        target = target_of(mail, intent)
    except Refused as refusal:
        name = intent_name_of(intent)
        return LineResult(line, LineStatus.FAILED, str(refusal), intent=name)
    if _is_stopped(before, target.seat.pk):
        return LineResult(line, LineStatus.UNTRIED, seat=target.seat.pk)
    return _carry_out(line, mail, target, _context(mail, target, before, writer, now))


def passes_over(line: str, before: Sequence[LineResult], well: LineStatus) -> bool:
    """Whether a line asks for nothing, beneath others that went well.

    Beneath what is said at the table it may be said as well, and is told back.
    """
    is_beneath = any(result.status is well for result in before)
    is_said = any(result.intent in SPOKEN for result in before)
    return is_beneath and not is_said and not may_be_command(line, current_language())


def _is_stopped(before: Sequence[LineResult], seat: int | None) -> bool:
    """Whether a line failed that is of the same seat, or of nobody knows which."""
    return any(
        result.status is not LineStatus.DONE and result.seat in (None, seat)
        for result in before
    )


def target_of(mail: IncomingMail, intent: Intent) -> Target:
    """Return whose seat a line is about; raise Refused where nobody can tell."""
    if mail.replies_to is not None and mail.is_to_digest:
        return find_target(mail.replies_to, intent)
    if mail.answers_lost and intent not in ASKED_OF_US:
        raise Refused(
            "position_lost",
            _(
                "We no longer have the email you answered: maybe we had to go back to "
                "a back-up since. Please reply to our latest one."
            ),
        )
    assert mail.seat_id is not None
    seats = Seat.objects.select_related("game", "user")
    return Target(seats.get(pk=mail.seat_id), intent, find_answered_mail(mail))


def _carry_out(
    line: str, mail: IncomingMail, target: Target, context: ReplyContext
) -> LineResult:
    """Do what a line asks for, or ask back; what is refused leaves no trace."""
    name, seat = intent_name_of(target.intent), target.seat.pk
    if question := ask_back(line, target.intent, context):
        return question
    try:
        with transaction.atomic():
            reject_answer_to_question(name, mail.replies_to)
            done = handle_intent(target.intent, context)
    except (Refused, GameError) as refusal:
        why = error_sentence(refusal, read_seats(context.seat.game))
        return LineResult(line, LineStatus.FAILED, why, intent=name, seat=seat)
    return LineResult(line, LineStatus.DONE, done.words, done.version, name, seat)


def parse_for(mail: IncomingMail, line: str, now: datetime) -> Intent:
    """Return what a line asks for, in the language and time zone of the moment."""
    assert mail.user is not None
    return parse_line(line, mail.user.language, today=timezone.localdate(now))


def intent_name_of(intent: Intent) -> str:
    """Name what is asked for, so that the answer can add what it needs."""
    match intent:
        case Simple(name) | Worded(name, _):
            return name
        case Play() | Pick():
            return PLAY
        case Away():
            return "away"
        case NewGame():
            return "new game"
    return ""


def _context(
    mail: IncomingMail,
    target: Target,
    before: Sequence[LineResult],
    writer: str,
    now: datetime,
) -> ReplyContext:
    """Return a line's circumstances, as they are now."""
    own = (result for result in before if result.seat == target.seat.pk)
    versions = [result.version for result in own if result.version is not None]
    return ReplyContext(
        seat=target.seat,
        answered=target.answered,
        version=versions[-1] if versions else None,
        reply=ReplyReceived(target.seat.number, mail.digest, mail.is_signed),
        writer=writer,
        now=now,
    )
