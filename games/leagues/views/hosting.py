"""The page of a league's hosts, and what they do there."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.errors import Refused
from games.leagues import hosting, inviting
from games.leagues.forms import ChangeLeagueForm, InviteForm
from games.leagues.page import league_page
from games.leagues.seasons import start_season
from games.leagues.views.leagues import find, show
from games.models import League
from games.models.leagues import LONGEST_LAST_WORD, LONGEST_WORDS
from games.now import database_now
from games.presentation.league_text import (
    invitation_rows,
    invited_in_words,
    name_of_entrant,
)
from games.seats.invitations import qr_of
from games.web.decorators import member_page, row_action
from games.web.numbers import read_number
from games.web.pages import see_other
from games.web.reader import signed_in, zone_of_reader


def _show(
    request: HttpRequest,
    found: League,
    refusal: str = "",
    status: int = HTTPStatus.OK,
    *,
    form: ChangeLeagueForm | None = None,
    invite_form: InviteForm | None = None,
) -> HttpResponse:
    """
    Show the page. Raise Refused (forbidden) to all others than the hosts; what they
    tried is refused on the league's page.
    """
    user, now = signed_in(request), database_now()
    if refusal and not found.is_hosted_by(user.pk):
        return show(request, found, refusal, status)
    hosting.require_host(found, user)
    page = league_page(found, found.current_season(), user)
    hosts = list(hosting.possible_hosts(found)) if page.is_first_host else []
    context = {
        "league": page,
        "refusal": refusal,
        "form": form or ChangeLeagueForm(league=found, host=user, now=now),
        "invite_form": invite_form or InviteForm(),
        "invitations": invitation_rows(found),
        "words": request.POST.get("text", ""),
        "qr": qr_of(page.url),
        "members": [
            (member.user_id, name_of_entrant(member))
            for member in hosting.league_members(found)
        ],
        "possible_hosts": [(each.pk, name_of_entrant(each)) for each in hosts],
        "longest_word": LONGEST_LAST_WORD,
        "longest_words": LONGEST_WORDS,
        "zone": zone_of_reader(request),
    }
    return render(request, "games/leagues/host.html", context, status=status)


@require_safe
@member_page
def host(request: HttpRequest, slug: str) -> HttpResponse:
    return _show(request, find(request, slug))


@row_action(find, _show)
def start(request: HttpRequest, found: League) -> HttpResponse:
    start_season(league=found, by=signed_in(request), now=database_now())
    return see_other("games:league", slug=found.slug)


@row_action(find, _show)
def close(request: HttpRequest, found: League) -> HttpResponse:
    word = request.POST.get("word", "")
    hosting.close_league(
        league=found, by=signed_in(request), word=word, now=database_now()
    )
    return see_other("games:league", slug=found.slug)


@row_action(find, _show)
def hand_over(request: HttpRequest, found: League) -> HttpResponse:
    to = read_number(request.POST.get("entrant"))
    if to is None:
        raise Refused("incomplete")
    by = signed_in(request)
    hosting.hand_over_league(league=found, by=by, to=to, now=database_now())
    messages.success(request, _("You’ve handed it over."))
    return see_other("games:league", slug=found.slug)


@row_action(find, _show)
def second_host(request: HttpRequest, found: League) -> HttpResponse:
    hosting.name_second_host(
        league=found,
        by=signed_in(request),
        to=read_number(request.POST.get("entrant")),
        now=database_now(),
    )
    messages.success(request, _("Saved."))
    return _see(found)


@row_action(find, _show)
def invite(request: HttpRequest, found: League) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _show(request, found, "", HTTPStatus.BAD_REQUEST, invite_form=form)
    invited = inviting.invite_people(
        league=found,
        by=signed_in(request),
        emails=form.cleaned_data["emails"],
        now=database_now(),
    )
    messages.success(request, invited_in_words(invited))
    return _see(found)


@row_action(find, _show)
def invitation(request: HttpRequest, found: League) -> HttpResponse:
    """Remind somebody of an invitation, or withdraw it."""
    number, by = read_number(request.POST.get("number")), signed_in(request)
    do = request.POST.get("do")
    if number is None or do not in {"remind", "withdraw"}:
        raise Refused("incomplete")
    act = inviting.remind_invited if do == "remind" else inviting.withdraw_invitation
    act(league=found, by=by, number=number, now=database_now())
    said = _("We’ve reminded them.") if do == "remind" else _("Withdrawn.")
    messages.success(request, said)
    return _see(found)


@row_action(find, _show)
def remove(request: HttpRequest, found: League) -> HttpResponse:
    user_id = read_number(request.POST.get("player"))
    if user_id is None:
        raise Refused("incomplete")
    by = signed_in(request)
    hosting.remove_player(league=found, by=by, user_id=user_id, now=database_now())
    messages.success(request, _("Taken out. They get an email about it."))
    return _see(found)


@row_action(find, _show)
def write(request: HttpRequest, found: League) -> HttpResponse:
    text = request.POST.get("text", "")
    hosting.write_to_all(
        league=found, by=signed_in(request), text=text, now=database_now()
    )
    messages.success(request, _("Your words are on their way to everyone in it."))
    return _see(found)


@row_action(find, _show)
def change(request: HttpRequest, found: League) -> HttpResponse:
    user, now = signed_in(request), database_now()
    hosting.require_host(found, user)
    form = ChangeLeagueForm(request.POST, league=found, host=user, now=now)
    if not form.is_valid():
        return _show(request, found, "", HTTPStatus.BAD_REQUEST, form=form)
    changed = hosting.change_league(league=found, by=user, now=now, **form.arguments())
    said = _("Saved. Everyone in it gets an email.") if changed else _("Saved.")
    messages.success(request, said)
    return _see(found)


def _see(found: League) -> HttpResponse:
    return see_other("games:host_league", slug=found.slug)
