"""A function for each kind of request in a reply."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games import queries
from games.absences import declare_absence, end_absence
from games.accounts.users import clean_name, update_user
from games.command_language.lexicon import current_language
from games.command_language.parsing import parse_orders
from games.command_language.spelling import spell_command, spell_orders
from games.errors import Refused
from games.limits import TALK, TALK_BY_MAIL
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Seat, Status, StoredEvent
from games.orders import write_orders
from games.presentation import labels
from games.presentation.dates import duration_in_words, moment_in_words
from games.presentation.text import join_list, name_of, names_of
from games.seats.invitations import accept_seat, decline_seat
from games.seats.offers import return_to_seat
from games.table.orders_form import orders_delay
from games.table.submit import submit_command, take_back_decision
from games.table.votes import cast_vote, decide_own
from games.talk.messages import say_at_table
from notifications.models import IncomingMail
from notifications.replies import errors
from notifications.replies.answered_mail import (
    AnsweredMail,
    find_proposal,
    resolve_command,
)
from notifications.replies.new_games import play_again, start_bot_game
from notifications.replies.results import LineResult
from notifications.replies.vocabulary import (
    ORDERS,
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
    read_absence,
)
from stoneage_core import GameState, notation
from stoneage_core.components.resources import FOOD, NOTHING
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.more_time import AskForTime, GiveTime, may_give
from stoneage_core.match.state import Source


@dataclass(frozen=True)
class ReplyContext:
    """
    The seat that a line is about, the mail that it answers, and the time. ``version``
    is the game's version after an earlier line of the same mail changed the game.
    ``reply`` is what the event log records about the mail. ``writer`` is the name in
    the player's From header, or ''.
    """

    seat: Seat
    answered: AnsweredMail | None
    version: int | None
    reply: ReplyReceived
    now: datetime
    writer: str = ""

    @property
    def is_inviting(self) -> bool:
        return self.seat.game.status == Status.INVITING

    @property
    def is_vote_wanted(self) -> bool:
        return self.answered is not None and self.answered.proposal is not None

    @property
    def question(self) -> LineResult | None:
        """The line about which that mail asked “did you mean …?”, or None."""
        return None if self.answered is None else self.answered.question

    @property
    def expected_version(self) -> int:
        if self.version is not None:
            return self.version
        return (
            self.seat.game.version if self.answered is None else self.answered.version
        )


@dataclass(frozen=True)
class Handled:
    words: str = ""
    version: int | None = None


def handle_intent(intent: Intent, context: ReplyContext) -> Handled:
    """Do what a line asks for; raise Refused or the engine's GameError."""
    match intent:
        case Play() | Pick():
            return play_command(context, resolve_command(intent, context.answered))
        case Away():
            return _go_away(context, intent)
        case PerhapsAway():
            raise errors.not_understood("away", context.now)
        case Plan():
            raise errors.not_understood("unknown", context.now)
        case Simple(name):
            return _SIMPLE[name](context)
        case Worded(name, words):
            return _WORDED[name](context, words)
        case NewGame(opponents):
            user = context.seat.user
            assert user is not None
            begun = start_bot_game(
                user, opponents, now=context.now, reply=context.reply
            )
            return Handled(begun)
        case Unclear(why):
            raise errors.not_understood(why, context.now)


def _go_away(context: ReplyContext, days: Away) -> Handled:
    begins, ends = moments_of(days)
    declare_absence(
        seat=context.seat,
        begins=begins,
        ends=ends,
        now=context.now,
        source=context.reply,
    )
    values = {"until": moment_in_words(ends)}
    return Handled(_("Your clock stops until %(until)s.") % values)


def handle_request(intent: Intent, mail: IncomingMail, now: datetime) -> str:
    """
    Do what a mail to the service's own address asks for; return a sentence about it.
    Such mails can start games against bots and ask for help. Raises Refused for
    anything else, because we cannot tell which game it is about.
    """
    assert mail.user is not None
    match intent:
        case NewGame(opponents):
            reply = ReplyReceived(0, mail.digest, mail.is_signed)
            return start_bot_game(mail.user, opponents, now=now, reply=reply)
        case Simple("help"):
            return _("See below.")
        case Unclear(why):
            raise errors.not_understood(why, now)
    raise Refused(
        "invalid",
        _(
            "We can’t tell which game this is for. Reply to an email about that game, "
            "or write “new game” and whom to play against."
        ),
    )


