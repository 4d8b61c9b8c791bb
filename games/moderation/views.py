"""The pages of the staff: the dashboard, a game, and the steps of an action."""

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games.limits import STAFF_SIGN_INS_FROM_ONE, STAFF_SIGN_INS_TO_ONE, visitor_of
from games.models import Game, User
from games.moderation import conflicts
from games.moderation.action import Action
from games.moderation.context import ActionContext
from games.moderation.dashboard import name_game, sections_for, url_of
from games.moderation.game_detail import describe_game
from games.moderation.registry import all_actions, why_not
from games.moderation.search import search
from games.moderation.wizard import render_page, take_step
from games.now import database_now
from games.web.decorators import explain_refusals
from games.web.reader import reading, signed_in

sees_games = permission_required("games.view_game", raise_exception=True)


@explain_refusals
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a password, which nobody may try out."""
    if request.method == "POST":
        now, name = database_now(), request.POST.get("username", "")
        STAFF_SIGN_INS_FROM_ONE.spend(visitor_of(request), now=now)
        STAFF_SIGN_INS_TO_ONE.spend(name.strip().lower(), now=now)
    return admin.site.login(request)


@require_safe
@sees_games
def dashboard(request: HttpRequest) -> HttpResponse:
    """What needs attention, and a search for anything."""
    words = request.GET.get("q", "").strip()
    with reading(request):
        sections = () if words else sections_for(signed_in(request), database_now())
        found = search(words) if words else ()
        page = {"words": words, "found": found, "sections": sections}
        return render_page(request, "games/moderation/dashboard.html", page)


@require_safe
@sees_games
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """One game, with all that can be done to it; not for who plays it."""
    found, by = get_object_or_404(Game, slug=slug), signed_in(request)
    with reading(request):
        if conflicts.open_games_of(by).filter(pk=found.pk).exists():
            why = why_not(found, by)
            page = {"game": found, "title": name_game(found), "why": why}
            return render_page(request, "games/moderation/own_game.html", page, 403)
        page = describe_game(found, by, database_now())
        return render_page(request, "games/moderation/game.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@sees_games
def act_on_game(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Do something to a game, in two steps."""
    found = get_object_or_404(Game, slug=slug)
    return _take_step(request, key, found, url_of(found))


@require_http_methods(["GET", "HEAD", "POST"])
def act_on_person(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something about a person, in two steps."""
    if not request.user.has_perm("games.view_user"):
        raise PermissionDenied
    found = get_object_or_404(User, pk=pk)
    return _take_step(
        request, key, found, reverse("admin:games_user_change", args=[pk])
    )


def _take_step(
    request: HttpRequest, key: str, about: Game | User, back: str
) -> HttpResponse:
    action: Action | None = all_actions().get(key)
    if action is None or not isinstance(about, action.about):
        raise Http404
    context = ActionContext(signed_in(request), database_now(), about)
    with reading(request):
        return take_step(request, action, context, back)
