"""The two steps of an act: to a game, about a person, in a case."""

from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from games.models import Game, League, User
from games.models.cases import Case
from games.moderation import conflicts
from games.moderation.action import Action
from games.moderation.case_queue import case_url
from games.moderation.context import ActionContext
from games.moderation.dashboard import url_of
from games.moderation.league_page import staff_league_url
from games.moderation.person_facts import person_url
from games.moderation.registry import all_actions
from games.moderation.wizard import take_step
from games.now import database_now
from games.web.reader import reading, signed_in

takes_steps = require_http_methods(["GET", "HEAD", "POST"])


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def act_on_game(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Do something to a game."""
    found = get_object_or_404(Game, slug=slug)
    return _take_step(request, key, found, url_of(found))


@takes_steps
@permission_required("games.view_user", raise_exception=True)
def act_on_person(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something about a person."""
    found = get_object_or_404(User, pk=pk)
    return _take_step(request, key, found, person_url(found))


@takes_steps
@permission_required("games.view_report", raise_exception=True)
def act_on_case(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something to a case that the reader may look into."""
    found = get_object_or_404(conflicts.cases_for(signed_in(request)), pk=pk)
    return _take_step(request, key, found, case_url(found))


@takes_steps
@permission_required("games.view_game", raise_exception=True)
def act_on_league(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something to a league."""
    found = get_object_or_404(League, pk=pk)
    return _take_step(request, key, found, staff_league_url(found))


def _take_step(
    request: HttpRequest, key: str, about: Game | User | League | Case, back: str
) -> HttpResponse:
    action: Action | None = all_actions().get(key)
    if action is None or not isinstance(about, action.about):
        raise Http404
    by = signed_in(request)
    case = about if isinstance(about, Case) else _case_of(request, by)
    context = ActionContext(by, database_now(), about, case=case)
    with reading(request):
        return take_step(request, action, context, case_url(case) if case else back)


def _case_of(request: HttpRequest, by: User) -> Case | None:
    """Return the case that an act comes of, by the address; raise Http404 for none."""
    number = request.GET.get("case", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404
    return get_object_or_404(conflicts.cases_for(by), pk=int(number))
