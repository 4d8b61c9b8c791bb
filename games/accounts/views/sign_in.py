"""Views of signing in: an emailed link shows a button, and the button signs in."""

from http import HTTPStatus

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.person_fields import EmailForm
from games.accounts.users import remember_locale, request_sign_in, use_sign_in
from games.limits import SIGN_IN_MAILS_FROM_ONE, SIGN_IN_MAILS_TO_ONE, visitor_of
from games.links.purposes import SIGN_IN_LINK
from games.links.tokens import Invalid, Link, Revoked, Valid
from games.models import User
from games.now import database_now
from games.people.reachability import record_reached
from games.people.recipients import recipient_of
from games.web.pages import dead_link_page, redirect_to, render_for
from games.web.reader import BACKEND, safe_next, set_language


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Send a sign-in link. The answer does not reveal whether the address is known."""
    if request.method != "POST":
        context = {"form": EmailForm(), "next": _next(request), "sent": ""}
        return render(request, "games/sign_in.html", context)
    form = EmailForm(request.POST)
    if not form.is_valid():
        context = {"form": form, "next": _next(request), "sent": ""}
        status = HTTPStatus.BAD_REQUEST
        return render(request, "games/sign_in.html", context, status=status)
    email = form.cleaned_data["email"]
    _request_link(request, email)
    return render(request, "games/sign_in.html", {"sent": email})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """
    Show who would be signed in. A POST signs in, once. Users who are signed in already
    are redirected even if the link is no longer valid.
    """
    link = SIGN_IN_LINK.parse(token, now=database_now())
    if request.method == "POST" and request.POST.get("action") == "renew":
        return _renew(request, link)
    if not isinstance(link, Invalid | Valid) and request.user == link.target:
        return redirect_to(_next(request) or reverse("games:mine"))
    match link:
        case Valid(user, signed_at):
            if request.method == "POST":
                record_reached(user=user, sent_at=signed_at)
                return _enter(request, user)
            context = {"email": user.email, "next": _next(request)}
            return render_for(user, request, "games/sign_in_link.html", context)
        case _:
            return _dead_page(request, link)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return HttpResponseRedirect(reverse("games:home"), status=HTTPStatus.SEE_OTHER)


def _dead_page(request: HttpRequest, link: Link[User]) -> HttpResponse:
    renew_url = request.get_full_path()
    return dead_link_page(request, link, renew_url=renew_url, is_for_sign_in=True)


def _enter(request: HttpRequest, user: User) -> HttpResponse:
    if not use_sign_in(user=user):
        return _dead_page(request, Revoked(user))
    user.refresh_from_db()
    time_zone = request.POST.get("time_zone", "")
    remember_locale(user=user, time_zone=time_zone, now=database_now())
    login(request, user, backend=BACKEND)
    target = _next(request) or reverse("games:mine")
    response = redirect_to(target)
    set_language(response, user.language)
    return response


def _renew(request: HttpRequest, link: Link[User]) -> HttpResponse:
    """Email a fresh link to the address of an invalid one."""
    if isinstance(link, Invalid) or link.target.email is None:
        return dead_link_page(request, Invalid(), renew_url="")
    _request_link(request, link.target.email)
    return dead_link_page(request, link, renew_url="", sent=True)


def _request_link(request: HttpRequest, email: str) -> None:
    now = database_now()
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    SIGN_IN_MAILS_TO_ONE.spend(recipient_of(email), now=now)
    request_sign_in(email=email, next=_next(request), now=now)


def _next(request: HttpRequest) -> str:
    asked = request.POST.get("next") or request.GET.get("next", "")
    return safe_next(request, asked)
