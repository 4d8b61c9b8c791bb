"""A game against bots that is over and reviewed, as a worker would have reviewed it.

It is a scene for a site: ``play`` is called where the pages are.
"""

from datetime import timedelta

from games.links.purposes import PLAY_LINK
from games.lobby.new_games import create_practice_game
from games.log.positions import state_of
from games.models import Game
from games.models.events import GameReview
from games.now import database_now
from games.presentation.timeline import load_timeline
from stoneage_core.match.commands import is_move
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from tests.support.play import play_to_the_end

#: A decision takes a minute; no game of four has so many of them.
BEFORE = timedelta(hours=12)


def play(opponents: int) -> tuple[str, str]:
    """Let a guest play as autopilot advises, to the end; return its name and link."""
    now = database_now()
    seat = create_practice_game(
        opponents=[DEFAULT_OPPONENT] * opponents,
        language="en",
        time_zone="",
        guest=None,
        now=now - BEFORE,
    )
    review(play_to_the_end(seat.game, now=now - BEFORE))
    return seat.game.slug, PLAY_LINK.url(seat, now=now)


def review(game: Game) -> None:
    """Say by figures that are made up that three moves cost much."""
    even = [1 / state_of(game).player_count] * state_of(game).player_count
    timeline = load_timeline(game).kept_decisions
    moves = [each for each in timeline if is_move(each.command)]
    figures = ("hunting grounds 3", 0.3, 0.8, 0.01, 0.5, 0.6, even, 0.02)
    GameReview.objects.update_or_create(
        game=game,
        defaults={
            "due_at": None,
            "upto": game.version,
            "rounds": [[1, moves[0].first - 1, even]],
            "decisions": [[each.first, each.player, *figures] for each in moves[:3]],
        },
    )
