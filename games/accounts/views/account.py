"""Views of the account page: name, time zone, language, quiet hours, absences."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games import queries
from games.absences import away_rows, declare_absences, end_absence, others_of
from games.accounts.forms import AccountForm, AwayForm, ProfileForm
from games.accounts.person_fields import EmailForm, JoinForm
from games.accounts.profiles import profile_of
from games.accounts.users import time_zones, update_settings, update_user
from games.accounts.views.addresses import ask_owner
from games.accounts.views.profile import change_profile
from games.errors import Refused
from games.models import Seat, User
from games.now import database_now
from games.people.reachability import lost_mails, try_address
from games.presentation.error_text import error_sentence
from games.presentation.text import add_game_number, game_numbers
from games.ratings.rows import rating_rows
from games.web.decorators import member_page
from games.web.pages import first_error, redirect_to, see_other
from games.web.reader import safe_next, set_language, signed_in, unsign_reader


@member_page
def account(request: HttpRequest) -> HttpResponse:
    """Show and change a user's settings. A guest can give an address."""
    user, now = signed_in(request), database_now()
    if request.method != "POST":
        return _show(request, user, now)
    act = _ACTIONS.get(request.POST.get("action", ""), _change)
    return act(request, user, now)


def _change(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    form = AccountForm(request.POST, user=user)
    if not form.is_valid():
        return _show(request, user, now, HTTPStatus.BAD_REQUEST, form=form)
    update_settings(user=user, now=now, **form.cleaned_data)
    with override(user.language):
        messages.success(request, _("Saved."))
    response = see_other("games:account")
    set_language(response, user.language)
    return response


def _keep(request: HttpRequest, guest: User, now: datetime) -> HttpResponse:
    form = EmailForm(request.POST)
    if not form.is_valid():
        return _show(request, guest, now, HTTPStatus.BAD_REQUEST, email_form=form)
    email = form.cleaned_data["email"]
    ask_owner(request, guest, email, now)
    return render(request, "games/kept.html", {"email": email})


def _away(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Stop the clocks in all games. Report games in which that is not possible."""
    form = AwayForm(request.POST, user=user, now=now)
    if not form.is_valid():
        return _show(request, user, now, HTTPStatus.BAD_REQUEST, away_form=form)
    held, refused = declare_absences(
        user=user, begins=form.leaves_at, ends=form.back_at, now=now
    )
    reasons = [_reason(seat, refusal) for seat, refusal in refused]
    if not held:
        parts = {"away_form": form, "reasons": reasons}
        return _show(request, user, now, HTTPStatus.CONFLICT, **parts)
    said = ngettext(
        "You’re away from %(count)d game.",
        "You’re away from %(count)d games.",
        len(held),
    )
    messages.success(request, said % {"count": len(held)})
    for reason in reasons:
        messages.warning(request, reason)
    return see_other("games:account")


def _back(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """End current and announced absences in all games."""
    for seat in queries.active_seats(user):
        try:
            end_absence(seat=seat, now=now)
        except Refused as refusal:
            messages.warning(request, _reason(seat, refusal))
    return see_other("games:account")


def _mails_again(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    try_address(user=user, now=now)
    messages.success(
        request, _("We’ll write to you again. A first email is on its way.")
    )
    return see_other("games:account")


def _name(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Give a new user the name that they were asked for on the list of their games."""
    form = JoinForm(request.POST, user=user)
    if form.is_valid() and form.cleaned_data["name"]:
        update_user(user=user, name=form.cleaned_data["name"])
    else:
        messages.warning(request, first_error(form))
    return see_other("games:mine")


def _reason(seat: Seat, refusal: Refused) -> str:
    assert seat.user is not None
    number = game_numbers(seat.user).get(seat.game_id, 1)
    names = add_game_number(others_of(seat), number)
    values = {"names": names, "why": error_sentence(refusal)}
    return _("With %(names)s: %(why)s") % values


def _show(
    request: HttpRequest,
    user: User,
    now: datetime,
    status: int = HTTPStatus.OK,
    **parts: Any,
) -> HttpResponse:
    """Show the page. ``parts`` are forms that had errors."""
    profile = profile_of(user)
    rows = [] if user.is_guest else away_rows(user, now)
    context = {
        "form": AccountForm.of(user),
        "email": user.email,
        "email_form": EmailForm(),
        "away_form": AwayForm(user=user, now=now),
        "lost_mails": lost_mails(user),
        "away": rows,
        "profile": profile,
        "profile_form": ProfileForm(
            instance=profile, initial={"is_shown": profile is not None}
        ),
        "ratings": rating_rows(user),
        "is_away": any(row["span"] for row in rows),
        "zone": user.time_zone,
        "time_zones": sorted(time_zones()),
    }
    return render(request, "games/account.html", context | parts, status=status)


_ACTIONS: dict[str, Callable[[HttpRequest, User, datetime], HttpResponse]] = {
    "keep": _keep,
    "away": _away,
    "profile": change_profile,
    "back": _back,
    "mails-again": _mails_again,
    "name": _name,
}


# No CSRF token, because that would give every visitor a cookie, and an attacker gains
# nothing by changing somebody's language.
@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """
    Set the language of this browser, and of the reader's account.

    The reader is the user for whom the page was made, if it came by an emailed link, or
    else the one who is signed in. Unknown languages are ignored.
    """
    language = request.POST.get("language", "")
    target = safe_next(request, request.POST.get("next", "")) or reverse("games:home")
    response = redirect_to(target)
    if language in dict(settings.LANGUAGES):
        if reader := _reader_of_page(request):
            update_settings(user=reader, now=database_now(), language=language)
        set_language(response, language)
    return response


def _reader_of_page(request: HttpRequest) -> User | None:
    if mark := request.POST.get("reader", ""):
        return unsign_reader(mark)
    return request.user if isinstance(request.user, User) else None
