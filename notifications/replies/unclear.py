"""What becomes of a line that is no clear request: it is played, asked about or passed.

A move is played without a question only if exactly one legal command fits, nothing
speaks against it, and a reply can take it back.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.absences import check_absence
from games.command_language.lexicon import current_language
from games.command_language.reading import MoveReading, read_move
from games.command_language.spelling import spell_command, spell_orders
from games.errors import Refused
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Invitation, StoredEvent
from games.presentation.dates import moment_in_words
from games.presentation.text import join_list, name_of
from notifications.mails.blocks.question import number_choices
from notifications.models import IncomingMail
from notifications.replies.answered_mail import resolve_command
from notifications.replies.errors import GAME_HAS_MOVED_ON, not_understood
from notifications.replies.handlers import (
    ReplyContext,
    moments_of,
    open_decision_of,
    play_command,
    say,
)
from notifications.replies.lines import is_addressed, is_sentence, requests_in
from notifications.replies.parse import is_question, parse_line
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.vocabulary import (
    ORDERS,
    PASSED_ON,
    PLAY,
    Away,
    Intent,
    PerhapsAway,
    Pick,
    Plan,
    Play,
    Simple,
    Unclear,
    absence_to_text,
    spell_intent,
)
from stoneage_core import GameError, GameState, legal_commands, notation
from stoneage_core.components.places import PLACES
from stoneage_core.payments import Payments
from stoneage_core.rules.placement import MOST_PEOPLE

#: Other unclear lines, such as one about an absence, get an explanation instead.
_MAY_BE_MOVES = (Unclear("unknown"), Unclear("ambiguous"))


def answer_unclear(
    line: str, intent: Intent, context: ReplyContext, rest: Sequence[str]
) -> LineResult | None:
    """
    Return what becomes of a line that is no clear request: a move that is surely meant
    is played, otherwise we ask. None if we can only say that we do not understand.

    If an invitation or a vote waits for “yes” or “no”, we ask about that, whatever the
    line says. Raises Refused if the line announces an absence that is not possible, or
    is surely a move out of turn.
    """
    if isinstance(intent, PerhapsAway) and not context.is_inviting:
        return _ask_about_absence(line, intent.days, context)
    if isinstance(intent, Plan) and not context.is_inviting:
        return _ask_about_plan(line, intent, context)
    if intent in _REQUESTS:
        return _REQUESTS[intent](line, context)
    if isinstance(intent, Play):
        return _read_if_impossible(line, intent, context)
    is_open = intent in _MAY_BE_MOVES or isinstance(intent, PerhapsAway | Plan)
    if not is_open:
        return None
    if context.is_inviting or context.is_vote_wanted:
        return _ask_for_answer(line, context)
    found = None
    if _may_guess(context):
        found = _read_as_move(line, context)
        found = found or _ask_about_line_below(line, context, rest)
    if found is None:
        _refuse_clear_move(line, context)
    return found


def _read_if_impossible(
    line: str, intent: Play, context: ReplyContext
) -> LineResult | None:
    """
    Return what else the words of a line may mean, if what they say in the notation is
    not possible now: “one at the tools” is no use of a tool while people are placed.
    """
    if intent.number or context.is_inviting or not _may_guess(context):
        return None
    legal = _legal_texts(positions.state_of(context.seat.game), context.seat.number)
    return None if intent.text in set(legal) else _read_as_move(line, context)


def _may_guess(context: ReplyContext) -> bool:
    """
    Return whether an unclear line can be a move: not after another move in the same
    email, nor if the game has moved on since our email.
    """
    seat, game = context.seat, context.seat.game
    is_past = context.version is not None or context.expected_version != game.version
    return not is_past and not seat.is_on_autopilot


#: All moves that place people, whatever the position is.
_PLACEMENTS = tuple(
    f"{place.label} {people}" if place.good else place.label
    for place in PLACES
    for people in range(1, MOST_PEOPLE + 1 if place.good else 2)
)


def _refuse_clear_move(line: str, context: ReplyContext) -> None:
    """
    Raise Refused if the line surely places people, but it is not its writer's turn or
    the game has moved on since our email.
    """
    seat, game = context.seat, context.seat.game
    reading = read_move(line, current_language(), _PLACEMENTS, ())
    if not reading.is_sure or context.version is not None or seat.is_on_autopilot:
        return
    if context.expected_version != game.version:
        raise Refused("stale", str(GAME_HAS_MOVED_ON))
    if not any(_legal_texts(positions.state_of(game), seat.number)):
        play_command(context, *reading.fits)  # which raises the reason


def _read_as_move(line: str, context: ReplyContext) -> LineResult | None:
    """Play the move that a line surely means, or ask which of a few it means."""
    reading = _reading_of(line, context)
    if reading.is_sure:
        (text,) = reading.fits
        if played := _play_openly(line, text, context):
            return played
    return _ask_which(line, reading.fits, context) if reading.fits else None


def _reading_of(line: str, context: ReplyContext) -> MoveReading:
    seat = context.seat
    state = positions.state_of(seat.game)
    shown = [choice.text for choice in number_choices(state, seat.number)]
    listed = context.answered.texts if context.answered else ()
    legal = list(_legal_texts(state, seat.number))
    # A number without a list may come from a list that we do not know.
    reading = read_move(line, current_language(), legal, listed or shown)
    is_known = reading.number is None or (listed and set(reading.fits) <= set(legal))
    return reading if is_known else replace(reading, is_sure=False)


def _legal_texts(state: GameState, player: int) -> Iterator[str]:
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            yield from map(notation.to_text, choice.commands())
        else:
            yield notation.to_text(choice)


def _play_openly(line: str, text: str, context: ReplyContext) -> LineResult | None:
    """Play a move if it can be taken back; None if it cannot, or is not possible."""
    try:
        with transaction.atomic():
            done = play_command(context, text, only_if_open=True)
    except (Refused, GameError):
        return None
    sentence = _("We played “%(move)s”. Not what you meant? Reply “%(undo)s”.")
    words = sentence % {"move": spell_command(text), "undo": spell_intent("undo")}
    return LineResult(line, LineStatus.DONE, words, done.version, PLAY, context.seat.pk)


def _ask_which(line: str, likely: Sequence[str], context: ReplyContext) -> LineResult:
    seat, game = context.seat, context.seat.game
    choices = number_choices(positions.state_of(game), seat.number)
    numbers = {choice.text: f"{choice.number}. " for choice in choices}
    listed = [f"“{numbers.get(text, '')}{spell_command(text)}”" for text in likely]
    if len(listed) == 1:
        sentence = _("Did you mean %(choices)s? Reply “%(yes)s”, and we’ll play it.")
    elif all(text in numbers for text in likely):
        sentence = _("Did you mean one of these: %(choices)s? Reply with its number.")
    else:
        sentence = _("Did you mean one of these: %(choices)s? Reply with its words.")
    return LineResult(
        line,
        LineStatus.ASKED,
        sentence % {"choices": join_list(listed), "yes": spell_intent("yes")},
        version=game.version,
        seat=seat.pk,
        suggestion=likely[0] if len(likely) == 1 else "",
    )


def _ask_about_line_below(
    line: str, context: ReplyContext, rest: Sequence[str]
) -> LineResult | None:
    """Ask about the only move below a line that may hold it back."""
    today = timezone.localdate(context.now)
    found = set()
    for each in rest:
        intent = parse_line(each, current_language(), today=today)
        if isinstance(intent, Play | Pick):
            try:
                found.add(resolve_command(intent, context.answered))
            except Refused:
                return None
    legal = _legal_texts(positions.state_of(context.seat.game), context.seat.number)
    if len(found) != 1 or not found <= set(legal):
        return None
    return _ask_which(line, [*found], context)


def _ask_about_undo(line: str, context: ReplyContext) -> LineResult:
    last = open_decision_of(context)
    sentence = _("Would you like to take back “%(move)s”? Reply “%(yes)s”, and it is.")
    values = {"move": spell_command(last.command), "yes": spell_intent("yes")}
    return LineResult(
        line,
        LineStatus.ASKED,
        sentence % values,
        seat=context.seat.pk,
        suggestion="undo",
    )


def _ask_about_plan(line: str, plan: Plan, context: ReplyContext) -> LineResult:
    sentence = _(
        "That sounds like orders for later. Should these be all your orders: "
        "“%(orders)s”? Reply “%(yes)s”, and they are."
    )
    orders = "; ".join(spell_orders(plan.text).splitlines())
    return LineResult(
        line,
        LineStatus.ASKED,
        sentence % {"orders": orders, "yes": spell_intent("yes")},
        seat=context.seat.pk,
        suggestion=f"{ORDERS} {plan.text}",
    )


def _same_again(line: str, context: ReplyContext) -> LineResult:
    """Play the latest of the player's own moves that is possible now."""
    if not _may_guess(context) or context.is_inviting:
        raise not_understood("unknown", context.now)
    seat = context.seat
    legal = set(_legal_texts(positions.state_of(seat.game), seat.number))
    made = StoredEvent.objects.filter(game=seat.game, decided_by=seat.number).moves()
    texts = made.order_by("-sequence").values_list("command", flat=True)
    text = next((text for text in texts if text in legal), None)
    if text is None:
        raise Refused("invalid", _("None of your earlier moves is possible now."))
    return _play_openly(line, text, context) or _ask_which(line, [text], context)


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
    """
    Repeat the answered mail's question; None if it has been answered. A question about
    an invitation is for its host, so it is passed on.
    """
    seat = context.seat
    if context.is_vote_wanted:
        question = _("Are you for it, or against it? Reply “%(yes)s” or “%(no)s”.")
    elif seat.invitation == Invitation.INVITED:
        question = _("Would you like to join? Reply “%(accept)s” or “%(decline)s”.")
        if is_question(line) and _pass_on(line, context):
            passed = _("We passed your question on to the host.")
            question = f"{passed} {question}"
    else:
        return None
    words = {name: spell_intent(name) for name in ("yes", "no", "accept", "decline")}
    return LineResult(line, LineStatus.ASKED, question % words, seat=seat.pk)


