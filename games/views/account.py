"""What users may change about themselves."""

from datetime import datetime
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import services
from games.clocks import database_now
from games.forms import AccountForm, EmailForm
from games.models import User
from games.views.errors import calm
from games.views.games import reader, see_other
from games.views.keep import ask_owner
from games.views.people import set_language


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@calm
def account(request: HttpRequest) -> HttpResponse:
    """Name, time zone, language; a guest may give an address."""
    user = reader(request)
    if request.method != "POST":
        return _show(request, user, AccountForm(initial=_present(user)))
    if request.POST.get("action") == "keep":
        return _keep(request, user, database_now())
    form = AccountForm(request.POST)
    if not form.is_valid():
        return _show(request, user, form, HTTPStatus.BAD_REQUEST)
    services.user_update(user=user, **form.cleaned_data)
    response = see_other("games:account")
    set_language(response, user.language)
    return response


def _keep(request: HttpRequest, guest: User, now: datetime) -> HttpResponse:
    form = EmailForm(request.POST)
    if not form.is_valid():
        present = AccountForm(initial=_present(guest))
        return _show(request, guest, present, HTTPStatus.BAD_REQUEST, form)
    email = form.cleaned_data["email"]
    ask_owner(request, guest, email, now)
    return render(request, "games/kept.html", {"email": email})


def _show(
    request: HttpRequest,
    user: User,
    form: AccountForm,
    status: int = HTTPStatus.OK,
    email_form: EmailForm | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "email": user.email,
        "email_form": email_form or EmailForm(),
    }
    return render(request, "games/account.html", context, status=status)


def _present(user: User) -> dict[str, str]:
    return {
        "name": user.name,
        "time_zone": user.time_zone,
        "language": user.language,
    }
