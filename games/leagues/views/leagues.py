"""Views of leagues: the list, a new one, and the page of one."""

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.person_fields import EmailForm
from games.accounts.users import remember_locale, update_user
from games.errors import Refused
from games.leagues import dropping_out, entering, hosting, inviting, leaving
from games.leagues.forms import EnterForm, NewLeagueForm
from games.leagues.live import live_league_page, mark_of_league
from games.leagues.page import LeaguePage, division_tables, league_page
from games.limits import JOIN_LINKS_TRIED, NEW_LEAGUES, PICTURES, visitor_of
from games.links.purposes import LEAGUE_LINK, LeagueAccess
from games.links.tokens import absolute_url
from games.lobby.lists import finished_leagues, league_lists
from games.lobby.views.pictures import SHORT_LIVED
from games.models import League, User
from games.models.leagues import DropOut, SeasonStatus
from games.moderation_log import public_log_of_league
from games.now import database_now
from games.presentation.drawing import draw_league_name, draw_places
from games.presentation.error_text import error_sentence
from games.presentation.league_text import (
    drop_out_in_words,
    dropped_out_in_words,
    invited_in_words,
)
from games.presentation.link_preview import PICTURE_SIZE, LinkPreview
from games.presentation.picture import draw_league_picture
from games.seats.invitations import qr_of
from games.web.decorators import OpenedLink, link_page, member_page, row_action
from games.web.numbers import read_number
from games.web.pages import first_error, redirect_to, see_other
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
    *,
    by_link: User | None = None,
) -> HttpResponse:
    """
    Show the page. ``by_link`` is the reader of an email that led here, who need not be
    signed in.
    """
    reader = request.user if by_link is None else by_link
    member = reader if isinstance(reader, User) and not reader.is_guest else None
    typed = request.POST if "name" in request.POST else None
    number = read_number(request.GET.get("season"))
    asked = found.seasons.filter(number=number).first() if number else None
    season = asked or found.shown_season()
    page = league_page(found, season, reader)
    opens = page.check_in_from
    is_check_in_open = page.needs_check_in and (
        opens is None or opens <= database_now()
    )
    context = {
        "league": page,
        "has_winners": not page.is_tournament and any(s.winners for s in page.seasons),
        # The answer to a press may be at an address that only takes presses.
        "live": live_league_page(found) if request.method == "GET" else None,
        # Between two seasons the next one comes first, and then the last tables.
        "is_between": page.upcoming != "" and season.status == SeasonStatus.OVER,
        "live_words": _news_of(found),
        "is_over": page.is_closed and season.status == SeasonStatus.OVER,
        "is_check_in_open": is_check_in_open,
        "may_check_in": is_check_in_open
        and page.has_entered
        and not page.has_checked_in,
        "drop_out_in_words": drop_out_in_words(found),
        "takes_substitutes": page.drop_out == DropOut.SUBSTITUTE,
        "moderation_log": public_log_of_league(found),
        "refusal": refusal,
        "form": None if member is None else EnterForm(typed, user=member),
        "act_url": request.path
        if by_link is not None
        else reverse("games:league_act", args=[found.slug]),
        "is_invited": member is not None
        and found.invitations.filter(user=member, declined_at=None).exists(),
        "email_form": EmailForm(),
        "qr": qr_of(page.url),
        "last_word": found.last_word,
        "zone": zone_of_reader(request) if by_link is None else by_link.time_zone,
        "link_preview": _preview(page),
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
            count = inviting.invite_people(league=made, by=host, emails=emails, now=now)
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


@require_safe
def preview_png(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Return the picture for the preview of a league's link: its name and the first three
    of its highest division, in the season that its page shows.

    It contains names, so caches keep it only for a minute.
    """
    PICTURES.spend(visitor_of(request), now=database_now())
    found = find(request, slug)
    season = found.shown_season()
    season.league = found
    entrants = season.entrants.select_related("user", "substitute").order_by("pk")
    table = next(iter(division_tables(season, entrants)), None)
    rows = table.rows if table is not None and table.has_begun else ()
    standing = [(row.rank, row.name, row.points) for row in rows]
    decides = season.is_final or not found.is_tournament
    places = draw_places(
        standing, is_over=decides and season.status == SeasonStatus.OVER
    )
    png = draw_league_picture(draw_league_name(found.name), places)
    answer = HttpResponse(png, content_type="image/png")
    answer["Cache-Control"] = SHORT_LIVED
    return answer


def _preview(page: LeaguePage) -> LinkPreview:
    """Return the preview of a league's link: who won, or how far it is."""
    start = page.start if page.is_open else f"{page.season_name}: {page.progress}."
    invitation = _("Enter, and follow its tables.")
    return LinkPreview(
        page.name,
        f"{page.winners or start} {invitation}",
        absolute_url("games:league_png", page.slug),
        *PICTURE_SIZE,
    )


@require_safe
@never_cache
def since(request: HttpRequest, slug: str, mark: str) -> HttpResponse:
    """
    Answer 204 if nothing is new in a league, or else with its mark and a sentence.

    Like that of a game, it reads no session.
    """
    found = find(request, slug)
    current = mark_of_league(found)
    if current == mark:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return JsonResponse({"version": current, "said": _news_of(found)})


def _news_of(league: League) -> str:
    return _("There is news in %(league)s.") % {"league": league.name}


@row_action(find, show)
def act(request: HttpRequest, found: League) -> HttpResponse:
    _act(request, found, signed_in(request))
    return _see(found)


@link_page(LEAGUE_LINK, proves_mail=True)
def league_link(request: HttpRequest, link: OpenedLink[LeagueAccess]) -> HttpResponse:
    """The page of a league for the reader of an email, who need not sign in."""
    found, user = link.target.league, link.target.user
    if request.method != "POST":
        return show(request, found, by_link=user)
    try:
        _act(request, found, user)
    except Refused as refusal:
        found.refresh_from_db()
        words = error_sentence(refusal)
        return show(request, found, words, refusal.status, by_link=user)
    return redirect_to(request.path)


def _act(request: HttpRequest, found: League, user: User) -> None:
    """Do what a press on the page says."""
    now = database_now()
    match request.POST.get("do"):
        case "enter":
            form = EnterForm(request.POST, user=user)
            if not form.is_valid():
                raise Refused("invalid", first_error(form))
            name, zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
            entering.enter_league(league=found, user=user, name=name, now=now)
            remember_locale(user=user, time_zone=zone, now=now)
        case "decline":
            inviting.decline_invitation(league=found, user=user, now=now)
        case "leave":
            leaving.leave_league(league=found, user=user)
        case "check-in":
            entering.check_in(league=found, user=user, now=now)
        case "drop-out":
            dropping_out.drop_out(
                league=found,
                user=user,
                substitute=request.POST.get("substitute", ""),
                now=now,
            )
            messages.success(request, dropped_out_in_words(found))
        case _:
            raise Refused("incomplete")


def _see(found: League) -> HttpResponse:
    return see_other("games:league", slug=found.slug)


def _new_form(
    request: HttpRequest, form: NewLeagueForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    return render(request, "games/leagues/new.html", {"form": form}, status=status)