def _pass_on(line: str, context: ReplyContext) -> bool:
    """Say a line at the table; return whether that was possible."""
    try:
        with transaction.atomic():
            say(context, line)
    except Refused:
        return False
    return True


def pass_over(line: str, context: ReplyContext) -> LineResult:
    """
    Return the result of a line that is no command. Words to another player are said at
    the table; other sentences are offered to be.
    """
    seat, language = context.seat, current_language()
    seats = read_seats(seat.game)
    others = [one for one in seats if one.number != seat.number and not one.bot]
    if not others:
        return LineResult(line, LineStatus.PASSED, seat=seat.pk)
    is_to_host = context.is_inviting and is_question(line)
    names = [name_of(one) for one in others]
    is_to_someone = is_to_host or is_addressed(line, names)
    if is_to_someone and _pass_on(line, context):
        said = _("Posted at the table.")
        return LineResult(line, LineStatus.DONE, said, intent=PASSED_ON, seat=seat.pk)
    if is_to_someone or is_sentence(line, language):
        sentence = _(
            "The others haven’t read this. Reply “%(say)s”, and we’ll post it at the "
            "table."
        )
        words = sentence % {"say": spell_intent("say")}
        return LineResult(line, LineStatus.OFFERED, words, seat=seat.pk)
    return LineResult(line, LineStatus.PASSED, seat=seat.pk)


def _post_offered(line: str, context: ReplyContext) -> LineResult | None:
    """Say what the answered email offered to post, if the line only says “say”."""
    asks = any(name == "say" for name, _length in requests_in(line, current_language()))
    offered = context.answered.offered if context.answered else ()
    if not asks or not offered or not _pass_on("\n".join(offered), context):
        return None
    said = _("Posted at the table.")
    seat = context.seat.pk
    return LineResult(line, LineStatus.DONE, said, intent="say", seat=seat)


_REQUESTS: dict[Intent, Callable[[str, ReplyContext], LineResult | None]] = {
    Unclear("undo"): _ask_about_undo,
    Simple("same"): _same_again,
    Unclear("empty"): _post_offered,
}
