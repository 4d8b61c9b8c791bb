"""
The coach: each move's chance of winning, and why it may be good.

The process that thinks compares the moves (``games.thinking``), outside every lock and
outside the request that asked; the sheet beside the table says what came of it. Against
other people everybody is coached, or nobody: it is a term of the table, told before
anybody accepts. At a rated table it is nobody.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.background.thinker import call_thinker
from games.errors import Refused
from games.models import Game, Seat
from games.models.seats import CoachedDecision
from games.play.hints import is_practice
from games.presentation.choices.command_words import command_in_words, words_of_commands
from games.presentation.error_text import refusals
from games.presentation.text import say
from games.store import positions
from stoneage_core import awaited, notation
from stoneage_core.advice import reason_for
from stoneage_core.opponents.judging import judge_moves
from stoneage_core.opponents.kernel import kernel
from stoneage_core.state import GameState
from stoneage_core.terms import OPTION_OF, bots_know, require_known_to_bots

#: How often each move is played on: compiled, and where that cannot be.
PLAYOUTS, FEW_PLAYOUTS = 300, 6
#: How many of the best moves are told.
TOLD = 5


@dataclass(frozen=True)
class Coaching:
    """
    What the coach says of a position: nothing yet if it was not asked.

    ``has_failed`` if the question was given up. Each move was played on ``playouts``
    times. A move is told in words, with where it is made, its chance of winning and the
    standard error in percent, and why.
    """

    is_asked: bool
    has_failed: bool = False
    playouts: int = 0
    moves: tuple[dict[str, Any], ...] = ()


def may_coach(seat: Seat, state: GameState) -> bool:
    """
    Whether a seat's player may ask now, being awaited: everybody in practice and at a
    table that agreed to it; nobody in a rated game, nor if the operator has switched
    thinking off.
    """
    if not (settings.THINKING and bots_know(state.terms)):
        return False
    is_own = not seat.is_on_autopilot and seat.number in awaited(state)
    return is_own and (state.terms.coached or is_practice(seat))


def ask_coach(*, seat: Seat, now: datetime) -> None:
    """
    Have the moves of a seat's present decision compared. Idempotent; a question that
    was given up is asked again.

    Raise Refused (forbidden) if the game is rated, if others play who did not agree to
    it, if nothing is asked of the player, and if this server has no coach.
    """
    state = positions.state_of(seat.game)
    if state.terms.rated:
        raise Refused("forbidden", _(OPTION_OF["rated"].excludes["coached"]))
    with refusals():
        require_known_to_bots(state.terms)
    if not settings.THINKING:
        raise Refused("forbidden", _("This server has no coach."))
    if not may_coach(seat, state):
        raise Refused(
            "forbidden",
            _(
                "The coach helps in practice and where the table agreed to it, and "
                "only when it’s your turn."
            ),
        )
    asked = CoachedDecision.objects.filter(seat=seat, version=state.version)
    if not asked.filter(failed_at=None).exists():
        CoachedDecision.objects.update_or_create(
            seat=seat,
            defaults={
                "version": state.version,
                "asked_at": now,
                "moves": None,
                "failed_at": None,
            },
        )
    transaction.on_commit(call_thinker)


def coaching_of(seat: Seat, state: GameState, names: Sequence[str]) -> Coaching:
    """Return what the coach says of a seat's decision in this position."""
    asked = CoachedDecision.objects.filter(seat=seat, version=state.version).first()
    if asked is None:
        return Coaching(is_asked=False)
    words = words_of_commands(state, seat.number)
    best = [_move(state, seat, names, words, one) for one in asked.moves or ()][:TOLD]
    has_failed = asked.failed_at is not None
    return Coaching(True, has_failed, asked.playouts, tuple(best))


def due_coachings(
    now: datetime, but: Collection[int] = (), *, limit: int = 10
) -> list[int]:
    """Return the ids of seats whose players wait for the coach, the longest first."""
    asked = CoachedDecision.objects.filter(
        moves__isnull=True, failed_at__isnull=True, asked_at__lte=now
    )
    keys = asked.exclude(pk__in=but).order_by("asked_at").values_list("pk", flat=True)
    return list(keys[:limit])


def oldest_question_age(now: datetime) -> timedelta | None:
    """Return for how long somebody has waited for the coach, None if nobody does."""
    waiting = CoachedDecision.objects.filter(moves__isnull=True, failed_at__isnull=True)
    oldest = waiting.order_by("asked_at").values_list("asked_at", flat=True).first()
    return None if oldest is None else now - oldest


def coach_seat(*, seat_id: int) -> None:
    """
    Compare the moves of the decision that a seat's player asked about. Idempotent.

    Takes up to two seconds of one core if the model is compiled, and locks nothing. If
    the game went on meanwhile the question is dropped.
    """
    asked = CoachedDecision.objects.select_related("seat__game").get(pk=seat_id)
    game: Game = asked.seat.game
    state, player = positions.state_of(game), asked.seat.number
    if state.version != asked.version or player not in awaited(state):
        drop_coaching(seat_id=seat_id)
        return
    playouts = PLAYOUTS if kernel().is_compiled else FEW_PLAYOUTS
    moves = [
        {
            "command": notation.to_text(move.command),
            "percent": round(100 * move.chance),
            "error": round(100 * move.error),
        }
        for move in judge_moves(state, player, playouts, seed=state.version)
    ]
    CoachedDecision.objects.filter(pk=seat_id, version=asked.version).update(
        moves=moves, playouts=playouts
    )


def drop_coaching(*, seat_id: int) -> None:
    """Forget a question whose game went on."""
    CoachedDecision.objects.filter(pk=seat_id).delete()


def give_up_coaching(*, seat_id: int, now: datetime) -> None:
    """Let the player who asked see that there will be no answer."""
    waiting = CoachedDecision.objects.filter(pk=seat_id, moves__isnull=True)
    waiting.update(failed_at=now)


def _move(
    state: GameState,
    seat: Seat,
    names: Sequence[str],
    words: dict[str, str],
    judged: dict[str, Any],
) -> dict[str, Any]:
    text = judged["command"]
    command = notation.from_text(text)
    place = getattr(command, "place", None)
    return judged | {
        "words": command_in_words(state, words, text),
        "place": "" if place is None else str(place.value),
        "reason": say(reason_for(state, seat.number, command), names),
    }
