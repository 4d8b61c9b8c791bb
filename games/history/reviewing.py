"""Reviews of finished games, computed in slices by the process that thinks.

A slice takes about a second of one core and locks nothing, so it hardly delays players
who wait for the coach or a bot. Without a compiled model a review would take many
minutes, so none is made. The settings ``REVIEW_GAMES`` and ``THINKING`` also turn
reviews off.
"""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.conf import settings
from django.db import transaction

from games.background.thinker import call_thinker, knock
from games.models import Game
from games.models.events import GameReview
from games.presentation.timeline import PlayedDecision, Timeline, load_timeline
from games.signals import GameFinished, GameReopened, receives
from stoneage_core.events.rounds import GameEnded
from stoneage_core.match.commands import is_move
from stoneage_core.opponents.compiling import is_compiled
from stoneage_core.opponents.reviewing import (
    FULL,
    Effort,
    ReviewedDecision,
    ReviewedRound,
    review_decision,
    review_ending,
    review_round,
)
from stoneage_core.state import GameState, Phase
from stoneage_core.terms import bots_know

#: Seconds after which a slice does not begin another decision.
SLICE = 1.0
#: How long other processes leave a game alone that one has begun to review.
LEASE = timedelta(minutes=2)


@dataclass(frozen=True)
class Reviewed:
    rounds: list[ReviewedRound]
    decisions: list[ReviewedDecision]
    ending: tuple[float, ...] = ()


@receives(GameFinished)
def review_finished_game(signal: GameFinished) -> None:
    if can_be_reviewed(signal.state):
        request_review(signal.game, now=signal.now)


@receives(GameReopened)
def drop_review_of_reopened_game(signal: GameReopened) -> None:
    GameReview.objects.filter(pk=signal.game.pk).delete()


def can_be_reviewed(state: GameState) -> bool:
    """Return whether a game is over, somebody won it, and the bots know its rules."""
    is_won = state.phase is Phase.ENDED and bool(state.winners)
    return is_won and bots_know(state.terms)


def request_review(game: Game, *, now: datetime, with_broker: bool = True) -> None:
    """
    Request a review of a game from its beginning (one query).

    Without the broker, only a process that thinks already begins at once; otherwise
    the next sweep starts one.
    """
    GameReview.objects.bulk_create(
        [GameReview(game=game, due_at=now)],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=[
            "due_at",
            "failed_at",
            "upto",
            "rounds",
            "decisions",
            "ending",
        ],
    )
    transaction.on_commit(call_thinker if with_broker else knock)


def reviews_are_made() -> bool:
    """Return whether this service makes reviews: only with a compiled model."""
    return settings.THINKING and settings.REVIEW_GAMES and is_compiled()


def due_reviews(
    now: datetime, but: Collection[int] = (), *, limit: int = 1
) -> list[int]:
    """Return the ids of games whose reviews are due. Empty if no reviews are made."""
    if not reviews_are_made():
        return []
    due = GameReview.objects.filter(due_at__lte=now).exclude(pk__in=but)
    return list(due.order_by("due_at").values_list("pk", flat=True)[:limit])


def give_up_review(*, game_id: int, now: datetime) -> None:
    """Give up the review of a game. Readers see only that it failed."""
    GameReview.objects.filter(pk=game_id).update(due_at=None, failed_at=now)


def reviewed_of(review: GameReview) -> Reviewed:
    return msgspec.convert(
        {
            "rounds": review.rounds,
            "decisions": review.decisions,
            "ending": review.ending,
        },
        Reviewed,
    )


def review_slice(*, game_id: int, now: datetime, effort: Effort = FULL) -> None:
    """
    Continue a review for about a second. Idempotent.

    The review is leased meanwhile, so that another process can continue if this one
    dies. The result is dropped if the game was resumed, or if another review of it
    began.
    """
    leased_until = now + LEASE
    due = GameReview.objects.filter(pk=game_id, due_at__lte=now)
    if not due.update(due_at=leased_until):
        return
    review = GameReview.objects.select_related("game").get(pk=game_id)
    is_done = _continue_review(review, effort)
    GameReview.objects.filter(pk=game_id, due_at=leased_until).update(
        due_at=None if is_done else now,
        upto=review.upto,
        rounds=review.rounds,
        decisions=review.decisions,
        ending=review.ending,
    )


def _continue_review(review: GameReview, effort: Effort) -> bool:
    """Review remaining decisions as time allows. Return whether all are done."""
    stop_at = time.monotonic() + SLICE
    reviewed, timeline = reviewed_of(review), load_timeline(review.game)
    is_done = True
    for decision, before in _moves_after(timeline, review.upto):
        _review(reviewed, decision, before, effort)
        review.upto = decision.last
        is_done = time.monotonic() < stop_at
        if not is_done:
            break
    cut_off = _cut_off(timeline) if is_done else None
    if cut_off is not None:
        review.ending = list(review_ending(cut_off, effort))
    review.rounds = msgspec.to_builtins(reviewed.rounds)
    review.decisions = msgspec.to_builtins(reviewed.decisions)
    return is_done


def _review(
    reviewed: Reviewed, decision: PlayedDecision, before: GameState, effort: Effort
) -> None:
    if not reviewed.rounds or reviewed.rounds[-1].round < before.round:
        reviewed.rounds.append(review_round(before, effort))
    assert decision.player is not None
    found = review_decision(before, decision.player, decision.command, effort)
    if found is not None:
        reviewed.decisions.append(found)


def _cut_off(timeline: Timeline) -> GameState | None:
    """Return the position before an early end, or None if the game was played out."""
    for one in timeline.kept:
        if isinstance(one.event, GameEnded) and one.event.reason.is_early:
            return timeline.state_after(timeline.decision_of(one.sequence).first - 1)
    return None


def _moves_after(
    timeline: Timeline, sequence: int
) -> Iterator[tuple[PlayedDecision, GameState]]:
    """Yield later moves that were not taken back, with the positions before them."""
    for decision in timeline.kept_decisions:
        is_players = decision.player is not None and is_move(decision.command)
        if is_players and decision.first > sequence:
            yield decision, timeline.state_after(decision.first - 1)
