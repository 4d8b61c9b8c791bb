"""Pages of a game, a person and a league, and the notes that the staff leave there."""

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.models import Game, League, User
from games.moderation import conflicts
from games.moderation.casework import write_note
from games.moderation.game_detail import describe_game
from games.moderation.league_page import describe_league
from games.moderation.person_page import describe_person
from games.moderation.subjects import name_game, url_of
from games.moderation.views.desk import sees_games
from games.moderation.wizard import render_page
from games.now import database_now
from games.web.reader import reading, signed_in

#: Who may read reports and talk may read what is known of a person.
sees_people = permission_required(
    ["games.view_user", "games.view_report"], raise_exception=True
)


@require_safe
@sees_games
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """One game, with all that can be done to it; not for whoever plays it."""
    return _show(request, get_object_or_404(Game, slug=slug))


@require_POST
@sees_games
def note_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a note on a game, for the staff alone."""
    return _leave_note(request, get_object_or_404(Game, slug=slug))


@require_safe
@sees_people
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """A person, with all that can be done about them."""
    return _show(request, get_object_or_404(User, pk=pk))


@require_POST
@sees_people
def note_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a note on a person, for the staff alone."""
    return _leave_note(request, get_object_or_404(User, pk=pk))


@require_safe
@sees_games
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """One league: its tables, its players, and all that can be done to it."""
    found = get_object_or_404(League.objects.select_related("host"), pk=pk)
    with reading(request):
        page = describe_league(found, signed_in(request), database_now())
        return render_page(request, "games/moderation/league.html", page)


def _leave_note(request: HttpRequest, about: Game | User) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        write_note(by=signed_in(request), text=text, about=about, now=database_now())
    except Refused as refusal:
        return _show(request, about, refusal, text)
    messages.success(request, "Your note is there.")
    return HttpResponseRedirect(url_of(about), status=303)


def _show(
    request: HttpRequest,
    about: Game | User,
    refusal: Refused | None = None,
    text: str = "",
) -> HttpResponse:
    """Show a page with its form for notes: empty, or with a note that was refused."""
    by, now = signed_in(request), database_now()
    with reading(request):
        if isinstance(about, User):
            template, page = "person", describe_person(about, by, now)
        elif conflicts.open_games_of(by).filter(pk=about.pk).exists():
            why = conflicts.why_not(by, about)
            page = {"game": about, "title": name_game(about), "why": why}
            return render_page(request, "games/moderation/own_game.html", page, 403)
        else:
            template, page = "game", describe_game(about, by, now)
        page |= {"refusal": "" if refusal is None else str(refusal), "text": text}
        status = 200 if refusal is None else refusal.status
        return render_page(request, f"games/moderation/{template}.html", page, status)
