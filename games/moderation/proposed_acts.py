"""Acts that take two of the staff: proposed by one, confirmed or refused by another."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from games.errors import InvalidChoice, TooLate
from games.models import Game, User
from games.models.moderation import ProposedAct
from games.moderation import conflicts
from games.moderation.action import Action
from games.moderation.casework import write_note
from games.moderation.confirmation import ConfirmedForm, execute_confirmed
from games.moderation.context import ActionContext
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.registry import all_actions
from games.moderation.subjects import name_subject


def propose_act(
    action: Action, context: ActionContext, fields: dict[str, Any]
) -> ProposedAct:
    """
    Put an act, as its form was filled in, before the others of the staff.

    Raise Forbidden without the permission, or to whom it concerns.
    """
    conflicts.require_permission(context.by, action.permission)
    conflicts.require_free(context.by, context.about)
    about = context.about
    return ProposedAct.objects.create(
        kind=action.key,
        by=context.by,
        game=about if isinstance(about, Game) else None,
        person=about if isinstance(about, User) else None,
        case=context.case,
        fields=fields,
        proposed_at=context.now,
    )


def context_of(proposal: ProposedAct, by: User, now: datetime) -> ActionContext:
    """Return what a proposed act is done with, once ``by`` has confirmed it."""
    about, case = _about(proposal), proposal.case
    return ActionContext(proposal.by, now, about, case=case, confirmed_by=by)


def _about(proposal: ProposedAct) -> Game | User:
    about = proposal.game or proposal.person
    assert about is not None
    return about


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
    own = ProposedAct.objects.select_for_update(of=("self",)).filter(pk=proposal.pk)
    if not own.exists():
        raise TooLate("Somebody else has done that already.")
    is_done = execute_confirmed(action, context, confirmed)
    if is_done:
        own.delete()
    return is_done


@transaction.atomic
def refuse_act(*, proposal: ProposedAct, by: User, why: str, now: datetime) -> None:
    """
    Let a proposed act not be done; a note tells whoever proposed it why.

    Who proposed it may take it back themselves. Raise Forbidden without the permission,
    or to whom it concerns, InvalidChoice without a reason.
    """
    action, context = all_actions()[proposal.kind], context_of(proposal, by, now)
    conflicts.require_permission(by, action.permission)
    conflicts.require_free(by, context.about)
    if not why:
        raise InvalidChoice("Say why, please: whoever proposed it will ask.")
    text = f"“{action.title}”, proposed by {proposal.by}, is refused: {why}"
    write_note(by=by, text=text, about=proposal.case or _about(proposal), now=now)
    proposal.delete()


def proposals_for(by: User) -> list[ProposedAct]:
    """Return what waits for a second person, as far as it is their business."""
    waiting = ProposedAct.objects.select_related("by", "game", "person", "case")
    actions = all_actions()
    return [
        proposal
        for proposal in waiting.order_by("proposed_at")
        if by.has_perm(f"games.{actions[proposal.kind].permission}")
        if not conflicts.why_not(by, _about(proposal))
    ]


def proposals_section(by: User) -> Section:
    """Return the list for the dashboard."""
    rows = tuple(_row(proposal, by) for proposal in proposals_for(by))
    return Section(
        "proposed", "Waiting for a second person", "Nothing waits for you.", rows
    )


def _row(proposal: ProposedAct, by: User) -> DashboardRow:
    about = name_subject(_about(proposal))
    return DashboardRow(
        text=f"{all_actions()[proposal.kind].title}: {about}",
        href=reverse("moderation:proposed", args=[proposal.pk]),
        detail=f"proposed by {proposal.by}",
        at=proposal.proposed_at,
        badge="yours" if proposal.by == by else "",
    )
