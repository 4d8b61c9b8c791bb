"""Confirmation of an act: by a signed form; where it takes two, by a second person."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse

from games.errors import InvalidChoice, TooLate
from games.models import Game, League, LeagueGame, ModerationAction, Seat, User
from games.models.cases import Case
from games.models.moderation import ProposedAct
from games.moderation import conflicts
from games.moderation.action import Action, execute
from games.moderation.casework import write_note
from games.moderation.context import ActionContext
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.registry import all_actions
from games.moderation.subjects import name_subject
from games.store.locks import lock_game

#: For so long a confirmation can be given.
LIFETIME = timedelta(minutes=30)
SALT = "moderation"


@dataclass(frozen=True)
class ConfirmedForm:
    """What was filled in, and on which position its consequences were shown."""

    fields: dict[str, str]
    stamp: str


def sign(action: Action, context: ActionContext, confirmed: ConfirmedForm) -> str:
    """Return a signature that confirms exactly this, by this person, for a while."""
    shown_at = int(context.now.timestamp())
    said = [*_bound(action, context), confirmed.fields, confirmed.stamp, shown_at]
    return Signer(salt=SALT).sign_object(said)


def read_confirmed(
    token: str, action: Action, context: ActionContext
) -> ConfirmedForm | None:
    """Return the confirmed form, or None if it is no confirmation of this."""
    try:
        *bound, fields, stamp, shown_at = Signer(salt=SALT).unsign_object(token)
    except (BadSignature, ValueError):
        return None
    is_late = context.now - datetime.fromtimestamp(shown_at, UTC) > LIFETIME
    if is_late or bound != _bound(action, context):
        return None
    return ConfirmedForm(fields, stamp)


def _bound(action: Action, context: ActionContext) -> list[str | int]:
    subject, case = context.subject, context.case
    to_what = (type(subject).__name__, subject.pk, case.pk if case else 0)
    return [action.key, *to_what, *(actor.pk for actor in context.actors)]


def stamp_of(context: ActionContext) -> str:
    """Return a stamp that tells the position of an action's target from all others."""
    if isinstance(context.subject, User):
        user = User.objects.get(pk=context.subject.pk)
        games = Seat.objects.filter(user=user).values_list("game_id", flat=True)
        facts = (
            *(user.is_active, user.banned_until, user.muted_until),
            *(user.no_games_until, user.email, user.forget_at),
        )
        return f"{facts} {sorted(games)}"
    if isinstance(context.subject, Case):
        case = Case.objects.get(pk=context.subject.pk)
        return f"{case.closed_at} {case.reported_at}"
    if isinstance(context.subject, League):
        seasons = context.subject.seasons.order_by("pk").values_list("number", "status")
        results = LeagueGame.objects.filter(season__league=context.subject)
        told = results.order_by("pk").values_list("pk", "ranks")
        return f"{list(seasons)} {list(told)}"
    game = Game.objects.get(pk=context.subject.pk)
    actions = ModerationAction.objects.filter(game=game).count()
    return f"{game.head} {game.status} {actions}"


def execute_confirmed(
    action: Action, context: ActionContext, confirmed: ConfirmedForm
) -> bool:
    """Do what was confirmed; return False where it is not what was shown any more."""
    with transaction.atomic():
        if isinstance(context.subject, Game):
            lock_game(context.subject.pk)
        if stamp_of(context) != confirmed.stamp:
            return False
        execute(action, context)
    return True


def refresh(context: ActionContext) -> ActionContext:
    """Return a context with what it is about as it is now."""
    return replace(
        context, subject=type(context.subject).objects.get(pk=context.subject.pk)
    )


def propose_act(
    action: Action, context: ActionContext, fields: dict[str, Any]
) -> ProposedAct:
    """
    Put an act, as its form was filled in, before the others of the staff.

    Raise Forbidden without the permission, or to whom it concerns.
    """
    conflicts.require_permission(context.by, action.permission)
    conflicts.require_free(context.by, context.subject)
    subject = context.subject
    return ProposedAct.objects.create(
        kind=action.key,
        by=context.by,
        game=subject if isinstance(subject, Game) else None,
        person=subject if isinstance(subject, User) else None,
        case=context.case,
        fields=fields,
        proposed_at=context.now,
    )


def proposed_context(proposal: ProposedAct, by: User, now: datetime) -> ActionContext:
    """Return what a proposed act is done with, once ``by`` has confirmed it."""
    subject, case = _subject_of(proposal), proposal.case
    return ActionContext(proposal.by, now, subject, case=case, confirmed_by=by)


def _subject_of(proposal: ProposedAct) -> Game | User:
    subject = proposal.game or proposal.person
    assert subject is not None
    return subject


@transaction.atomic
def confirm_act(
    proposal: ProposedAct,
    action: Action,
    context: ActionContext,
    confirmed: ConfirmedForm,
) -> bool:
    """
    Do a proposed act; return False where it is not what was shown any more.

    Locks the proposal. Raise TooLate where somebody was faster.
    """
    _lock_proposal(proposal)
    is_done = execute_confirmed(action, context, confirmed)
    if is_done:
        proposal.delete()
    return is_done


def _lock_proposal(proposal: ProposedAct) -> None:
    """Lock a proposed act; raise TooLate where another confirmed or refused it."""
    rows = ProposedAct.objects.select_for_update(of=("self",)).filter(pk=proposal.pk)
    if not rows.exists():
        raise TooLate("Somebody else has done that already.")


@transaction.atomic
def refuse_act(*, proposal: ProposedAct, by: User, why: str, now: datetime) -> None:
    """
    Let a proposed act not be done; a note tells whoever proposed it why.

    Who proposed it may take it back themselves. Locks the proposal. Raise Forbidden
    without the permission, or to whom it concerns, InvalidChoice without a reason, and
    TooLate where somebody was faster.
    """
    action, context = all_actions()[proposal.kind], proposed_context(proposal, by, now)
    conflicts.require_permission(by, action.permission)
    conflicts.require_free(by, context.subject)
    if not why:
        raise InvalidChoice("Say why, please: whoever proposed it will ask.")
    _lock_proposal(proposal)
    text = f"“{action.title}”, proposed by {proposal.by}, is refused: {why}"
    write_note(
        by=by, text=text, subject=proposal.case or _subject_of(proposal), now=now
    )
    proposal.delete()


def proposals_for(by: User) -> list[ProposedAct]:
    """Return what waits for a second person, as far as it is their business."""
    waiting = ProposedAct.objects.select_related("by", "game", "person", "case")
    actions = all_actions()
    return [
        proposal
        for proposal in waiting.order_by("proposed_at")
        if by.has_perm(f"games.{actions[proposal.kind].permission}")
        if not conflicts.why_not(by, _subject_of(proposal))
    ]


def proposals_section(by: User) -> Section:
    """Return the list for the dashboard."""
    rows = tuple(_row(proposal, by) for proposal in proposals_for(by))
    return Section(
        "proposed", "Waiting for a second person", "Nothing waits for you.", rows
    )


def _row(proposal: ProposedAct, by: User) -> DashboardRow:
    subject = name_subject(_subject_of(proposal))
    return DashboardRow(
        text=f"{all_actions()[proposal.kind].title}: {subject}",
        href=reverse("moderation:proposed", args=[proposal.pk]),
        detail=f"proposed by {proposal.by}",
        at=proposal.proposed_at,
        badge="yours" if proposal.by == by else "",
    )
