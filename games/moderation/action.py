"""An action of the staff: its forms, its context, and how it is executed."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.db import transaction

from games.decisions.session import GameSession, open_session
from games.errors import Refused
from games.locks import lock_case, lock_games, lock_league, lock_user
from games.log.table_rows import read_seats
from games.models import Game, League, ModerationAction, Seat, User
from games.models.moderation import LONGEST_REASON, Case
from games.moderation import conflicts
from games.moderation.kinds import fitting_reasons
from games.moderation.subjects import Subject
from games.moderation_log import clean_reason, commitment_of, log_action
from games.presentation.board import Board
from games.presentation.dates import moment_in_words
from games.presentation.event_text import EventText
from games.presentation.labels import Text
from games.presentation.ready_reasons import CONDUCT, OUTCOMES, READY, ReadyReason
from games.presentation.text import name_of
from games.presentation.tribes import Tribe
from games.signals import Survey
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.acts import NONCE_BYTES
from stoneage_core.match.commands import CommandOrFact
from stoneage_core.match.state import Source


@dataclass
class ActionContext:
    """
    Who does what to which subject. ``data`` are the form's cleaned values. ``execute``
    adds the log's ``row`` and, for actions on a game, the ``session`` with the locked
    game. ``subject`` is then the locked row, too. ``case`` is the case that led to the
    action, if any.
    """

    by: User
    now: datetime
    subject: Subject
    data: dict[str, Any] = field(default_factory=dict)
    case: Case | None = None
    #: What granting an appeal did besides, if anything.
    lifting: "ActionContext | None" = field(default=None, init=False)
    row: ModerationAction = field(init=False)
    session: GameSession = field(init=False)

    @property
    def game(self) -> Game:
        assert isinstance(self.subject, Game)
        return self.subject

    @property
    def person(self) -> User:
        assert isinstance(self.subject, User)
        return self.subject

    @property
    def league(self) -> League:
        assert isinstance(self.subject, League)
        return self.subject

    def update_person(self, **columns: object) -> None:
        User.objects.filter(pk=self.person.pk).update(**columns)

    @property
    def own_case(self) -> Case:
        assert isinstance(self.subject, Case)
        return self.subject

    def record_act(self) -> None:
        """Record the act in the game's stream before its consequences. Idempotent."""
        if self.row.sequence is None:
            bound_by = commitment_of(self.row, self.game)
            act = StaffActed(self.row.kind, self.row.seat_number, bound_by)
            self.row.sequence = self.session.record_act(act)

    def decide(self, command: CommandOrFact, player: int | None = None) -> None:
        self.record_act()
        self.session.decide(command, player, Source.STAFF)

    @property
    def seat(self) -> Seat:
        chosen: Seat = self.data["seat"]
        return self.session.seat(chosen.number)


def _choices(reasons: dict[str, ReadyReason]) -> list[tuple[str, str]]:
    return [(key, reason.title) for key, reason in reasons.items()]


class ReadySelect(forms.Select):
    """Offers ready reasons together with their texts, for the desk's script."""

    def create_option(self, name: str, value: Any, *rest: Any, **more: Any) -> Any:
        option = super().create_option(name, value, *rest, **more)
        if value in READY:
            option["attrs"]["data-text"] = READY[value].text
        return option


class ReasonForm(forms.Form):
    """Ready reasons can be edited."""

    #: Another label and help text for the reason, for actions that need them.
    reason_label = reason_help = ""

    ready = forms.ChoiceField(
        label="A ready reason",
        required=False,
        widget=ReadySelect,
        choices=[
            ("", "None: I write my own"),
            ("To the person acted upon", _choices(CONDUCT)),
            ("To the people who reported or appealed", _choices(OUTCOMES)),
        ],
        help_text="Everybody reads it in their own language, unless you edit it.",
    )
    reason = forms.CharField(
        label="Why",
        help_text=(
            "Everybody concerned reads this, by email and on the page. "
            "Speak to them, kindly and plainly."
        ),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, context: ActionContext, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context = context
        if context.case is not None:
            # Those that fit its kind come first.
            fitting = fitting_reasons(context.case)
            ready = self.fields["ready"]
            first, *groups = ready.choices  # type: ignore[attr-defined]
            ready.choices = [  # type: ignore[attr-defined]
                first,
                (
                    "For cases of this kind",
                    [(key, READY[key].title) for key in fitting],
                ),
                *(
                    (name, [each for each in group if each[0] not in fitting])
                    for name, group in groups
                ),
            ]
        reason = self.fields["reason"]
        reason.label = self.reason_label or reason.label
        reason.help_text = self.reason_help or reason.help_text
        last = ("ready", "reason")
        self.order_fields([*(name for name in self.fields if name not in last), *last])
        self.adapt()

    def adapt(self) -> None:
        """Called at the end of ``__init__``."""

    def clean(self) -> dict[str, Any]:
        """Use the ready reason if no reason was written."""
        data = super().clean() or self.cleaned_data
        ready = READY.get(data.get("ready") or "")
        if not data.get("reason") and "reason" not in self.errors:
            if ready is None:
                self.add_error("reason", "Please give a reason.")
            else:
                data["reason"] = ready.text
        return data

    def answers(self) -> list[tuple[str, str]]:
        """Return what was filled in besides the reason: labels and values in words."""
        return [
            (str(field.label), _in_words(field, self.cleaned_data[field.name]))
            for field in self
            if field.name not in ("ready", "reason") and field.value()
        ]


def _in_words(field: forms.BoundField, value: object) -> str:
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, datetime):
        return moment_in_words(value)
    choices = getattr(field.field, "choices", ())
    labels = {str(key): str(label) for key, label in choices}
    typed = str(field.value())
    return labels.get(typed, typed)


