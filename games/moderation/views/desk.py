"""Pages of the desk: sign-in, dashboard, searches, numbers."""

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.limits import (
    STAFF_SIGN_INS_FROM_ONE,
    STAFF_SIGN_INS_TO_ONE,
    WHOLE_GAMES,
    visitor_of,
)
from games.moderation.case_queue import cases_section
from games.moderation.dashboard import sections_for
from games.moderation.event_search import EventSearch, EventSearchForm
from games.moderation.league_page import leagues_section
from games.moderation.monthly_numbers import monthly_numbers
from games.moderation.proposed_acts import proposals_section
from games.moderation.search import search
from games.moderation.wizard import render_page
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
    by, now = signed_in(request), database_now()
    sees_cases = by.has_perm("games.view_report")
    with reading(request):
        cases = (cases_section(by, now),) if sees_cases else ()
        own = (*cases, proposals_section(by))
        leagues = (leagues_section(),)
        sections = () if words else (*own, *sections_for(now), *leagues)
        found = search(words) if words else ()
        page = {"words": words, "found": found, "sections": sections}
        return render_page(request, "games/moderation/dashboard.html", page)


@require_safe
@permission_required("games.audit_game", raise_exception=True)
@explain_refusals
def search_events(request: HttpRequest) -> HttpResponse:
    """A form, and below it what fits; the games of a page are read whole."""
    asked = request.GET.copy()
    number = asked.pop("page", ["1"])[-1]
    form = EventSearchForm(asked or None)
    page = {"title": "What happened", "form": form, "query": asked.urlencode()}
    with reading(request):
        if form.is_valid() and any(form.cleaned_data.values()):
            WHOLE_GAMES.spend(visitor_of(request), now=database_now())
            search = EventSearch(form.cleaned_data, signed_in(request))
            games = search.page(number)
            page |= {"page": games, "found": list(search.found_in(games))}
        return render_page(request, "games/moderation/events.html", page)


@require_safe
@sees_games
def numbers(request: HttpRequest) -> HttpResponse:
    """What the staff did, month by month."""
    page = {"months": monthly_numbers(database_now())}
    return render_page(request, "games/moderation/numbers.html", page)
