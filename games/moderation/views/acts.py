"""The two steps of an act, and one that somebody else of the staff has to confirm."""

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.errors import Forbidden, Refused
from games.models import Game, League, User
from games.models.cases import Case
from games.models.moderation import ProposedAct
from games.moderation import conflicts
from games.moderation.action import Action
from games.moderation.confirmation import proposed_context, refuse_act
from games.moderation.context import ActionContext
from games.moderation.registry import all_actions
from games.moderation.subjects import Subject, url_of
from games.moderation.wizard import Wizard, take_step
from games.now import database_now
from games.web.numbers import read_number
from games.web.reader import reading, signed_in

OWN = "You propose this yourself: somebody else of the staff has to confirm it."

takes_steps = require_http_methods(["GET", "HEAD", "POST"])


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def act_on_game(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Do something to a game."""
    return _take_step(request, key, get_object_or_404(Game, slug=slug))


@takes_steps
@permission_required("games.view_user", raise_exception=True)
def act_on_person(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something about a person."""
    return _take_step(request, key, get_object_or_404(User, pk=pk))


@takes_steps
@permission_required("games.view_report", raise_exception=True)
def act_on_case(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something to a case that the reader may look into."""
    found = get_object_or_404(conflicts.cases_for(signed_in(request)), pk=pk)
    return _take_step(request, key, found)


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def act_on_league(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something to a league."""
    return _take_step(request, key, get_object_or_404(League, pk=pk))


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def proposed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what would come of it; a POST confirms it, or refuses it."""
    proposals = ProposedAct.objects.select_related("by", "game", "person", "case")
    proposal = get_object_or_404(proposals, pk=pk)
    by, desk = signed_in(request), reverse("moderation:dashboard")
    context = proposed_context(proposal, by, database_now())
    action = all_actions()[proposal.kind]
    wizard = Wizard(request, action, context, desk, proposal=proposal)
    with reading(request):
        try:
            if "refuse" in request.POST:
                why = request.POST.get("why", "").strip()
                refuse_act(proposal=proposal, by=by, why=why, now=context.now)
                messages.success(request, f"Refused: {action.title}.")
                return HttpResponseRedirect(desk, status=303)
            wizard.require_possible()
            if proposal.by == by:
                raise Forbidden(OWN)
        except Refused as refusal:
            return wizard.refuse(refusal)
        if "confirm" in request.POST:
            return wizard.carry_out(request.POST["confirm"])
        return wizard.show_preview(proposal.fields)


def _take_step(request: HttpRequest, key: str, subject: Subject) -> HttpResponse:
    action: Action | None = all_actions().get(key)
    if action is None or not isinstance(subject, action.subject_type):
        raise Http404
    by = signed_in(request)
    case = subject if isinstance(subject, Case) else _case_of(request, by)
    context = ActionContext(by, database_now(), subject, case=case)
    with reading(request):
        return take_step(request, action, context, url_of(case or subject))


def _case_of(request: HttpRequest, by: User) -> Case | None:
    """Return the case that an act comes of, by the address; raise Http404 for none."""
    text = request.GET.get("case", "")
    if not text:
        return None
    return get_object_or_404(conflicts.cases_for(by), pk=read_number(text))
