"""Views of the desk: sign-in, dashboard, searches, and pages of subjects."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.limits import WHOLE_GAMES, visitor_of
from games.models import Game, League, StaffTrace, User
from games.moderation import conflicts
from games.moderation.casework import cases_section, write_note
from games.moderation.dashboard import sections_for
from games.moderation.investigation import investigate
from games.moderation.monthly_numbers import staff_numbers
from games.moderation.search import EventSearch, EventSearchForm, search_desk
from games.moderation.subject_pages import (
    describe_game,
    describe_league,
    describe_person,
    leagues_section,
)
from games.moderation.subjects import name_game, url_of
from games.moderation.wizard import render_page
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.staff_traces import record_look
from games.web.pages import redirect_to
from games.web.reader import reading, safe_next, signed_in

sees_games = permission_required("games.view_game", raise_exception=True)
#: Pages about people show reports and talk, so they need both permissions.
sees_people = permission_required(
    ["games.view_user", "games.view_report"], raise_exception=True
)


@require_safe
def sign_in(request: HttpRequest) -> HttpResponse:
    """
    Redirect to the page where everybody signs in. Players who have signed in already
    would come straight back from there, so they are told that the page is not theirs.
    """
    asked = safe_next(request, request.GET.get("next", "")) or reverse("admin:index")
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return redirect_to_login(asked)
    if user.is_staff:
        return redirect_to(asked)
    context = {"is_for_staff": True}
    return render(request, "403.html", context, status=HTTPStatus.FORBIDDEN)


@require_safe
@sees_games
def dashboard(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()
    by, now = signed_in(request), database_now()
    sees_cases = by.has_perm("games.view_report")
    with reading(request):
        cases = (cases_section(by, now),) if sees_cases else ()
        leagues = (leagues_section(),)
        sections = () if words else (*cases, *sections_for(now), *leagues)
        found = search_desk(words, by) if words else ()
        page = {"words": words, "found": found, "sections": sections}
        return render_page(request, "games/moderation/dashboard.html", page)


@require_safe
@sees_games
def search_events(request: HttpRequest) -> HttpResponse:
    """The games of the page are read in full."""
    asked = request.GET.copy()
    number = asked.pop("page", ["1"])[-1]
    form = EventSearchForm(asked or None)
    page = {"title": "What happened", "form": form, "query": asked.urlencode()}
    with reading(request):
        if form.is_valid() and any(form.cleaned_data.values()):
            WHOLE_GAMES.spend(visitor_of(request), now=database_now())
            _note(request, StaffTrace.What.EVENTS, detail=asked.urlencode())
            search = EventSearch(form.cleaned_data, signed_in(request))
            games = search.page(number)
            page |= {"page": games, "found": list(search.found_in(games))}
        return render_page(request, "games/moderation/events.html", page)


@require_safe
@sees_games
def numbers(request: HttpRequest) -> HttpResponse:
    with reading(request):
        page = staff_numbers(database_now())
        return render_page(request, "games/moderation/numbers.html", page)


@require_safe
@sees_games
def game(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Game, slug=slug)
    _note(request, StaffTrace.What.GAME, game=found)
    return _show(request, found)


@require_POST
@sees_games
def note_game(request: HttpRequest, slug: str) -> HttpResponse:
    return _leave_note(request, get_object_or_404(Game, slug=slug))


@require_safe
@sees_people
def person(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(User, pk=pk)
    _note(request, StaffTrace.What.PERSON, user=found)
    return _show(request, found)


@require_safe
@sees_people
def investigate_person(request: HttpRequest, pk: int) -> HttpResponse:
    found, by = get_object_or_404(User, pk=pk), signed_in(request)
    WHOLE_GAMES.spend(visitor_of(request), now=database_now())
    _note(request, StaffTrace.What.PERSON, user=found)
    with reading(request):
        page = investigate(found, by, database_now(), request.GET.get("page", "1"))
        return render_page(request, "games/moderation/investigation.html", page)


@require_POST
@sees_people
def note_person(request: HttpRequest, pk: int) -> HttpResponse:
    return _leave_note(request, get_object_or_404(User, pk=pk))


@require_safe
@sees_games
def league(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(League.objects.select_related("host"), pk=pk)
    with reading(request):
        page = describe_league(found, signed_in(request), database_now())
        return render_page(request, "games/moderation/league.html", page)


def _note(request: HttpRequest, what: StaffTrace.What, **about: Any) -> None:
    record_look(by=signed_in(request), what=what, now=database_now(), **about)


def _leave_note(request: HttpRequest, subject: Game | User) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        write_note(
            by=signed_in(request), text=text, subject=subject, now=database_now()
        )
    except Refused as refusal:
        return _show(request, subject, refusal, text)
    messages.success(request, "Your note was saved.")
    return HttpResponseRedirect(url_of(subject), status=303)


def _show(
    request: HttpRequest,
    subject: Game | User,
    refusal: Refused | None = None,
    text: str = "",
) -> HttpResponse:
    by, now = signed_in(request), database_now()
    with reading(request):
        if isinstance(subject, User):
            template, page = "person", describe_person(subject, by, now)
        elif conflicts.open_games_of(by).filter(pk=subject.pk).exists():
            why = conflicts.conflict_of(by, subject)
            page = {"game": subject, "title": name_game(subject), "why": why}
            return render_page(request, "games/moderation/own_game.html", page, 403)
        else:
            template, page = "game", describe_game(subject, by, now)
        page |= {
            "refusal": "" if refusal is None else error_sentence(refusal),
            "text": text,
        }
        status = 200 if refusal is None else refusal.status
        return render_page(request, f"games/moderation/{template}.html", page, status)
