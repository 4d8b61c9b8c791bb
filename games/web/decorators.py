"""Decorators of views: methods, caching, CSRF, refusals, links."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from games.links.tokens import Expired, Invalid, LinkPurpose, Revoked, Valid
from games.models import Seat
from games.now import database_now
from games.people.reachability import record_reached
from games.presentation.error_text import error_sentence
from games.signals import SeatLinkUsed, publish
from games.web.browsers import record_browser, record_seat
from games.web.pages import dead_link_page, is_refusal, owner_of, refusal_page
from games.web.reader import reading_as, signed_in

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], R]
Explained = Callable[Concatenate[HttpRequest, P], R | HttpResponse]
Row = TypeVar("Row", bound=Model)


def explain_refusals(view: View[P, R]) -> Explained[P, R]:
    """
    Show a view's refusals in the language and time zone of the page's owner. For all
    other views ``RefusalMiddleware`` shows refusals.
    """

    @wraps(view)
    def explaining(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> R | HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Exception as error:
            if is_refusal(error):
                return refusal_page(request, error)
            raise

    return explaining


def token_page(view: View[P, R]) -> View[P, R]:
    """
    Decorate a page behind a token: GET shows it, POST acts, and it is never cached.

    The token in the URL is the only credential. Cookies play no part, so a foreign page
    cannot forge requests, and browsers without cookies can play.
    """
    return csrf_exempt(_page(view))


def token_action(view: View[P, R]) -> View[P, R]:
    """Decorate a view behind a token that only accepts POST."""
    return csrf_exempt(require_POST(view))


@dataclass(frozen=True)
class OpenedLink(Generic[T]):
    """A valid link: its target, its token, when it was opened, and when signed."""

    target: T
    token: str
    now: datetime
    signed_at: datetime | None = None


LinkView = Callable[Concatenate[HttpRequest, OpenedLink[T], P], HttpResponse]


def link_page(
    purpose: LinkPurpose[T, *tuple[Any, ...]],
    *,
    renew: str = "",
    renews: tuple[type, ...] = (Expired, Revoked),
    late: str = "",
    proves_mail: bool = False,
    tells_why: bool = True,
) -> Callable[[LinkView[T, P]], Callable[..., HttpResponse]]:
    """
    Decorate a ``token_page`` that gets the opened link, in its owner's language.

    An invalid link shows a page that says so, with an offer to email a fresh one
    through the view named ``renew``, or the template ``late`` if the link was valid
    once. With ``proves_mail`` a POST records that the email with the link arrived.
    ``tells_why`` says whether an expired link and one that never existed get different
    pages.
    """

    def decorate(view: LinkView[T, P]) -> Callable[..., HttpResponse]:
        explaining = explain_refusals(view)

        @token_page
        @wraps(view)
        def open_link(
            request: HttpRequest, /, token: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            link = purpose.parse(token, now=database_now)
            if isinstance(link, Valid):
                assert link.now is not None
                owner = owner_of(link.target)
                opened = OpenedLink(link.target, token, link.now, link.signed_at)
                if (
                    proves_mail and request.method == "POST"
                ):  # mail scanners open links, too
                    record_reached(user=owner, sent_at=link.signed_at)
                    if isinstance(link.target, Seat) and link.signed_at is not None:
                        publish(SeatLinkUsed(link.target, link.signed_at, now=link.now))
                with reading_as(owner):
                    answer = explaining(request, opened, *args, **kwargs)
                record_browser(request, answer, owner, link.now)
                if isinstance(link.target, Seat):
                    record_seat(request, answer, link.target)
                return answer
            if late and not isinstance(link, Invalid):
                context = {"is_expired": isinstance(link, Expired)}
                return render(request, late, context, status=HTTPStatus.GONE)
            renewable = renew and isinstance(link, renews)
            url = reverse(renew, args=[token]) if renewable else ""
            dead = link if tells_why else Invalid()
            return dead_link_page(request, dead, renew_url=url)

        return open_link

    return decorate


def member_page(view: View[P, R]) -> Explained[P, R]:
    """Decorate a page for members: GET shows it, POST acts, and it is never cached."""

    explaining = explain_refusals(view)

    @wraps(view)
    def read(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> R | HttpResponse:
        reader = signed_in(request)
        with reading_as(reader):
            answer = explaining(request, *args, **kwargs)
        if request.method == "POST":
            record_browser(request, answer, reader, database_now())
        return answer

    return login_required(_page(read))


def member_action(view: View[P, R]) -> View[P, R]:
    return login_required(require_POST(view))


def row_action(
    find: Callable[[HttpRequest, str], Row],
    show: Callable[[HttpRequest, Row, str, HTTPStatus], HttpResponse],
) -> Callable[[Callable[[HttpRequest, Row], HttpResponse]], Explained[..., Any]]:
    """
    Decorate a ``member_action`` for a form on the page of a row, found by its slug.
    Refusals are shown on that page, which ``show`` renders with the sentence.
    """

    def decorate(
        view: Callable[[HttpRequest, Row], HttpResponse],
    ) -> Explained[..., Any]:
        @member_action
        @wraps(view)
        def act(request: HttpRequest, /, slug: str) -> HttpResponse:
            row = find(request, slug)
            try:
                return view(request, row)
            except Refused as refusal:
                row.refresh_from_db()
                return show(request, row, error_sentence(refusal), refusal.status)

        return act

    return decorate


def _page(view: View[P, R]) -> View[P, R]:
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(view))
