"""What a line of a reply does: each ask is carried out by a service of the games."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games import queries, services
from games.dates import long_day
from games.errors import GameNotStarted, StaleVersion, TooLate
from games.errors import SeatStewarded as Stewarded
from games.limits import TALK
from games.models import DecidedHow, Seat, Status
from games.words.lexicon import current_language
from games.words.orders import understood
from games.words.spelling import spelled
from notifications.replies import refusals
from notifications.replies.asks import Ask, Away, Pick, Play, Simple, Unclear, Worded
from notifications.replies.newcomers import name_for, settle_language
from notifications.replies.shown import Shown
from notifications.replies.votes import motion_meant
from stoneage_core import notation

HOW = DecidedHow.REPLY


@dataclass(frozen=True)
class Case:
    """
    A line's circumstances: whose it is, and which mail is answered.

    ``version`` is the one that an earlier line of the same mail led to, if any;
    ``writer`` is how the player calls themselves in their mails, '' if unknown.
    """

    seat: Seat
    shown: Shown | None
    version: int | None
    now: datetime
    writer: str = ""

    @property
    def is_inviting(self) -> bool:
        """Whether the game waits for answers to its invitations."""
        return self.seat.game.status == Status.INVITING

    @property
    def is_vote_wanted(self) -> bool:
        """Whether the mail that is answered asked for a vote."""
        return self.shown is not None and self.shown.motion is not None

    @property
    def expected_version(self) -> int:
        """The version on which a command was decided, or may be taken to be."""
        if self.version is not None:
            return self.version
        return self.seat.game.version if self.shown is None else self.shown.version


@dataclass(frozen=True)
class Done:
    """What was done, in words, and the version to go on with if it changed."""

    words: str = ""
    version: int | None = None


def carry_out(ask: Ask, case: Case) -> Done:
    """Do what is asked for; raise Refused or the engine's GameError."""
    match ask:
        case Play() | Pick():
            return _play(case, command_of(ask, case.shown))
        case Away(until, begins):
            return _away(case, until, begins)
        case Simple(name):
            return _SIMPLE[name](case)
        case Worded(name, words):
            return _WORDED[name](case, words)
        case Unclear(why):
            raise refusals.NotUnderstood(why)


def command_of(ask: Play | Pick, shown: Shown | None) -> str:
    """Return the command that is meant: numbers are from the mail that is answered."""
    if isinstance(ask, Play) and (ask.number is None or not (shown and shown.texts)):
        return ask.text
    assert ask.number is not None
    there = _chosen(shown, ask.number)
    if not _agrees(ask, there):
        raise refusals.Contradiction(ask.number, spelled(there))
    return there


def _agrees(ask: Play | Pick, text: str) -> bool:
    """Whether all that a line says besides a number is so of the choice."""
    if isinstance(ask, Play):
        return ask.text == text
    return all(f" {words} " in f" {text} " for words in ask.beside)


def _chosen(shown: Shown | None, number: int) -> str:
    if shown is None or not shown.texts:
        raise refusals.NothingToNumber
    if not 0 < number <= len(shown.texts):
        raise refusals.NoSuchNumber(len(shown.texts))
    return shown.texts[number - 1]


def _play(case: Case, text: str) -> Done:
    try:
        done = services.command_submit(
            seat=case.seat,
            command=notation.from_text(text),
            expected_version=case.expected_version,
            request_id=None,  # the mail is read once, with all that it asks for
            now=case.now,
            how=HOW,
        )
    except StaleVersion as stale:
        raise refusals.GoneOn from stale
    except Stewarded as stewarded:
        raise refusals.StewardPlays from stewarded
    return Done(spelled(text), done.game.version)


def _away(case: Case, until: date, begins: date | None) -> Done:
    """Stop the clock until the end of a day, in the player's own time zone."""
    services.absence_declare(
        seat=case.seat,
        begins=None if begins is None else _midnight(begins),
        ends=_midnight(until, timedelta(days=1)),
        now=case.now,
        how=HOW,
    )
    values = {"day": long_day(until)}
    return Done(_("You are away until the end of %(day)s.") % values)


