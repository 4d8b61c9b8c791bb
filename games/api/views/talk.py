"""The talk of a table."""

from django.http import HttpRequest
from ninja import Router

from games import queries
from games.api.caller import READ, caller_of
from games.api.problems import PROBLEMS
from games.api.views.games import Slug
from games.talk.page import SeatAccess, TalkLine, talk_of
from games.talk.table_talk import require_may_read
from games.web.pages import game_or_404

router = Router(auth=READ, tags=["talk"])


@router.get("/games/{slug}/messages", response={200: list[TalkLine]} | PROBLEMS)
def list_messages(request: HttpRequest, slug: Slug) -> list[TalkLine]:
    """Return what was said at a table, for who sits there."""
    caller, game = caller_of(request), game_or_404(slug)
    require_may_read(game, caller.user)
    access = SeatAccess(game, queries.own_seat(game, caller.user))
    return list(talk_of(access, caller.now, everything=True).lines)
