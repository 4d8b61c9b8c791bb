"""The auditors' search for what happened, across games."""

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.limits import WHOLE_GAMES, visitor_of
from games.moderation.event_search import EventSearch, EventSearchForm
from games.moderation.wizard import render_page
from games.now import database_now
from games.web.decorators import explain_refusals
from games.web.reader import reading, signed_in


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
