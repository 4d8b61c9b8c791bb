"""The pages of the desk."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games import tables
from games.clocks import database_now
from games.desk.acting import act
from games.desk.actions import Action, Case, Register
from games.desk.dossier import dossier, why_not
from games.desk.on_games import on_games
from games.desk.on_people import on_people
from games.desk.queue import called, desk_url, queue
from games.desk.search import search
from games.limits import (
    STAFF_SIGN_INS_FROM_ONE,
    STAFF_SIGN_INS_TO_ONE,
    visitor_of,
)
from games.models import Game, User
from games.web.decorators import explain_refusals
from games.web.reader import reading, signed_in, zone_of_reader

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
def desk(request: HttpRequest) -> HttpResponse:
    """What needs attention, and a search for anything."""
    words = request.GET.get("q", "").strip()
    with reading(request):
        context = {
            "words": words,
            "found": search(words) if words else (),
            "sections": () if words else queue(database_now(), signed_in(request)),
        }
        return page(request, "games/desk/desk.html", context)


@require_safe
@sees_games
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """One game, with all that can be done to it; not for who plays it."""
    found, by = get_object_or_404(Game, slug=slug), signed_in(request)
    with reading(request):
        if tables.running(by).filter(pk=found.pk).exists():
            context = {"game": found, "title": called(found), "why": why_not(found, by)}
            return page(request, "games/desk/own_game.html", context, 403)
        context = dossier(found, by, database_now())
        return page(request, "games/desk/game.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sees_games
def on_game(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Do something to a game, in two steps."""
    found = get_object_or_404(Game, slug=slug)
    case = Case(signed_in(request), database_now(), game=found)
    with reading(request):
        return act(request, _action(on_games, key), case, desk_url(found))


@require_http_methods(["GET", "HEAD", "POST"])
def on_person(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something about a person, in two steps."""
    if not request.user.has_perm("games.view_user"):
        raise PermissionDenied
    found = get_object_or_404(User, pk=pk)
    case = Case(signed_in(request), database_now(), user=found)
    back = reverse("admin:games_user_change", args=[pk])
    with reading(request):
        return act(request, _action(on_people, key), case, back)


def page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page inside the admin."""
    shared = admin.site.each_context(request)
    whole = {**shared, "zone": zone_of_reader(request), **context}
    return render(request, template, whole, status=status)


def _action(register: Register, key: str) -> Action:
    action = register.find(key)
    if action is None:
        raise Http404
    return action
