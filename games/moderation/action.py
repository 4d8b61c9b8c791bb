"""What an action of the staff is, and the one function that does any of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import Any

from django.db import transaction

from games.errors import InvalidChoice, TooLate
from games.history.chronicle import Line
from games.labels import Text
from games.models import Game, ModerationAction, Report, Seat, Status, User
from games.moderation import conflicts
from games.moderation.context import ActionContext
from games.moderation.forms import ReasonForm
from games.moderation_log import clean_reason, log_action
from games.pages.board import Board
from games.pages.tribes import Tribe
from games.services.locking import lock_user
from games.services.table import Table, open_table
from games.signals import Survey
from stoneage_core import Phase


class Lock(Enum):
    """How far a game has to be for an action."""

    ANY = auto()
    #: It has begun, and is not over for good: its seed is not known.
    BEGUN = auto()
    #: It is played, or frozen.
    RUNNING = auto()
    #: It is played, and not frozen.
    PLAYABLE = auto()


@dataclass(frozen=True)
class Standing:
    """How a tribe would come off."""

    rank: int
    seat: int
    name: str
    score: int


@dataclass
class Preview:
    """What an action would come to, to be read before it is done."""

    sentences: list[str] = field(default_factory=list)
    board: Board | None = None
    tribes: tuple[Tribe, ...] = ()
    struck: tuple[Line, ...] = ()
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Action:
    """
    One thing that the staff can do: all about it in one place.

    Only the staff read ``title`` and ``explains``; the other words are for everybody,
    and translated.
    """

    #: Stored in the log and in addresses, and named in records: it never changes.
    key: str
    title: str
    explains: str
    #: In the log and as the headline of the mail: 'paused the game'.
    done: Text
    #: The headline where the mail speaks to one person.
    heading: Text = ""
    #: What it means for the mail's reader; ``means_until`` while there is a moment.
    means: Text = ""
    means_until: Text = ""
    until: Callable[[ModerationAction], datetime | None] = lambda row: None
    permission: str = "note_game"
    about: type[Game | User | Report] = Game
    lock: Lock = Lock.RUNNING
    form: type[ReasonForm] = ReasonForm
    #: Whether there is a button for it: asked with the game or person, and the moment.
    is_available: Callable[[Any, datetime], bool] = lambda about, now: True
    perform: Callable[[ActionContext], object] = lambda act: None
    #: What else is done, and published, once the row of the log is there.
    follow_up: Callable[[ActionContext], object] = lambda act: None
    #: What events, deadlines and mails do not tell; asked when it is done.
    notes: Callable[[ActionContext], Preview] = lambda act: Preview()
    is_grave: bool = False
    #: Whether it ends all sign-in, so that its mail leads to one's data.
    ends_sign_in: bool = False

    def meaning_of(self, row: ModerationAction, word: Callable[[datetime], str]) -> str:
        """Return what its mail says of it; ``word`` puts a moment in words."""
        until = self.until(row)
        later = str(self.means_until) % {"until": word(until)} if until else ""
        return " ".join(filter(None, [str(self.means), later]))


class CollectActions(Survey[Action]):
    """What other apps let the staff do."""


def is_running(game: Game, now: datetime) -> bool:
    """Whether a game is played, or frozen."""
    return game.status == Status.ACTIVE


def is_playable(game: Game, now: datetime) -> bool:
    """Whether a game is played, and not frozen."""
    return is_running(game, now) and game.frozen_at is None


def execute(action: Action, context: ActionContext) -> ModerationAction:
    """
    Do an action, write it down and publish it, all in one transaction.

    Locks the game or the person. Raise Forbidden without the permission and to somebody
    who plays with those concerned, InvalidChoice without a reason, and what the action
    itself raises.
    """
    with transaction.atomic():
        conflicts.require_permission(context.by, action.permission)
        context.row = ModerationAction(
            kind=action.key,
            by=context.by,
            reason=clean_reason(context.data["reason"]),
            acted_at=context.now,
        )
        seats = _OPENERS[action.about](action, context)
        action.perform(context)
        if action.about is Game and context.session.entries:
            context.session.save()
            context.row.sequence = context.session.first_sequence
        log_action(context.row, seats)
        action.follow_up(context)
    return context.row


def _open_game(action: Action, context: ActionContext) -> Sequence[Seat]:
    session = open_table(context.game.pk, now=context.now)
    conflicts.require_not_playing(context.by, session.seats)
    _require_fitting(session, action.lock)
    context.session, context.about, context.row.game = (
        session,
        session.game,
        session.game,
    )
    if "seat" in context.data:
        context.row.seat_number, context.row.user = (
            context.seat.number,
            context.seat.user,
        )
    return session.seats


def _require_fitting(session: Table, lock: Lock) -> None:
    """Raise InvalidChoice unless a game is as far as needed; TooLate if frozen."""
    phase = session.state.phase
    if lock is Lock.ANY:
        return
    if phase is Phase.INVITATION or (phase is Phase.ENDED and lock is not Lock.BEGUN):
        raise InvalidChoice("This game is not being played.")
    if session.state.seed:
        raise InvalidChoice("This game is final: the seed of its dice is known.")
    if lock is Lock.PLAYABLE and session.is_frozen:
        raise TooLate("This game is in quarantine: release it first.")


def _open_person(action: Action, context: ActionContext) -> Sequence[Seat]:
    conflicts.require_not_entangled(context.by, context.person)
    if action.lock is not Lock.ANY:
        context.about = lock_user(context.person.pk)
    context.row.user = context.person
    return ()


def _open_report(action: Action, context: ActionContext) -> Sequence[Seat]:
    """Only who reported is told: at a small table others would know who it was."""
    reports = Report.objects.select_for_update(of=("self",))
    context.about = report = reports.get(pk=context.report.pk)
    conflicts.require_unconcerned(context.by, report)
    context.row.game, context.row.user = report.game, report.reporter
    return ()


_OPENERS: dict[type[Game | User | Report], Callable[..., Sequence[Seat]]] = {
    Game: _open_game,
    User: _open_person,
    Report: _open_report,
}
