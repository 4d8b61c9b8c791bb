"""Views of leagues: the list, a new one, and the page of one."""

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.person_fields import EmailForm
from games.accounts.users import remember_locale, update_user
from games.errors import Refused
from games.leagues import dropping_out, entering, hosting, leaving
from games.leagues.forms import EnterForm, NewLeagueForm
from games.leagues.page import league_page
from games.limits import JOIN_LINKS_TRIED, NEW_LEAGUES, visitor_of
from games.lobby.lists import finished_leagues, league_lists
from games.models import League, User
from games.models.leagues import DropOut
from games.moderation_log import public_log_of_league
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.league_text import drop_out_in_words, invited_in_words
from games.presentation.link_preview import service_preview
from games.seats.invitations import qr_of
from games.web.decorators import member_page, row_action
from games.web.numbers import read_number
from games.web.pages import first_error, see_other
from games.web.reader import signed_in, zone_of_reader


def find(request: HttpRequest, slug: str) -> League:
    """Visitors who try many wrong links are stopped."""
    try:
        return entering.find_league(slug)
    except Refused:
        JOIN_LINKS_TRIED.spend(visitor_of(request), now=database_now())
        raise


def show(
    request: HttpRequest,
    found: League,
    refusal: str = "",
    status: int = HTTPStatus.OK,
    form: EnterForm | None = None,
) -> HttpResponse:
    reader = request.user
    member = reader if isinstance(reader, User) and not reader.is_guest else None
    season = found.season(read_number(request.GET.get("season")))
    page = league_page(found, season, reader)
    context = {
        "league": page,
        "has_winners": not page.is_tournament and any(s.winners for s in page.seasons),
        "may_check_in": page.needs_check_in
        and page.has_entered
        and not page.has_checked_in
        and (page.check_in_from is None or page.check_in_from <= database_now()),
        "drop_out_rule": DropOut(page.drop_out).label,
        "drop_out_in_words": drop_out_in_words(found),
        "takes_substitutes": page.drop_out == DropOut.SUBSTITUTE,
        "moderation_log": public_log_of_league(found),
        "refusal": refusal,
        "form": form or (EnterForm(user=member) if member is not None else None),
        "email_form": EmailForm(),
        "qr": qr_of(page.url),
        "last_word": found.last_word,
        "zone": zone_of_reader(request),
        "link_preview": service_preview(
            found.name, _("Enter, follow its tables, and play Stone Age by email.")
        ),
    }
    return render(request, "games/leagues/league.html", context, status=status)


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    context = {"leagues": league_lists(request.user)}
    return render(request, "games/leagues/leagues.html", context)


@require_safe
def finished(request: HttpRequest) -> HttpResponse:
    page, rows = finished_leagues(request.user, request.GET.get("page", ""))
    context = {"page": page, "rows": rows, "zone": zone_of_reader(request)}
    return render(request, "games/leagues/finished.html", context)


@member_page
def new(request: HttpRequest) -> HttpResponse:
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
        # Both or none, so that a refused invitation does not leave a league behind.
        with transaction.atomic():
            if name := form.cleaned_data.get("host_name"):
                update_user(user=host, name=name)
            made = hosting.create_league(host=host, now=now, **form.arguments())
            emails = form.cleaned_data["emails"]
            count = hosting.invite_people(league=made, by=host, emails=emails, now=now)
    except Refused as refusal:
        if refusal.code != "invalid":
            raise
        form.add_error(None, error_sentence(refusal))
        return _new_form(request, form, refusal.status)
    if emails:
        messages.success(request, invited_in_words(count))
    return _see(made)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    return show(request, find(request, slug))


@row_action(find, show)
def enter(request: HttpRequest, found: League) -> HttpResponse:
    user, now = signed_in(request), database_now()
    form = EnterForm(request.POST, user=user)
    if not form.is_valid():
        wrong = first_error(form)
        return show(request, found, wrong, HTTPStatus.BAD_REQUEST, form)
    entering.enter_league(
        league=found, user=user, name=form.cleaned_data["name"], now=now
    )
    remember_locale(user=user, time_zone=form.cleaned_data["time_zone"], now=now)
    return _see(found)


@row_action(find, show)
def leave(request: HttpRequest, found: League) -> HttpResponse:
    leaving.leave_league(league=found, user=signed_in(request))
    return _see(found)


@row_action(find, show)
def check_in(request: HttpRequest, found: League) -> HttpResponse:
    entering.check_in(league=found, user=signed_in(request), now=database_now())
    return _see(found)


@row_action(find, show)
def drop_out(request: HttpRequest, found: League) -> HttpResponse:
    substitute = request.POST.get("substitute", "")
    dropping_out.drop_out(
        league=found,
        user=signed_in(request),
        substitute=substitute,
        now=database_now(),
    )
    return _see(found)


def _see(found: League) -> HttpResponse:
    return see_other("games:league", slug=found.slug)


def _new_form(
    request: HttpRequest, form: NewLeagueForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    return render(request, "games/leagues/new.html", {"form": form}, status=status)
