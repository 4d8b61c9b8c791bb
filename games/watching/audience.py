"""The audience of a game: who may see all of it, all but the latest, or nothing."""

from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import queries
from games.errors import Forbidden
from games.models import Audience, Game, Status, User, WatchDelay
from games.store.past import game_at, version_at, version_before_moves
from games.web.browsers import has_opened_seat
from games.web.pages import game_or_404

NOT_SHOWN: Final = _(
    "The players keep this game to themselves. If you’re one of them, sign in "
    "or open the link in your latest email."
)

_BEGUN = {Status.ACTIVE, Status.FINISHED}


def seen_game(request: HttpRequest, slug: str, now: datetime) -> Game:
    """
    Return a game as whoever asks for a page of it may see it.

    Raise Http404 where there is none, and Forbidden where they may see nothing.
    """
    game = game_or_404(slug)
    if game.shows_all or has_opened_seat(request, game):
        return game
    reader = request.user if isinstance(request.user, User) else None
    return shown_to(game, reader, now)


def shown_to(game: Game, user: User | None, now: datetime) -> Game:
    """
    Return a game as a user, or somebody unknown, may see it: as it is, or was.

    Before the start nothing is hidden. Spectators of a game with a ``watch_delay`` get
    it as it was before the latest moves, or some time ago, until it is over. Raise
    Forbidden where only those who play may watch.
    """
    if game.shows_all or game.status not in _BEGUN or (user and is_insider(game, user)):
        return game
    if game.audience == Audience.NOBODY:
        raise Forbidden(NOT_SHOWN)
    return game_at(game, shown_version(game, now))


def shown_version(game: Game, now: datetime) -> int:
    """Return up to which event spectators see a game. Queries where it is delayed."""
    delay = WatchDelay(game.watch_delay)
    if game.status != Status.ACTIVE or delay is WatchDelay.NONE:
        return game.version
    if delay.moves:
        return version_before_moves(game, delay.moves)
    return version_at(game, now - delay.time)


def version_shown_at(game: Game, moment: datetime) -> int:
    """Return up to which event spectators saw a running game at a moment. Queries."""
    delay = WatchDelay(game.watch_delay)
    if delay.moves:
        return version_before_moves(game, delay.moves, upto=moment)
    return version_at(game, moment - delay.time)


def is_insider(game: Game, user: User) -> bool:
    """Whether a user sees all of a game: they play it, host it, or are of the staff."""
    if user.is_staff or game.host_id == user.pk:
        return True
    return queries.seats_reached_by(user).filter(game=game).exists()
