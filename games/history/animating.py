"""Animations of finished games: made by workers and kept for a while.

One is asked for when a game ends, and again by a press where it has gone since. It
takes some seconds of one core and locks nothing.
"""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.db import transaction

from games.background.debounced_task import DebouncedTask
from games.models import Game, Status
from games.models.archives import GameAnimation
from games.now import database_now
from games.presentation.animation import animation_of
from games.presentation.replay.timeline import Timeline, load_timeline
from games.presentation.table import Mode, table_of
from games.signals.bus import receives
from games.signals.games import GameFinished, GameReopened
from stoneage_core.events.rounds import PhaseStarted
from stoneage_core.state import Phase

logger = logging.getLogger(__name__)

ANIMATING = DebouncedTask("games.history.make_animations")
#: How long an animation is kept.
KEPT = timedelta(days=60)


@receives(GameFinished)
def animate_finished_game(signal: GameFinished) -> None:
    """Ask for the animation of a game that has ended."""
    request_animation(signal.game, now=signal.now)


@receives(GameReopened)
def drop_animation(signal: GameReopened) -> None:
    """Delete the animation of a game that goes on."""
    GameAnimation.objects.filter(pk=signal.game.pk).delete()


def request_animation(game: Game, *, now: datetime) -> None:
    """Have workers make the animation of a finished game. Idempotent. One query."""
    asked = GameAnimation(game=game, asked_at=now)
    GameAnimation.objects.bulk_create([asked], ignore_conflicts=True)
    transaction.on_commit(ANIMATING.enqueue)


@shared_task(name="games.history.make_animations")
def make_animations() -> None:
    """Make all animations that are asked for; one that cannot be made is dropped."""
    asked = GameAnimation.objects.filter(made_at=None).order_by("asked_at")
    for animation in asked.select_related("game"):
        try:
            make_animation(animation, now=database_now())
        except Exception:
            logger.exception("The animation of game %s failed", animation.pk)
            animation.delete()


def make_animation(animation: GameAnimation, *, now: datetime) -> None:
    """Make one animation and keep it, unless the game went on meanwhile."""
    game = animation.game
    timeline = load_timeline(game)
    nobody = ("",) * game.seat_count
    tables = [
        table_of(timeline.state_after(shown), nobody, mode=Mode.WATCH)
        for shown in (*_all_placed(timeline), game.version)
    ]
    made = {"picture": animation_of(tables), "frames": len(tables), "made_at": now}
    ended = GameAnimation.objects.filter(pk=game.pk, game__version=game.version)
    ended.update(**made)


def _all_placed(timeline: Timeline) -> list[int]:
    """Return the events after which all people of a round stand on the board."""
    return [
        one.sequence
        for one in timeline.kept
        if one.event == PhaseStarted(Phase.ACTIONS)
    ]


def animation_for(game: Game) -> GameAnimation | None:
    """Return what there is of a game's animation, without its picture. One query."""
    if game.status != Status.FINISHED:
        return None
    return GameAnimation.objects.filter(pk=game.pk).defer("picture").first()


def read_animation(game: Game) -> bytes | None:
    """Return the animated picture of a finished game, if it is made. One query."""
    if game.status != Status.FINISHED:
        return None
    made = GameAnimation.objects.filter(pk=game.pk, made_at__isnull=False)
    picture = made.values_list("picture", flat=True).first()
    return None if picture is None else bytes(picture)