class UntilForm(ReasonForm):
    until = forms.DateTimeField(
        label="Until",
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
    )

    def adapt(self) -> None:
        until = self.fields["until"]
        zone = self.context.by.time_zone.replace("_", " ")
        until.help_text = f"In your time zone, {zone}."
        until.initial = self.context.now + timedelta(days=3)


#: How many days a sanction can last.
DAYS = (
    (1, "a day"),
    (3, "three days"),
    (7, "a week"),
    (14, "two weeks"),
    (30, "a month"),
    (90, "three months"),
    (365, "a year"),
)


class DaysForm(ReasonForm):
    """``until`` is added to the cleaned data, None if for good."""

    days = forms.TypedChoiceField(label="For how long", coerce=int, initial=7)
    choices: tuple[tuple[int, str], ...] = DAYS

    def adapt(self) -> None:
        self.fields["days"].choices = self.choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        days = data.get("days")
        data["until"] = self.context.now + timedelta(days=days) if days else None
        return data


class SeatForm(ReasonForm):
    seat = forms.TypedChoiceField(label="Seat", coerce=int, widget=forms.RadioSelect)

    def adapt(self) -> None:
        self.seats = {s.number: s for s in read_seats(self.context.game)}
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (number, name_of(seat))
            for number, seat in self.seats.items()
            if self.applies_to(seat)
        ]

    def applies_to(self, seat: Seat) -> bool:
        return not seat.is_automatic

    def clean_seat(self) -> Seat:
        return self.seats[self.cleaned_data["seat"]]


@dataclass
class Preview:
    sentences: list[str] = field(default_factory=list)
    board: Board | None = None
    tribes: tuple[Tribe, ...] = ()
    struck: tuple[EventText, ...] = ()
    #: Rank, seat, name and points of each tribe.
    ranking: tuple[tuple[int, int, str, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Action:
    """
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
    #: Returns what prevents one member of the staff from it, or ''.
    obstacle_for: Callable[[Any, User, datetime], str] = lambda subject, by, now: ""
    perform: Callable[[ActionContext], object] = lambda act: None
    #: Whatever else is done and published after the action has been logged.
    follow_up: Callable[[ActionContext], object] = lambda act: None
    #: What events, deadlines and emails do not show. Called when the action is done.
    notes: Callable[[ActionContext], Preview] = lambda act: Preview()
    is_grave: bool = False
    #: Whether only the player of the seat gets the email, because the act changes
    #: nothing for the others. The game's page shows it to all.
    emails_only_its_player: bool = False
    #: Whether ``perform`` locks the person itself, along with others.
    locks_people: bool = False
    #: Whether its email links to the person's data, because they can no longer sign in.
    leads_to_data: bool = False
    #: Whether the affected person can appeal.
    may_be_appealed: bool = False

    def seats_emailed(
        self, row: ModerationAction, seats: Sequence[Seat]
    ) -> Sequence[Seat]:
        """Return the seats whose players get the email of an act on their game."""
        if not self.emails_only_its_player:
            return seats
        return [seat for seat in seats if seat.number == row.seat_number]

    def meaning_of(self, row: ModerationAction, word: Callable[[datetime], str]) -> str:
        """``word`` formats a time."""
        until = self.until(row)
        later = str(self.means_until) % {"until": word(until)} if until else ""
        return " ".join(filter(None, [str(self.means), later]))


class CollectActions(Survey[Action], frozen=True):
    """Asks other apps for their actions."""


def obstacle_unless(is_possible: object, obstacle: str) -> str:
    return "" if is_possible else obstacle


def not_running(game: Game, now: datetime) -> str:
    return obstacle_unless(game.is_active, "This game is not being played.")


def not_playable(game: Game, now: datetime) -> str:
    if not game.is_frozen:
        return not_running(game, now)
    return "This game is frozen: unfreeze it first."


def execute(action: Action, context: ActionContext) -> ModerationAction:
    """
    Locks the game or the person, and takes the case that led to it. Raise Refused:
    (forbidden) without the permission or with a conflict of interest, (invalid) without
    a reason, (too_late) if there is an obstacle or somebody else handles the case, and
    whatever the action raises.
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
        if obstacle := action.obstacle_for(context.subject, context.by, context.now):
            raise Refused("forbidden", obstacle)
        _claim(context)
        action.perform(context)
        if action.subject_type is Game:
            context.record_act()
            context.session.save()
        log_action(context.row, seats)
        action.follow_up(context)
    return context.row


def _claim(context: ActionContext) -> None:
    """Whoever acts on a case has it in hand."""
    if context.case is None:
        return
    is_subject = isinstance(context.subject, Case)
    case = context.own_case if is_subject else lock_case(context.case.pk)
    if case.is_open:
        conflicts.require_in_charge(context.by, case)
        case.assignee, case.handled_at = context.by, context.now
        case.taken_at = case.taken_at or context.now
        case.save(update_fields=["assignee", "handled_at", "taken_at"])


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
    """Players are not informed: they might guess the reporter."""
    act = context.own_case.act
    if act is not None and act.user_id is not None:
        lock_user(act.user_id)  # a granted appeal lifts what was done to them
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
