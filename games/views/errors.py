"""Pages for what is refused: a sentence, the right status, a way on."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from games import links, selectors, wording
from games.errors import Refused
from games.models import Seat, User
from games.views.people import language_of, mark_of
from stoneage_core import GameError, InvalidCommand

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)

DEAD_STATUS = {
    links.Expired: HTTPStatus.GONE,
    links.Revoked: HTTPStatus.GONE,
    links.Invalid: HTTPStatus.FORBIDDEN,
}


def sentence_of(error: Refused | GameError, seats: tuple[Seat, ...] = ()) -> str:
    """Return a refusal as a sentence with a full stop."""
    if isinstance(error, GameError):
        text = wording.say(error.phrase, selectors.names(seats))
    else:
        text = str(error)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def status_of(error: Refused | GameError) -> HTTPStatus:
    """Return the HTTP status of a refusal."""
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, InvalidCommand):
        return HTTPStatus.BAD_REQUEST
    return HTTPStatus.UNPROCESSABLE_ENTITY


def calm(
    view: Callable[Concatenate[HttpRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R | HttpResponse]:
    """Decorate a view: what a service refuses, it answers with a page that says why."""

    @wraps(view)
    def calmly(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> R | HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refused, GameError) as error:
            return refusal_page(request, error)

    return calmly


def refusal_page(request: HttpRequest, error: Refused | GameError) -> HttpResponse:
    """A calm page with the sentence, for what has no form to be shown again."""
    context = {"sentence": sentence_of(error), "back": request.path}
    answer = render(request, "games/refused.html", context, status=status_of(error))
    answer.headers["Content-Language"] = translation.get_language() or ""
    return _whole(request, answer)


def page_for(
    reader: User | None,
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page in the language of its reader, where it is known who that is."""
    language = language_of(reader)
    with translation.override(language):
        marked = context | {"reader_mark": mark_of(reader)}
        page = _whole(request, render(request, template, marked, status=status))
    page.headers["Content-Language"] = language
    return page


def by_htmx(request: HttpRequest) -> bool:
    """Whether a part of a page is asked for, to be put in place of the old one."""
    return request.headers.get("HX-Request") == "true"


def _whole(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Have htmx load the page anew where the answer is no part to be swapped in."""
    if by_htmx(request) and not response.content.lstrip().startswith(b"<div"):
        response["HX-Refresh"] = "true"
    return response


def dead_link(
    request: HttpRequest,
    link: links.SeatLink | links.UserLink,
    *,
    renew_url: str,
    sent: bool = False,
) -> HttpResponse:
    """A link that opens nothing any more, and the offer to mail a fresh one."""
    target = None if isinstance(link, links.Invalid) else link.target
    context = {
        "is_expired": isinstance(link, links.Expired),
        "is_revoked": isinstance(link, links.Revoked),
        "address": masked(_owner(target)),
        "renew_url": renew_url,
        "sent": sent,
    }
    status = HTTPStatus.OK if sent else DEAD_STATUS[type(link)]
    return page_for(_owner(target), request, "games/dead_link.html", context, status)


def masked(user: User | None) -> str:
    """Return an address as only its owner knows it again: 'a•••@example.org'."""
    if user is None or not user.email:
        return ""
    name, _at, domain = user.email.partition("@")
    return f"{name[:1]}•••@{domain}"


def _owner(target: Seat | User | None) -> User | None:
    return target.user if isinstance(target, Seat) else target
