"""The view that starts a what-if game from a position of a finished one."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from games.history.views.arguments import require_event
from games.history.what_if import create_what_if
from games.limits import PRACTICE_GAMES, visitor_of
from games.links.purposes import PLAY_LINK
from games.models import User
from games.now import database_now
from games.watching.audience import seen_game
from games.web.decorators import explain_refusals
from games.web.pages import see_other
from games.web.reader import BACKEND
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS

SEATS = {"0": 0, "1": 1, "2": 2, "3": 3}


@require_POST
@explain_refusals
def what_if(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """Start a game at the position after an event, and lead straight to its table."""
    now, reader = database_now(), request.user
    PRACTICE_GAMES.spend(visitor_of(request), now=now)
    game = seen_game(request, slug, now)
    require_event(game, sequence)
    opponent = request.POST.get("opponent", "")
    seat = create_what_if(
        source=game,
        sequence=sequence,
        number=SEATS.get(request.POST.get("seat", ""), -1),
        opponent=OPPONENTS.get(opponent, DEFAULT_OPPONENT),
        player=reader if isinstance(reader, User) else None,
        language=get_language() or "en",
        now=now,
    )
    assert seat.user is not None
    if not seat.user.is_guest:
        return see_other("games:play", slug=seat.game.slug)
    login(request, seat.user, backend=BACKEND)
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=now))
