"""Executing the lines of a reply, one after the other.

In an answer to a digest, a failed line stops only its own game. A line that fits no
game stops everything.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.absences import check_absence
from games.command_language.lexicon import current_language
from games.command_language.reading import read_move
from games.command_language.spelling import spell_command
from games.errors import Refused
from games.locks import lock_games, lock_user
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Invitation, Seat
from games.presentation.dates import moment_in_words
from games.presentation.error_text import error_sentence
from games.presentation.text import join_list
from notifications.mails.blocks.question import number_choices
from notifications.models import IncomingMail
from notifications.models.incoming import SEAT_HAS_NEW_PLAYER
from notifications.replies.answered_mail import (
    Target,
    find_answered_mail,
    find_target,
    games_in,
    reject_answer_to_question,
    resolve_command,
)
from notifications.replies.errors import TOO_MANY_LINES, not_understood
from notifications.replies.handlers import (
    ReplyContext,
    handle_intent,
    handle_request,
    moments_of,
)
from notifications.replies.parse import parse_line
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.lines import may_be_command
from notifications.replies.vocabulary import (
    INFORMATION_REQUESTS,
    Away,
    Intent,
    NewGame,
    PerhapsAway,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
    absence_to_text,
    spell_intent,
)
from stoneage_core import GameError
from stoneage_core.events.service import ReplyReceived

#: Other unclear lines, such as one about an absence, get an explanation instead.
_MAY_BE_MOVES = (Unclear("unknown"), Unclear("ambiguous"))


def ask_back(line: str, intent: Intent, context: ReplyContext) -> LineResult | None:
    """
    Return a question about an unclear line, or None. If an invitation or a vote waits
    for “yes” or “no”, we ask about that, whatever the line says. We do not ask after
    another move in the same mail, or if the game has moved on since our mail. Raises
    Refused if the line announces an absence that is not possible.
    """
    if isinstance(intent, PerhapsAway) and not context.is_inviting:
        return _ask_about_absence(line, intent.days, context)
    if intent not in _MAY_BE_MOVES and not isinstance(intent, PerhapsAway):
        return None
    if context.is_inviting or context.is_vote_wanted:
        return _ask_for_answer(line, context)
    seat, game = context.seat, context.seat.game
    is_past = context.version is not None or context.expected_version != game.version
    if is_past or seat.is_on_autopilot:
        return None
    choices = number_choices(positions.state_of(game), seat.number)
    texts = [choice.text for choice in choices]
    likely = list(read_move(line, current_language(), texts, texts).fits)
    if not likely:
        return None
    meant = [choice for choice in choices if choice.text in likely]
    listed = [f"“{each.number}. {spell_command(each.text)}”" for each in meant]
    one = _("Did you mean %(choices)s? Reply “%(yes)s”, and we’ll play it.")
    several = _("Did you mean one of these: %(choices)s? Reply with its number.")
    sentence = one if len(listed) == 1 else several
    return LineResult(
        line,
        LineStatus.ASKED,
        sentence % {"choices": join_list(listed), "yes": spell_intent("yes")},
        version=game.version,
        seat=seat.pk,
        suggestion=likely[0] if len(likely) == 1 else "",
    )


def _ask_about_absence(line: str, days: Away, context: ReplyContext) -> LineResult:
    begins, ends = moments_of(days)
    check_absence(seat=context.seat, begins=begins, ends=ends, now=context.now)
    values = {"until": moment_in_words(ends), "yes": spell_intent("yes")}
    question = _(
        "Should your clock stop until %(until)s? Reply “%(yes)s”, and it does."
    )
    if begins is not None:
        question = _(
            "Should your clock stop from %(begins)s until %(until)s? Reply “%(yes)s”, "
            "and it does."
        )
        values["begins"] = moment_in_words(begins)
    # A program repeats itself, and must not get our question for ever. So a repeated
    # line counts as one that we do not understand.
    is_repeated = _has_asked_about(line, context)
    return LineResult(
        line,
        LineStatus.FAILED if is_repeated else LineStatus.ASKED,
        question % values,
        intent="" if is_repeated else "away",
        seat=context.seat.pk,
        suggestion=absence_to_text(days),
    )


def _has_asked_about(line: str, context: ReplyContext) -> bool:
    """Return whether we asked about the same line within a day."""
    seat = context.seat
    recent = IncomingMail.objects.filter(
        seat=seat.pk, user=seat.user_id, read_at__gt=context.now - timedelta(days=1)
    )
    results = recent.values_list("results", flat=True)
    return any(
        row["line"] == line and row["suggestion"] for rows in results for row in rows
    )


def _ask_for_answer(line: str, context: ReplyContext) -> LineResult | None:
    """Repeat the answered mail's question; None if it has been answered."""
    seat = context.seat
    if context.is_vote_wanted:
        question = _("Are you for it, or against it? Reply “%(yes)s” or “%(no)s”.")
    elif seat.invitation == Invitation.INVITED:
        question = _("Would you like to join? Reply “%(accept)s” or “%(decline)s”.")
    else:
        return None
    words = {name: spell_intent(name) for name in ("yes", "no", "accept", "decline")}
    return LineResult(line, LineStatus.ASKED, question % words, seat=seat.pk)