def _yes_or_no(context: ReplyContext, agrees: bool) -> Handled:
    """Answer the last question: a “did you mean”, a vote or an invitation."""
    question = context.question
    if question is None:
        return _answer(context, agrees, is_vote=not context.is_inviting)
    if days := read_absence(question.suggestion):
        if agrees:
            return _go_away(context, days)
        return Handled(_("All right, your clock keeps running."))
    name, _space, text = question.suggestion.partition(" ")
    if not agrees:
        return Handled(_("All right, we haven’t done it."))
    if question.suggestion == "undo":
        return _undo_decision(context)
    if name == ORDERS:
        return _orders(context, text)
    done = play_command(replace(context, version=question.version), question.suggestion)
    return Handled(_("We played “%(move)s”.") % {"move": done.words}, done.version)


def _okay(context: ReplyContext) -> Handled:
    """Treat “ok” as “yes” if the answered mail asked something; otherwise refuse it."""
    if context.question or context.is_inviting or context.is_vote_wanted:
        return _yes_or_no(context, True)
    raise errors.not_understood("unknown", context.now)


def _answer(context: ReplyContext, agrees: bool, *, is_vote: bool) -> Handled:
    if not is_vote:
        return _accept(context) if agrees else _decline(context)
    cast_vote(
        seat=context.seat,
        proposal=find_proposal(context.seat, context.answered),
        agrees=agrees,
        now=context.now,
        source=context.reply,
    )
    return Handled(_("Your vote is in: yes.") if agrees else _("Your vote is in: no."))


def _accept(context: ReplyContext) -> Handled:
    """Join the game; a player without a name gets the one in their signature."""
    user, name = context.seat.user, ""
    if user is not None and not user.name and "@" not in context.writer:
        with suppress(Refused):
            name = clean_name(context.writer)
    game = accept_seat(
        seat=context.seat, name=name, now=context.now, source=context.reply
    )
    if user is not None and not user.language_known:
        # They understood the invitation, so we keep its language.
        update_user(user=user, language=user.language)
    if not name:
        return Handled(_("You’re in. Have a good game!"), game.version)
    sentence = _("You’re in, and the others see you as %(name)s. Have a good game!")
    return Handled(sentence % {"name": name}, game.version)


def _decline(context: ReplyContext) -> Handled:
    decline_seat(seat=context.seat, now=context.now)
    return Handled(_("You’ve declined the invitation."))


def play_command(
    context: ReplyContext, text: str, *, only_if_open: bool = False
) -> Handled:
    """With ``only_if_open`` refuse what a reply could not take back."""
    try:
        done = submit_command(
            seat=context.seat,
            command=notation.from_text(text),
            expected_version=context.expected_version,
            request_id=None,  # a mail is carried out only once anyway
            now=context.now,
            source=context.reply,
            only_if_open=only_if_open,
        )
    except Refused as refusal:
        if refusal.code == "stale":
            raise Refused("stale", str(errors.GAME_HAS_MOVED_ON)) from refusal
        if refusal.code == "on_autopilot":
            sentence = _(
                "Autopilot is playing for you. Reply “return” to take your seat back."
            )
            raise Refused("on_autopilot", sentence) from refusal
        raise
    return Handled(spell_command(text), done.game.version)


def open_decision_of(context: ReplyContext) -> StoredEvent:
    """Return what a reply can take back; raise Refused (too_late) without any."""
    seat = context.seat
    last = queries.open_decision(
        seat.game, seat.number, context.now, source=Source.REPLY
    )
    if last is None:
        raise Refused("too_late", _("There’s nothing to undo now."))
    return last


def _undo_decision(context: ReplyContext) -> Handled:
    seat, last = context.seat, open_decision_of(context)
    game = take_back_decision(
        seat=seat, sequence=last.sequence, now=context.now, source=context.reply
    )
    text = spell_command(last.command)
    return Handled(_("“%(text)s” is undone.") % {"text": text}, game.version)


def moments_of(days: Away) -> tuple[datetime | None, datetime]:
    """Return when an absence begins (None for now) and ends, in the active zone."""
    begins = None if days.begins is None else _midnight(days.begins)
    return begins, _midnight(days.until, timedelta(days=1))


def _midnight(day: date, later: timedelta = timedelta(0)) -> datetime:
    try:
        local = datetime.combine(day + later, time.min)
        return timezone.make_aware(local).astimezone(UTC)
    except OverflowError as error:
        raise Refused("invalid", _("That day is too far away.")) from error


def _come_back(context: ReplyContext) -> Handled:
    end_absence(seat=context.seat, now=context.now, source=context.reply)
    return Handled(_("Welcome back! Your clock is running again."))


