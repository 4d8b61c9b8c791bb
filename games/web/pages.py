"""Responses: a page for its reader, a refusal, a dead link, a redirect."""

from http import HTTPStatus
from typing import Any, TypeGuard

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation

from games import queries
from games.errors import Refused
from games.limits import TooMany
from games.links.tokens import Expired, Invalid, Link, Revoked
from games.log.lookups import restoration_since
from games.models import Game, Status, User
from games.presentation.error_text import error_sentence
from games.presentation.text import mask_address, name_of
from games.web.reader import language_of, sign_reader
from stoneage_core import CorruptStream, GameError, InvalidCommand

#: The templates of the parts of a page that htmx replaces: the table, and its sheet.
SCREEN, SHEET = "games/table/screen.html", "games/table/_sheet.html"

DEAD_STATUS = {
    Expired: HTTPStatus.GONE,
    Revoked: HTTPStatus.GONE,
    Invalid: HTTPStatus.FORBIDDEN,
}


def http_status_of(error: Refused | GameError) -> HTTPStatus:
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, InvalidCommand):
        return HTTPStatus.BAD_REQUEST
    return HTTPStatus.UNPROCESSABLE_ENTITY


def is_refusal(error: Exception) -> TypeGuard[Refused | GameError]:
    """Return whether an error is a refusal. A damaged log is our own fault."""
    said_no = isinstance(error, (Refused, GameError))
    return said_no and not isinstance(error, CorruptStream)


def refusal_page(request: HttpRequest, error: Refused | GameError) -> HttpResponse:
    context = {"sentence": error_sentence(error), "back": request.path}
    answer = render(
        request, "games/refused.html", context, status=http_status_of(error)
    )
    answer.headers["Content-Language"] = translation.get_language() or ""
    if isinstance(error, TooMany):
        answer.headers["Retry-After"] = str(error.allowance.seconds)
    return answer


def render_for(
    reader: User | None,
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page in the language of its reader, if the reader is known."""
    language = language_of(reader)
    with translation.override(language):
        marked = context | {"reader_mark": sign_reader(reader)}
        page = render(request, template, marked, status=status)
    page.headers["Content-Language"] = language
    return page


def is_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def table_template(request: HttpRequest, page: str) -> str:
    """Return the template of a table: ``page``, or the part that htmx requests."""
    if not is_htmx(request):
        return page
    is_sheet = request.headers.get("HX-Target") == "sheet"
    return SHEET if is_sheet else SCREEN


def dead_link_page(
    request: HttpRequest,
    link: Link[Any],
    *,
    renew_url: str,
    sent: bool = False,
    is_for_sign_in: bool = False,
) -> HttpResponse:
    """
    Return the page of a link that is no longer valid, perhaps with a renewal.

    If somebody else plays the seat now, it says so to the former player. Nobody but the
    owner sees their address, and a former player whose seat is lent can have a link
    mailed to come back.
    """
    owner = None if isinstance(link, Invalid) else owner_of(link.target)
    passed_on = {}
    if isinstance(link, Revoked) and link.former is not None:
        owner = link.former
        is_lent = link.target.absent_user_id == owner.pk
        passed_on = {"player": name_of(link.target), "is_lent": is_lent}
        renew_url = renew_url if is_lent else ""
    context = passed_on | {
        "loss": restoration_since(link.signed_at)
        if isinstance(link, Invalid)
        else None,
        "is_expired": isinstance(link, Expired),
        "is_revoked": isinstance(link, Revoked),
        "is_for_sign_in": is_for_sign_in,
        "address": mask_address(owner),
        "renew_url": renew_url,
        "sent": sent,
    }
    status = HTTPStatus.OK if sent else DEAD_STATUS[type(link)]
    return render_for(owner, request, "games/dead_link.html", context, status)


def game_or_404(slug: str) -> Game:
    found = queries.game_by_slug(slug)
    if found is None:
        raise Http404
    return found


def first_error(form: Form) -> str:
    return next(str(error) for errors in form.errors.values() for error in errors)


def see_other(page: str, **arguments: Any) -> HttpResponse:
    return redirect_to(reverse(page, kwargs=arguments))


def see_table(game: Game, reader: User) -> HttpResponse:
    """Redirect a reader to their seat in a started game, or else to the game's page."""
    game.refresh_from_db(fields=["status"])
    is_played = game.status in {Status.ACTIVE, Status.FINISHED}
    is_seated = is_played and queries.own_seat(game, reader) is not None
    page = "games:play" if is_seated else "games:game"
    return see_other(page, slug=game.slug)


def redirect_to(address: str) -> HttpResponse:
    """Redirect to a URL, which is requested by GET."""
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)


def owner_of(target: Any) -> User | None:
    """Return the user to whom a link with this target belongs."""
    owner: User | None = target if isinstance(target, User) else target.user
    return owner
