"""Actions of the staff, and the function that executes any of them."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from games.decisions.session import open_session
from games.errors import Refused
from games.locks import lock_case, lock_games, lock_league, lock_user
from games.models import Game, League, ModerationAction, Seat, Status, User
from games.models.cases import Case
from games.moderation import conflicts
from games.moderation.context import ActionContext
from games.moderation.forms import ReasonForm
from games.moderation.subjects import Subject
from games.moderation_log import clean_reason, log_action
from games.presentation.board import Board
from games.presentation.event_text import EventText
from games.presentation.labels import Text
from games.presentation.tribes import Tribe
from games.signals import Survey
from stoneage_core.match.acts import NONCE_BYTES


@dataclass
class Preview:
    """What an action would do, to be read before it is confirmed."""

    sentences: list[str] = field(default_factory=list)
    board: Board | None = None
    tribes: tuple[Tribe, ...] = ()
    struck: tuple[EventText, ...] = ()
    #: Rank, seat, name and points of each tribe.
    standings: tuple[tuple[int, int, str, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Action:
    """
    One thing that the staff can do.

    ``title`` and ``explains`` are for the staff; the other texts are for everybody and
    translated.
    """

    #: Stored in the log, in URLs and in records of games, so it never changes.
    key: str
    title: str
    explains: str
    #: A whole sentence without its full stop, for the email, the log and an appeal.
    headline: Text
    #: What it means for the reader of the email. ``means_until`` is used if there is an
    #: end.
    means: Text = ""
    means_until: Text = ""
    until: Callable[[ModerationAction], datetime | None] = lambda row: None
    permission: str = "note_game"
    subject_type: type[Subject] = Game
    form: type[ReasonForm] = ReasonForm
    #: Returns what prevents the action, or ''. Called with the game or person for the
    #: button, and again when they are locked.
    obstacle: Callable[[Any, datetime], str] = lambda subject, now: ""
    perform: Callable[[ActionContext], object] = lambda act: None
    #: Whatever else is done and published after the action has been logged.
    follow_up: Callable[[ActionContext], object] = lambda act: None
    #: What events, deadlines and emails do not show. Called when the action is done.
    notes: Callable[[ActionContext], Preview] = lambda act: Preview()
    is_grave: bool = False
    #: Whether ``perform`` locks the person itself, along with others.
    locks_people: bool = False
    #: Whether its email links to the person's data, because they can no longer sign in.
    leads_to_data: bool = False
    #: Whether the affected person can appeal.
    may_be_appealed: bool = False

    def meaning_of(self, row: ModerationAction, word: Callable[[datetime], str]) -> str:
        """Return what the email says about it. ``word`` formats a time."""
        until = self.until(row)
        later = str(self.means_until) % {"until": word(until)} if until else ""
        return " ".join(filter(None, [str(self.means), later]))


class CollectActions(Survey[Action], frozen=True):
    """Asks other apps for their actions."""


def obstacle_unless(is_possible: object, obstacle: str) -> str:
    """Return the obstacle, or '' if the action is possible."""
    return "" if is_possible else obstacle


def not_running(game: Game, now: datetime) -> str:
    """Return the obstacle if a game is neither played nor frozen, or ''."""
    return obstacle_unless(
        game.status == Status.ACTIVE, "This game is not being played."
    )


def not_playable(game: Game, now: datetime) -> str:
    """Return the obstacle if a game is not played, or is frozen, or ''."""
    if game.frozen_at is None:
        return not_running(game, now)
    return "This game is frozen: unfreeze it first."


def execute(action: Action, context: ActionContext) -> ModerationAction:
    """
    Execute an action, log it and publish it, all in one transaction.

    Locks the game or the person. Raise Refused: (forbidden) without the permission or
    with a conflict of interest, (invalid) without a reason, (too_late) if there is an
    obstacle, and whatever the action raises.
    """
    with transaction.atomic():
        conflicts.require_permission(context.by, action.permission)
        context.row = ModerationAction(
            kind=action.key,
            by=context.by,
            reason=clean_reason(context.data["reason"]),
            nonce=secrets.token_hex(NONCE_BYTES),
            acted_at=context.now,
            case=context.case,
        )
        seats = _OPENERS[action.subject_type](action, context)
        conflicts.require_no_conflict(context.by, context.subject)
        if obstacle := action.obstacle(context.subject, context.now):
            raise Refused("too_late", obstacle)
        action.perform(context)
        if action.subject_type is Game:
            context.note_act()
            context.session.save()
        log_action(context.row, seats)
        action.follow_up(context)
    return context.row


def _open_game(action: Action, context: ActionContext) -> Sequence[Seat]:
    session = open_session(context.game.pk, now=context.now)
    context.session, context.subject = session, session.game
    context.row.game = session.game
    if "seat" in context.data:
        context.row.seat_number = context.seat.number
        context.row.user = context.seat.user
    return session.seats


def _open_person(action: Action, context: ActionContext) -> Sequence[Seat]:
    if not action.locks_people:
        context.subject = lock_user(context.person.pk)
    context.row.user = context.person
    return ()


def _open_case(action: Action, context: ActionContext) -> Sequence[Seat]:
    """Lock a case. Players are not informed: they might guess the reporter."""
    lock_games(Game.objects.filter(cases=context.own_case))
    context.subject = context.row.case = case = lock_case(context.own_case.pk)
    context.row.game = case.game
    return ()


def _open_league(action: Action, context: ActionContext) -> Sequence[Seat]:
    context.subject = context.row.league = lock_league(context.league.pk)
    return ()


_OPENERS: dict[type[Subject], Callable[..., Sequence[Seat]]] = {
    Game: _open_game,
    User: _open_person,
    League: _open_league,
    Case: _open_case,
}
