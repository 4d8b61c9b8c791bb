"""The audience of a game: who may see it once it has started."""

from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import Game, Seat, Status, User
from games.web.browsers import has_opened_seat
from games.web.pages import game_or_404

NOT_SHOWN: Final = _(
    "The players keep this game to themselves. If you’re one of them, sign in "
    "or open the link in your latest email."
)

_BEGUN = {Status.ACTIVE, Status.FINISHED}


def seen_game(request: HttpRequest, slug: str) -> Game:
    """
    Return a game that its reader may see. Raise Http404 if there is none, and Refused
    (forbidden) if they may not see it.
    """
    game = game_or_404(slug)
    if not game.is_watchable and not has_opened_seat(request, game):
        reader = request.user if isinstance(request.user, User) else None
        require_may_watch(game, reader)
    return game


def require_may_watch(game: Game, user: User | None) -> None:
    """
    Raise Refused (forbidden) if only the players may see a game, and the user is none.
    ``user`` is None for an unknown reader. Before the start nothing is hidden.
    """
    if game.is_watchable or game.status not in _BEGUN:
        return
    if user is None or not is_insider(game, user):
        raise Refused("forbidden", NOT_SHOWN)


def is_insider(game: Game, user: User) -> bool:
    """Return whether a user plays or hosts the game, or is a member of the staff."""
    if user.is_staff or game.host_id == user.pk:
        return True
    return Seat.objects.reached_by(user).filter(game=game).exists()
