"""Leagues: those there are, a new one, and the page by which one enters and follows."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts.person_fields import EmailForm
from games.accounts.users import remember_locale
from games.errors import InvalidChoice, Refused
from games.leagues.entering import (
    close_league,
    create_league,
    enter_league,
    find_league,
    leave_league,
)
from games.leagues.forms import EnterForm, NewLeagueForm
from games.leagues.lists import listed_leagues, own_leagues
from games.leagues.page import league_context, league_url
from games.leagues.seasons import season_of, start_season
from games.limits import JOIN_LINKS_TRIED, NEW_LEAGUES, visitor_of
from games.lobby.join_links import qr_of
from games.models import League, User
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.link_preview import service_preview
from games.web.decorators import explain_refusals, member_page
from games.web.pages import first_error, see_other
from games.web.reader import language_of, signed_in, zone_of_reader


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """The reader's leagues, and those that everybody may enter."""
    reader = request.user
    context = {
        "own": own_leagues(reader) if isinstance(reader, User) else [],
        "listed": listed_leagues(),
    }
    return render(request, "games/leagues/leagues.html", context)


@member_page
def new(request: HttpRequest) -> HttpResponse:
    """Start a league or a tournament: its name, its pace, who goes up."""
    host, now = signed_in(request), database_now()
    if host.is_guest:
        return render(request, "games/new_needs_address.html", status=403)
    if request.method != "POST":
        return _new_form(request, NewLeagueForm(host=host, now=now))
    form = NewLeagueForm(request.POST, host=host, now=now)
    if not form.is_valid():
        return _new_form(request, form, HTTPStatus.BAD_REQUEST)
    NEW_LEAGUES.spend(host.pk, now=now)
    try:
        made = create_league(host=host, now=now, **form.create_arguments())
    except InvalidChoice as refusal:
        form.add_error(None, str(refusal))
        return _new_form(request, form, refusal.status)
    return see_other("games:league", slug=made.slug)


@require_safe
@explain_refusals
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of a season, and the way in: for whoever has the link."""
    return _show(request, _find(request, slug))


@require_POST
@login_required
@explain_refusals
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the season that is open."""
    found, user = _find(request, slug), signed_in(request)
    form = EnterForm(request.POST, user=user)
    if not form.is_valid():
        return _show(request, found, first_error(form), HTTPStatus.BAD_REQUEST, form)
    data = form.cleaned_data

    def do(now: datetime) -> None:
        enter_league(league=found, user=user, name=data["name"], now=now)
        zone = data["time_zone"]
        remember_locale(user=user, language=language_of(user), time_zone=zone, now=now)

    return _do(request, found, do)


@require_POST
@login_required
@explain_refusals
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Get out of the season that is open."""
    found, user = _find(request, slug), signed_in(request)
    return _do(request, found, lambda now: leave_league(league=found, user=user))


@require_POST
@login_required
@explain_refusals
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The host starts the season."""
    found, by = _find(request, slug), signed_in(request)
    return _do(request, found, lambda now: start_season(league=found, by=by, now=now))


@require_POST
@login_required
@explain_refusals
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """The host lets no other season come."""
    found, by = _find(request, slug), signed_in(request)
    return _do(request, found, lambda now: close_league(league=found, by=by, now=now))


def _find(request: HttpRequest, slug: str) -> League:
    """Return a league by its link; who tries many in vain is stopped."""
    try:
        return find_league(slug)
    except Refused:
        JOIN_LINKS_TRIED.spend(visitor_of(request), now=database_now())
        raise


def _do(
    request: HttpRequest, found: League, service: Callable[[datetime], object]
) -> HttpResponse:
    """Do one thing and show the league again, with a sentence if it was refused."""
    try:
        service(database_now())
    except Refused as refusal:
        found.refresh_from_db()
        return _show(request, found, error_sentence(refusal), refusal.status)
    return see_other("games:league", slug=found.slug)


def _show(
    request: HttpRequest,
    found: League,
    refusal: str = "",
    status: int = HTTPStatus.OK,
    form: EnterForm | None = None,
) -> HttpResponse:
    """Show a league; ``form`` was filled in wrongly."""
    reader = request.user
    member = reader if isinstance(reader, User) and not reader.is_guest else None
    asked = request.GET.get("season", "")
    is_number = asked.isascii() and asked.isdigit() and len(asked) < 5
    season = season_of(found, int(asked) if is_number else None)
    url = f"{settings.SITE_URL}{league_url(found)}"
    context = league_context(found, season, reader) | {
        "refusal": refusal,
        "form": form or (EnterForm(user=member) if member is not None else None),
        "email_form": EmailForm(),
        "url": url,
        "qr": qr_of(url),
        "zone": zone_of_reader(request),
        "link_preview": service_preview(
            found.name, _("Enter, follow its tables, and play Stone Age by email.")
        ),
    }
    return render(request, "games/leagues/league.html", context, status=status)


def _new_form(
    request: HttpRequest, form: NewLeagueForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    return render(request, "games/leagues/new.html", {"form": form}, status=status)
