"""Views of the two steps of an act."""

from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from games.models import Game, League, User
from games.models.moderation import Case
from games.moderation import conflicts
from games.moderation.action import Action, ActionContext
from games.moderation.registry import all_actions
from games.moderation.subjects import Subject, url_of
from games.moderation.wizard import take_step
from games.now import database_now
from games.web.numbers import read_number
from games.web.reader import reading, signed_in

takes_steps = require_http_methods(["GET", "HEAD", "POST"])


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def act_on_game(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    return _take_step(request, key, get_object_or_404(Game, slug=slug))


@takes_steps
@permission_required("games.view_user", raise_exception=True)
def act_on_person(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    return _take_step(request, key, get_object_or_404(User, pk=pk))


@takes_steps
@permission_required("games.view_report", raise_exception=True)
def act_on_case(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    found = get_object_or_404(conflicts.cases_for(signed_in(request)), pk=pk)
    return _take_step(request, key, found)


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def act_on_league(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    return _take_step(request, key, get_object_or_404(League, pk=pk))


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
    """May raise Http404."""
    text = request.GET.get("case", "")
    if not text:
        return None
    return get_object_or_404(conflicts.cases_for(by), pk=read_number(text))
