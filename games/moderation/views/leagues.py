"""The staff's page of a league, and the two steps of an act about it."""

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from games.models import League
from games.moderation.league_page import describe_league, staff_league_url
from games.moderation.views.acts import step_of_act, takes_steps
from games.moderation.wizard import render_page
from games.now import database_now
from games.web.reader import reading, signed_in

sees_leagues = permission_required("games.view_game", raise_exception=True)


@require_safe
@sees_leagues
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """One league: its tables, its players, and all that can be done to it."""
    found = get_object_or_404(League.objects.select_related("host"), pk=pk)
    with reading(request):
        page = describe_league(found, signed_in(request), database_now())
        return render_page(request, "games/moderation/league.html", page)


@takes_steps
@sees_leagues
def act_on_league(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Do something to a league."""
    found = get_object_or_404(League, pk=pk)
    return step_of_act(request, key, found, staff_league_url(found))