def _midnight(day: date, later: timedelta = timedelta(0)) -> datetime:
    try:
        local = datetime.combine(day + later, time.min)
        return timezone.make_aware(local).astimezone(UTC)
    except OverflowError as error:
        raise refusals.NotUnderstood("date") from error


def _back(case: Case) -> Done:
    services.absence_end(seat=case.seat, now=case.now, how=HOW)
    return Done(_("You are here: your clock runs."))


def _undo(case: Case) -> Done:
    seat = case.seat
    last = queries.open_decision(seat.game, seat.number, case.now)
    if last is None:
        raise TooLate(_("There is nothing that you could take back now."))
    game = services.decision_take_back(
        seat=seat, sequence=last.sequence, now=case.now, how=HOW
    )
    text = spelled(last.command)
    return Done(_("“%(text)s” is taken back.") % {"text": text}, game.version)


def _agree(case: Case) -> Done:
    """“accept”, which is a vote as well where the mail asked for one."""
    return _vote(case, True) if case.is_vote_wanted else _accept(case)


def _accept_with(case: Case, salt: str) -> Done:
    """“accept” with words for the dice; with a vote they may mean anything."""
    if case.is_vote_wanted:
        raise refusals.NotUnderstood("unknown")
    return _accept(case, salt)


def _refuse(case: Case) -> Done:
    """“decline”, in the same way."""
    return _vote(case, False) if case.is_vote_wanted else _decline(case)


def _accept(case: Case, salt: str = "") -> Done:
    name = name_for(case.seat.user, case.writer)
    game = services.seat_accept(
        seat=case.seat, salt=salt, name=name, now=case.now, how=HOW
    )
    settle_language(case.seat.user)
    if not name:
        return Done(_("You are in. Have a good game!"), game.version)
    sentence = _("You are in, and the others see you as %(name)s. Have a good game!")
    return Done(sentence % {"name": name}, game.version)


def _decline(case: Case) -> Done:
    services.seat_decline(seat=case.seat, now=case.now)
    return Done(_("You have declined the invitation."))


def _return(case: Case) -> Done:
    seat = case.seat
    if seat.game.status == Status.ACTIVE and not seat.is_stewarded:
        raise TooLate(_("The steward does not play your seat."))
    game = services.seat_return(seat=seat, user=seat.user, now=case.now, how=HOW)
    return Done(_("The seat is yours again."), game.version)


def _vote(case: Case, agrees: bool) -> Done:
    motion = motion_meant(case.seat, case.shown)
    services.vote_cast(
        seat=case.seat, motion=motion, agrees=agrees, now=case.now, how=HOW
    )
    return Done(_("You have voted yes.") if agrees else _("You have voted no."))


def _say(case: Case, words: str) -> Done:
    TALK.spend(case.seat.pk, now=case.now)
    services.talk_say(seat=case.seat, text=words, now=case.now)
    return Done(_("Said at the table."))


def _orders(case: Case, text: str) -> Done:
    """Keep standing orders, several of them parted by semicolons."""
    if case.is_inviting:
        raise GameNotStarted
    lines = understood(text, current_language())
    written = services.orders_write(seat=case.seat, text=lines, now=case.now)
    if written is None:
        return Done(_("You have no standing orders now."))
    return Done(_("Your standing orders are kept."))


def _see_below(case: Case) -> Done:
    return Done(_("See below."))


_SIMPLE: dict[str, Callable[[Case], Done]] = {
    "help": _see_below,
    "board": _see_below,
    "undo": _undo,
    "back": _back,
    "accept": _agree,
    "decline": _refuse,
    "yes": lambda case: _accept(case) if case.is_inviting else _vote(case, True),
    "no": lambda case: _decline(case) if case.is_inviting else _vote(case, False),
    "return": _return,
    "no orders": lambda case: _orders(case, ""),
}
_WORDED: dict[str, Callable[[Case, str], Done]] = {
    "say": _say,
    "orders": _orders,
    "accept": _accept_with,
}