def _ask_for_time(context: ReplyContext) -> Handled:
    decide_own(
        seat=context.seat,
        command=AskForTime(),
        now=context.now,
        source=context.reply,
    )
    return Handled(_("We’ve asked the others to give you more time."))


def _give_time(context: ReplyContext) -> Handled:
    """Give time to those who asked for it, or else to the only player on the clock."""
    seat = context.seat
    table = seat.game.table_state
    possible = [
        player
        for player in sorted(table.pending)
        if may_give(table, seat.number, player)
    ]
    wanted = [player for player in possible if table.seats[player].wants_time]
    receivers = wanted or possible
    if not receivers or (len(receivers) > 1 and not wanted):
        raise Refused("too_late", _("No one needs time from you now."))
    for player in receivers:
        decide_own(
            seat=seat, command=GiveTime(player), now=context.now, source=context.reply
        )
    names = names_of(read_seats(seat.game))
    values = {
        "names": join_list([names[player] for player in receivers]),
        "time": duration_in_words(table.control.portion),
    }
    return Handled(_("You gave %(names)s %(time)s more.") % values)


def _take_seat_back(context: ReplyContext) -> Handled:
    seat = context.seat
    if seat.game.status == Status.ACTIVE and not seat.is_on_autopilot:
        raise Refused("too_late", _("Autopilot isn’t playing your seat."))
    game = return_to_seat(
        seat=seat, user=seat.user, now=context.now, source=context.reply
    )
    return Handled(_("Welcome back! You have your seat again."), game.version)


def say(context: ReplyContext, words: str) -> Handled:
    TALK.spend(context.seat.pk, now=context.now)
    TALK_BY_MAIL.spend(context.seat.pk, now=context.now)
    say_at_table(
        seat=context.seat,
        text=words,
        now=context.now,
        before_joining=context.is_inviting,
    )
    return Handled(_("Posted at the table."))


def _tell_score(context: ReplyContext) -> Handled:
    """Say how everybody stands, the first first."""
    state, names = _position_of(context)
    tribes = sorted(enumerate(state.players), key=lambda tribe: -tribe[1].score)
    said = [
        f"{names[seat]} {labels.count_points(tribe.score)}" for seat, tribe in tribes
    ]
    return Handled(f"{join_list(said)}.")


def _tell_goods(context: ReplyContext) -> Handled:
    state, _names = _position_of(context)
    tribe = state.players[context.seat.number]
    has = [labels.count_good(FOOD, tribe.food)]
    if tribe.resources != NOTHING:
        has.append(labels.resources_label(tribe.resources))
    return Handled(_("You have %(goods)s.") % {"goods": join_list(has)})


def _position_of(context: ReplyContext) -> tuple[GameState, list[str]]:
    if context.is_inviting:
        raise Refused("not_started")
    seats = read_seats(context.seat.game)
    return positions.state_of(context.seat.game), [name_of(seat) for seat in seats]


def _orders(context: ReplyContext, text: str) -> Handled:
    """Set orders in place of all there were. An empty text turns them off."""
    if context.is_inviting:
        raise Refused("not_started")
    lines = parse_orders(text, current_language())
    written = write_orders(seat=context.seat, text=lines, now=context.now)
    if written is None:
        return Handled(_("Your orders are off."))
    sentence = _(
        "These are all your orders now: “%(orders)s”. We follow them within %(delay)s "
        "after your turn comes up."
    )
    in_words = "; ".join(spell_orders(written.text).splitlines())
    return Handled(sentence % {"orders": in_words, "delay": orders_delay()})


_SIMPLE: dict[str, Callable[[ReplyContext], Handled]] = {
    "help": lambda context: Handled(_("See below.")),
    "board": lambda context: Handled(_("See below.")),
    "games": lambda context: Handled(_("See below.")),
    "score": _tell_score,
    "goods": _tell_goods,
    "undo": _undo_decision,
    "back": _come_back,
    # These are votes if the answered mail asked for one.
    "accept": lambda context: _answer(context, True, is_vote=context.is_vote_wanted),
    "decline": lambda context: _answer(context, False, is_vote=context.is_vote_wanted),
    "yes": lambda context: _yes_or_no(context, True),
    "no": lambda context: _yes_or_no(context, False),
    "okay": _okay,
    "return": _take_seat_back,
    "more time": lambda context: _ask_for_time(context),
    "give time": lambda context: _give_time(context),
    "rematch": lambda context: Handled(
        play_again(context.seat, now=context.now, reply=context.reply)
    ),
    "no orders": lambda context: _orders(context, ""),
}
_WORDED: dict[str, Callable[[ReplyContext, str], Handled]] = {
    "say": say,
    "orders": _orders,
}
