"""What holds for many views alike: methods, caches, forgery, refusals."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from games.web.pages import refusal_page
from stoneage_core import GameError

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], R]
Explained = Callable[Concatenate[HttpRequest, P], R | HttpResponse]


def explain_refusals(view: View[P, R]) -> Explained[P, R]:
    """Decorate a view: what a service refuses, it answers with a page that says why."""

    @wraps(view)
    def explaining(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> R | HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refused, GameError) as error:
            return refusal_page(request, error)

    return explaining


def link_page(view: View[P, R]) -> Explained[P, R]:
    """
    Decorate a page behind a signed link: GET shows it, POST acts, no cache keeps it.

    The token in the address is the whole right. No cookie adds to it, so a foreign page
    has nothing to abuse, and browsers without cookies can play.
    """
    return csrf_exempt(_page(view))


def link_action(view: View[P, R]) -> Explained[P, R]:
    """Decorate what a form behind a signed link does: for POST only."""
    return csrf_exempt(require_POST(explain_refusals(view)))


def member_page(view: View[P, R]) -> Explained[P, R]:
    """Decorate a page for who is signed in: GET shows it, POST acts, no cache."""
    return login_required(_page(view))


def member_action(view: View[P, R]) -> Explained[P, R]:
    """Decorate what a form of somebody signed in does: for POST only."""
    return login_required(require_POST(explain_refusals(view)))


def _page(view: View[P, R]) -> Explained[P, R]:
    methods = require_http_methods(["GET", "HEAD", "POST"])
    return methods(never_cache(explain_refusals(view)))
