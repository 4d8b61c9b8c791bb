"""The log of a game, and its whole record, to take home and check."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games import queries
from games.clocks import database_now
from games.errors import Forbidden
from games.limits import WHOLE_GAMES, visitor_of
from games.models import Game, Status, User
from games.records import log_lines, record_lines
from games.web.decorators import explain_refusals
from games.web.pages import game_or_404

NOT_YET = gettext_lazy(
    "The record of a game tells what was decided by standing orders, so everybody gets "
    "it when the game is over for good. The log of the game can be had at any "
    "time."
)


@require_safe
@explain_refusals
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event so far, one JSON object a line."""
    WHOLE_GAMES.spend(visitor_of(request), now=database_now())
    game = game_or_404(slug)
    return HttpResponse(
        "".join(log_lines(game)),
        content_type="text/plain; charset=utf-8",
        headers=_as_file(f"{game.slug}.jsonl"),
    )


@require_safe
@explain_refusals
def record(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole record, for anybody once the game is over, for auditors before."""
    WHOLE_GAMES.spend(visitor_of(request), now=database_now())
    game = game_or_404(slug)
    if not (_is_over(game) or _may_audit(request, game)):
        raise Forbidden(NOT_YET)
    return StreamingHttpResponse(
        record_lines(game),
        content_type="application/jsonl; charset=utf-8",
        headers=_as_file(f"{game.slug}-record.jsonl"),
    )


def _is_over(game: Game) -> bool:
    return game.is_final or game.status == Status.CANCELLED


def _may_audit(request: HttpRequest, game: Game) -> bool:
    """Whether the reader is an auditor, and none who plays in this very game."""
    user = request.user
    if not (isinstance(user, User) and user.is_staff):
        return False
    if not user.has_perm("games.audit_game"):
        return False
    seats = (queries.seat_for(game, user), queries.lent_seat(game, user))
    return not any(seats)


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
