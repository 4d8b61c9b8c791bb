"""Views of signing in and out: allauth's, and the page of the link in an email."""

from http import HTTPStatus
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from allauth.account.views import ConfirmLoginCodeView, LogoutView, RequestLoginCodeView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.sign_in import request_link
from games.links.purposes import SIGN_IN_LINK, SignIn
from games.links.tokens import Invalid, Link, Revoked, Valid
from games.models import User
from games.now import database_now
from games.people.reachability import record_reached
from games.web.pages import dead_link_page, redirect_to, render_for
from games.web.reader import safe_next


class BeginsAnew:
    """
    A mixin for those who begin to sign in. Guests are nobody to it, and their session
    ends when they sign in. Somebody who waits for a code may ask again.
    """

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        return None

    def dispatch(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        _forget_guest(request)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer


class SignInView(BeginsAnew, RequestLoginCodeView):  # type: ignore[misc]
    """Ask for an address. Email a code and a link to it, whether or not it is known."""

    def form_invalid(self, form: Any) -> HttpResponse:
        page = self.get_context_data(form=form)
        answer: HttpResponse = self.render_to_response(page)
        answer.status_code = HTTPStatus.BAD_REQUEST
        return answer


class ConfirmCodeView(BeginsAnew, ConfirmLoginCodeView):  # type: ignore[misc]
    """Ask for the code in the email, and sign in."""


class PasskeyView(BeginsAnew, LoginWebAuthnView):  # type: ignore[misc]
    """Sign in with a passkey."""


class SignOutView(LogoutView):  # type: ignore[misc]
    """Sign out of this browser. Only POST is offered by a form."""

    http_method_names = ["post"]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """
    Show who would be signed in. A POST signs in, once, in whichever browser. Users who
    are signed in already are redirected even if the link is no longer valid.
    """
    link = SIGN_IN_LINK.parse(token, now=database_now())
    _forget_guest(request)
    if request.method == "POST" and request.POST.get("action") == "renew":
        return _renew(request, link)
    if not isinstance(link, Invalid | Valid) and request.user == link.target.user:
        return redirect_to(_next(request) or reverse("games:mine"))
    match link:
        case Valid(target, signed_at):
            if request.method == "POST":
                record_reached(user=target.user, sent_at=signed_at)
                return _enter(request, target)
            context = {"email": target.email, "next": _next(request)}
            return render_for(target.user, request, "games/sign_in_link.html", context)
        case _:
            return _dead_page(request, link)


@require_safe
def inactive(request: HttpRequest) -> HttpResponse:
    """Say that an account is closed."""
    return render(request, "account/account_inactive.html", status=403)


def enter_by_email(
    request: HttpRequest, user: User, email: str, *, next: str
) -> HttpResponse:
    """
    Sign in the reader of an email to ``email``, who pressed a button behind its link.
    ``next`` is the page to go on to, or ''.
    """
    logout(request)  # a guest, whose session must not end with what is noted below
    record_authentication(request, user, method="code", email=email)
    user.refresh_from_db()
    answer: HttpResponse = perform_login(
        request, user, email=email, redirect_url=next or None
    )
    return answer


def _enter(request: HttpRequest, target: SignIn) -> HttpResponse:
    """Use up the link, and sign in. Of two uses at the same moment one fails."""
    user = target.user
    unused = User.objects.filter(pk=user.pk, last_login=user.last_login)
    if not unused.update(last_login=database_now()):
        return _dead_page(request, Revoked(target))
    user.refresh_from_db()
    return enter_by_email(request, user, target.email, next=_next(request))


def _renew(request: HttpRequest, link: Link[SignIn]) -> HttpResponse:
    """Email a fresh link to the address of an old one."""
    if isinstance(link, Invalid):
        return dead_link_page(request, Invalid(), renew_url="")
    request_link(request, link.target.email, next=_next(request))
    return dead_link_page(request, link, renew_url="", sent=True)


def _dead_page(request: HttpRequest, link: Link[SignIn]) -> HttpResponse:
    renew_url = request.get_full_path()
    return dead_link_page(request, link, renew_url=renew_url, is_for_sign_in=True)


def _forget_guest(request: HttpRequest) -> None:
    if isinstance(request.user, User) and request.user.is_guest:
        request.user = AnonymousUser()


def _next(request: HttpRequest) -> str:
    asked = request.POST.get("next") or request.GET.get("next", "")
    return safe_next(request, asked)
