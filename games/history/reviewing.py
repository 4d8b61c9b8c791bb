"""
Reviews of finished games, made slice by slice by the process that thinks, and kept.

A slice takes about a second of one core and locks nothing: a player who asks the coach
or plays against a thinking opponent waits no longer than that. Without a compiled model
a review would take many minutes, and none is made; nor if ``REVIEW_GAMES`` or
``THINKING`` is off.
"""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.conf import settings
from django.db import transaction

from games.background.thinker import call_thinker
from games.models import Game
from games.models.archives import GameReview
from games.presentation.replay.timeline import PlayedDecision, load_timeline
from games.signals.bus import receives
from games.signals.games import GameFinished, GameReopened
from stoneage_core.match.commands import is_move
from stoneage_core.opponents.compiling import is_compiled
from stoneage_core.opponents.reviewing import (
    FULL,
    Effort,
    ReviewedDecision,
    ReviewedRound,
    review_decision,
    review_round,
)
from stoneage_core.state import GameState, Phase
from stoneage_core.terms import bots_know

#: Seconds after which a slice begins no further decision.
SLICE = 1.0
#: How long others leave a game alone that somebody has taken on.
LEASE = timedelta(minutes=2)


@dataclass(frozen=True)
class Reviewed:
    """A review as it is stored: rounds and decisions in their order."""

    rounds: list[ReviewedRound]
    decisions: list[ReviewedDecision]


@receives(GameFinished)
def review_finished_game(signal: GameFinished) -> None:
    """Have a game reviewed that has ended with a result."""
    if can_be_reviewed(signal.state):
        request_review(signal.game, now=signal.now)


@receives(GameReopened)
def drop_review_of_reopened_game(signal: GameReopened) -> None:
    """Drop the review of a game that goes on."""
    drop_review(game_id=signal.game.pk)


def can_be_reviewed(state: GameState) -> bool:
    """Whether a game is over, somebody won it, and opponents know its rules."""
    is_won = state.phase is Phase.ENDED and bool(state.winners)
    return is_won and bots_know(state.terms)


def request_review(game: Game, *, now: datetime) -> None:
    """Have a game reviewed from its beginning. One query."""
    GameReview.objects.bulk_create(
        [GameReview(game=game, due_at=now)],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["due_at", "failed_at", "upto", "rounds", "decisions"],
    )
    transaction.on_commit(call_thinker)


def drop_review(*, game_id: int) -> None:
    """Forget what there is of a review."""
    GameReview.objects.filter(pk=game_id).delete()


def reviews_are_made() -> bool:
    """Whether this service reviews finished games: it does if that is quick."""
    return settings.THINKING and settings.REVIEW_GAMES and is_compiled()


def due_reviews(
    now: datetime, but: Collection[int] = (), *, limit: int = 1
) -> list[int]:
    """Return the ids of games to go on with; none if no reviews are made."""
    if not reviews_are_made():
        return []
    due = GameReview.objects.filter(due_at__lte=now).exclude(pk__in=but)
    return list(due.order_by("due_at").values_list("pk", flat=True)[:limit])


def give_up_review(*, game_id: int, now: datetime) -> None:
    """Let readers see that a game could not be reviewed; nothing of it is shown."""
    GameReview.objects.filter(pk=game_id).update(due_at=None, failed_at=now)


def reviewed_of(review: GameReview) -> Reviewed:
    """Return what is stored of a review."""
    return msgspec.convert(
        {"rounds": review.rounds, "decisions": review.decisions}, Reviewed
    )


def review_slice(*, game_id: int, now: datetime, effort: Effort = FULL) -> None:
    """
    Go on with a review for some seconds. Idempotent.

    The review is leased meanwhile; if the process dies over it another one follows.
    Nothing is kept if the game went on, or if another review of it began.
    """
    leased_until = now + LEASE
    due = GameReview.objects.filter(pk=game_id, due_at__lte=now)
    if not due.update(due_at=leased_until):
        return
    review = GameReview.objects.select_related("game").get(pk=game_id)
    is_done = _go_on(review, effort)
    GameReview.objects.filter(pk=game_id, due_at=leased_until).update(
        due_at=None if is_done else now,
        upto=review.upto,
        rounds=review.rounds,
        decisions=review.decisions,
    )


def _go_on(review: GameReview, effort: Effort) -> bool:
    """Review what is left, as far as time allows; return whether that was all."""
    stop_at = time.monotonic() + SLICE
    reviewed = reviewed_of(review)
    is_done = True
    for decision, before in _moves_after(review.game, review.upto):
        _review(reviewed, decision, before, effort)
        review.upto = decision.last
        is_done = time.monotonic() < stop_at
        if not is_done:
            break
    review.rounds = msgspec.to_builtins(reviewed.rounds)
    review.decisions = msgspec.to_builtins(reviewed.decisions)
    return is_done


def _review(
    reviewed: Reviewed, decision: PlayedDecision, before: GameState, effort: Effort
) -> None:
    """Add a decision to a review, and the round that it begins."""
    if not reviewed.rounds or reviewed.rounds[-1].round < before.round:
        reviewed.rounds.append(review_round(before, effort))
    assert decision.player is not None
    found = review_decision(before, decision.player, decision.command, effort)
    if found is not None:
        reviewed.decisions.append(found)


def _moves_after(
    game: Game, sequence: int
) -> Iterator[tuple[PlayedDecision, GameState]]:
    """Yield the moves that stood, with the positions before them."""
    timeline = load_timeline(game)
    for decision in timeline.kept_decisions:
        is_players = decision.player is not None and is_move(decision.command)
        if is_players and decision.first > sequence:
            yield decision, timeline.state_after(decision.first - 1)
