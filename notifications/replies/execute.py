"""Executing the lines of a reply, one after the other.

In an answer to a digest, a failed line stops only its own game. A line that fits no
game stops everything.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.command_language.spelling import spell_command
from games.errors import Refused
from games.locks import lock_games, lock_user
from games.log.table_rows import read_seats
from games.models import Game, Seat
from games.presentation.error_text import error_sentence
from games.presentation.text import name_of
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
)
from notifications.replies.lines import (
    introduces_others,
    is_spoken_to,
    is_talk,
    may_be_command,
)
from notifications.replies.parse import is_question, parse_line
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.unclear import answer_unclear, pass_over
from notifications.replies.vocabulary import (
    INFORMATION_REQUESTS,
    ORDERS,
    PASSED_ON,
    PLAY,
    Away,
    Intent,
    NewGame,
    PerhapsAway,
    Pick,
    Plan,
    Play,
    Simple,
    Unclear,
    Worded,
)
from stoneage_core import GameError
from stoneage_core.events.service import ReplyReceived

#: Nobody plays more in one mail; further lines are not tried.
MOST_LINES = 40
#: The intents that take free text, which may continue on the next lines.
FREE_TEXT = ("say", ORDERS)
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
    language = current_language()
    talk = _talk_among(mail, lines)
    if mail.seat is not None and mail.seat.is_invited:
        talk = _questions_among(mail, lines, now)
        if lines and len(talk) == len(lines):  # one question to the host
            lines, talk = [" ".join(lines)], set()
    names = _names_beside(mail)
    for at, line in enumerate(lines):
        is_to_people = is_spoken_to(line, names, language)
        if at in talk or is_to_people or is_skippable(line, results, LineStatus.DONE):
            context = _context_of(mail, writer, now)
            passed = LineResult(line, LineStatus.PASSED)
            result = passed if context is None else pass_over(line, context)
        elif _is_stopped(results, None):
            result = LineResult(line, LineStatus.UNTRIED, intent=_clear_name(line, now))
        elif len(results) >= MOST_LINES:
            result = LineResult(line, LineStatus.FAILED, str(TOO_MANY_LINES))
        elif mail.is_to_service:
            result = _execute_request(line, mail, now)
        else:
            rest = lines[at + 1 :]
            result = _execute(line, mail, results, rest=rest, writer=writer, now=now)
        results.append(result)
    return results


def _talk_among(mail: IncomingMail, lines: Sequence[str]) -> set[int]:
    """
    Return the places of the lines above the first possible command, if there is one.
    They are talk: nothing in them is done, and they stop nothing.
    """
    language = current_language()
    if mail.is_to_service or mail.is_to_digest:
        return set()  # there an unclear line stops everything
    names = _names_beside(mail)
    commands = [
        at
        for at, line in enumerate(lines)
        if introduces_others(line, language)
        or not (is_talk(line, language) or is_spoken_to(line, names, language))
    ]
    return set(range(commands[0])) if commands else set()


def _questions_among(
    mail: IncomingMail, lines: Sequence[str], now: datetime
) -> set[int]:
    """Return the places of the lines that answer no invitation, but ask something."""
    unclear = [isinstance(parse_for(mail, line, now), Unclear) for line in lines]
    return {
        at
        for at, line in enumerate(lines)
        if unclear[at] and (is_question(line) or is_talk(line, current_language()))
    }


def _names_beside(mail: IncomingMail) -> list[str]:
    """Return the names of the other people in the game of a mail."""
    if mail.seat is None:
        return []
    seats = read_seats(mail.seat.game)
    others = [one for one in seats if one.number != mail.seat.number and not one.bot]
    return [name_of(one) for one in others]


def _talk_alone(line: str, context: ReplyContext) -> LineResult | None:
    """Return the result of a line that is only talk, or None if it may be more."""
    if may_be_command(line, current_language()):
        return None
    passed = pass_over(line, context)
    return None if passed.status is LineStatus.PASSED else passed


def _context_of(mail: IncomingMail, writer: str, now: datetime) -> ReplyContext | None:
    """Return what a line of talk is about, or None if no single game is."""
    if mail.seat_id is None or mail.answers_lost:
        return None
    seat = Seat.objects.select_related("game", "user").get(pk=mail.seat_id)
    reply = ReplyReceived(seat.number, mail.digest, mail.is_signed)
    return ReplyContext(
        seat=seat,
        answered=find_answered_mail(mail),
        version=None,
        reply=reply,
        writer=writer,
        now=now,
    )


def _clear_name(line: str, now: datetime) -> str:
    """Return the name of the intent of a line that was not tried, '' if unclear."""
    today = timezone.localdate(now)
    return intent_name_of(parse_line(line, current_language(), today=today))


def _execute(
    line: str,
    mail: IncomingMail,
    before: Sequence[LineResult],
    *,
    rest: Sequence[str],
    writer: str,
    now: datetime,
) -> LineResult:
    """``before`` are the results of the lines above, ``rest`` are the lines below."""
    intent = parse_for(mail, line, now)
    try:
        target = _target_of(mail, intent, now)
    except Refused as refusal:
        name = intent_name_of(intent)
        return LineResult(line, LineStatus.FAILED, error_sentence(refusal), intent=name)
    name, seat = intent_name_of(target.intent), target.seat
    if _is_stopped(before, seat.pk):
        return LineResult(line, LineStatus.UNTRIED, seat=seat.pk, intent=name)
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
        if answer := answer_unclear(line, target.intent, context, rest):
            return answer
        if isinstance(target.intent, Unclear) and not mail.is_to_digest:
            passed = _talk_alone(line, context)
            if passed is not None:
                return passed
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
    talk = _talk_among(mail, lines)
    for at, line in enumerate(lines):
        if at in talk:
            continue
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
        if isinstance(target.intent, Plan):
            raise not_understood("unknown", now)
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
    is_begun = False
    for result in before:
        is_begun = (
            is_begun
            or result.version is not None
            or result.intent not in ("", PASSED_ON)
        )
        is_passed = result.status in (LineStatus.PASSED, LineStatus.OFFERED)
        is_failed = result.status is not LineStatus.DONE and not is_passed
        # What stands below a name or a sentence may be somebody else's text.
        if (is_failed or (is_passed and is_begun)) and result.seat in (None, seat):
            return True
    return False


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
        case Plan():
            return ORDERS
        case NewGame():
            return "new game"
    return ""