#: Nobody plays more in one mail; further lines are not tried.
MOST_LINES = 40
#: The intent name of a line that plays a command.
PLAY = "play"
#: The intents that take free text, which may continue on the next lines.
FREE_TEXT = ("say", "orders")
#: How much to quote of a line that cannot be done: it may be an advertisement.
SHORTENED = 30
NOBODY = "nobody plays this seat by mail now"


def lock_for_reply(mail: IncomingMail) -> str:
    """
    Lock a mail's player and game; return why the player may not play, or ''.

    A reply to a digest locks all of its games; whether the player still has a seat in
    them is checked line by line. A mail to the service's own address must be
    authenticated.
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
    return "" if mail.seat.user_id == mail.user_id else SEAT_HAS_NEW_PLAYER


def execute_lines(
    mail: IncomingMail, lines: Sequence[str], *, now: datetime, writer: str = ""
) -> list[LineResult]:
    """
    Call this in a transaction after ``lock_for_reply``, and save the results in the
    same one. The language and time zone must be those of the mail's player.
    """
    results: list[LineResult] = []
    for line in lines:
        if is_skippable(line, results, LineStatus.DONE):
            result = LineResult(line, LineStatus.PASSED)
        elif _is_stopped(results, None):
            result = LineResult(line, LineStatus.UNTRIED)
        elif len(results) >= MOST_LINES:
            result = LineResult(line, LineStatus.FAILED, str(TOO_MANY_LINES))
        elif mail.is_to_service:
            result = _execute_request(line, mail, now)
        else:
            result = _execute(line, mail, results, writer, now)
        results.append(result)
    return results


def _execute(
    line: str,
    mail: IncomingMail,
    before: Sequence[LineResult],
    writer: str,
    now: datetime,
) -> LineResult:
    intent = parse_for(mail, line, now)
    try:
        target = _target_of(mail, intent, now)
    except Refused as refusal:
        name = intent_name_of(intent)
        return LineResult(line, LineStatus.FAILED, error_sentence(refusal), intent=name)
    name, seat = intent_name_of(target.intent), target.seat
    if _is_stopped(before, seat.pk):
        return LineResult(line, LineStatus.UNTRIED, seat=seat.pk)
    versions = [
        each.version
        for each in before
        if each.seat == seat.pk and each.version is not None
    ]
    context = ReplyContext(
        seat=seat,
        answered=target.answered,
        version=versions[-1] if versions else None,
        reply=ReplyReceived(seat.number, mail.digest, mail.is_signed),
        writer=writer,
        now=now,
    )
    try:
        if question := ask_back(line, target.intent, context):
            return question
        with transaction.atomic():
            reject_answer_to_question(name, mail.replies_to)
            done = handle_intent(target.intent, context)
    except (Refused, GameError) as refusal:
        why = error_sentence(refusal, read_seats(seat.game))
        return LineResult(line, LineStatus.FAILED, why, intent=name, seat=seat.pk)
    return LineResult(line, LineStatus.DONE, done.words, done.version, name, seat.pk)


def _execute_request(line: str, mail: IncomingMail, now: datetime) -> LineResult:
    intent = parse_for(mail, line, now)
    name = intent_name_of(intent)
    try:
        with transaction.atomic():
            words = handle_request(intent, mail, now)
    except Refused as refusal:
        return LineResult(line, LineStatus.FAILED, error_sentence(refusal), intent=name)
    return LineResult(line, LineStatus.DONE, words, intent=name)


def preview_lines(
    mail: IncomingMail, lines: Sequence[str], *, now: datetime
) -> list[LineResult]:
    """
    Return what the lines would do, up to the first one that would fail. If lines above
    it wait for a confirmation, the lines below it that may be commands are listed, too.
    All are shortened: anybody may have written them.
    """
    results: list[LineResult] = []
    for at, line in enumerate(lines):
        if at == MOST_LINES:
            return [*results, _refused(line, str(TOO_MANY_LINES))]
        if is_skippable(line, results, LineStatus.PENDING):
            stopped = LineResult(line[:SHORTENED], LineStatus.PASSED)
        else:
            result = _preview(line, mail, now)
            if result.status is LineStatus.PENDING:
                results.append(result)
                continue
            stopped = result
        untried = list(_untried(lines[at + 1 : MOST_LINES])) if results else []
        is_told = untried or stopped.status is LineStatus.FAILED
        return [*results, stopped, *untried] if is_told else results
    return results


def _untried(lines: Sequence[str]) -> Iterator[LineResult]:
    for line in lines:
        if may_be_command(line, current_language()):
            yield LineResult(line[:SHORTENED], LineStatus.UNTRIED)


def _preview(line: str, mail: IncomingMail, now: datetime) -> LineResult:
    intent = parse_for(mail, line, now)
    words = ""
    try:
        target = _target_of(mail, intent, now)
        if isinstance(target.intent, Unclear):
            raise not_understood(target.intent.why, now)
        if isinstance(target.intent, PerhapsAway):
            raise not_understood("away", now)
        if isinstance(target.intent, Play | Pick):
            words = spell_command(resolve_command(target.intent, target.answered))
    except Refused as refusal:
        return _refused(line, error_sentence(refusal), intent_name_of(intent))
    name, seat = intent_name_of(target.intent), target.seat.pk
    return LineResult(line, LineStatus.PENDING, words, intent=name, seat=seat)


def _refused(line: str, why: str, name: str = "") -> LineResult:
    return LineResult(line[:SHORTENED], LineStatus.FAILED, why, intent=name)


def is_skippable(line: str, before: Sequence[LineResult], well: LineStatus) -> bool:
    """
    Return whether to skip a line: it is no command, and a line above went ``well``.
    Lines after table talk are never skipped, because the writer may have meant them as
    talk, too: the answer quotes them.
    """
    is_beneath = any(result.status is well for result in before)
    is_said = any(result.intent in FREE_TEXT for result in before)
    return is_beneath and not is_said and not may_be_command(line, current_language())


def _is_stopped(before: Sequence[LineResult], seat: int | None) -> bool:
    return any(
        result.status is not LineStatus.DONE and result.seat in (None, seat)
        for result in before
    )


def _target_of(mail: IncomingMail, intent: Intent, now: datetime) -> Target:
    if mail.replies_to is not None and mail.is_to_digest:
        return find_target(mail.replies_to, intent, now)
    if mail.answers_lost and intent not in INFORMATION_REQUESTS:
        raise Refused(
            "position_lost",
            _(
                "We no longer have the email you answered: maybe we had to go back to "
                "a backup since. Please reply to our latest one."
            ),
        )
    assert mail.seat_id is not None
    seats = Seat.objects.select_related("game", "user")
    return Target(seats.get(pk=mail.seat_id), intent, find_answered_mail(mail))


def parse_for(mail: IncomingMail, line: str, now: datetime) -> Intent:
    assert mail.user is not None
    return parse_line(line, mail.user.language, today=timezone.localdate(now))


def intent_name_of(intent: Intent) -> str:
    match intent:
        case Simple(name) | Worded(name, _):
            return name
        case Play() | Pick():
            return PLAY
        case Away() | PerhapsAway():
            return "away"
        case NewGame():
            return "new game"
    return ""
