"""
The coach: each move's chance of winning, and why it may be good.

A worker compares the moves, outside every lock and outside the request that asked; the
sheet beside the table says what came of it. Against other people everybody is coached,
or nobody: it is a term of the table, told before anybody accepts. At a rated table it
is nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.background.debounced_task import DebouncedTask
from games.errors import Forbidden
from games.models import Game, Seat
from games.models.seats import CoachedDecision
from games.play.hints import is_practice
from games.presentation.choices.command_words import command_in_words, words_of_commands
from games.presentation.text import say
from games.store import positions
from stoneage_core import awaited, notation
from stoneage_core.advice import reason_for
from stoneage_core.opponents.judging import judge_moves
from stoneage_core.opponents.kernel import kernel
from stoneage_core.state import GameState

COACHING = DebouncedTask("games.tasks.coach_players")
#: How often each move is played on: compiled, and where that cannot be.
PLAYOUTS, FEW_PLAYOUTS = 300, 6
#: How many of the best moves are told.
TOLD = 5


@dataclass(frozen=True)
class Coaching:
    """
    What the coach says of a position: nothing yet where it was not asked.

    Each move was played on ``playouts`` times. A move is told in words, with where it
    is made, its chance of winning and the standard error in percent, and why.
    """

    is_asked: bool
    playouts: int = 0
    moves: tuple[dict[str, Any], ...] = ()


def may_coach(seat: Seat, state: GameState) -> bool:
    """
    Whether a seat's player may ask now, being awaited: everybody in practice and at a
    table that agreed to it; nobody in a rated game.
    """
    is_own = not seat.is_on_autopilot and seat.number in awaited(state)
    return is_own and (state.is_coached or is_practice(seat))


def ask_coach(*, seat: Seat, now: datetime) -> None:
    """
    Let a worker compare the moves of a seat's present decision. Idempotent.

    Raise Forbidden where the game is rated, where others play who did not agree to it,
    and where nothing is asked of the player.
    """
    state = positions.state_of(seat.game)
    if state.is_rated:
        raise Forbidden(_("A rated game has no coach."))
    if not may_coach(seat, state):
        raise Forbidden(
            _(
                "The coach helps in practice and where the table agreed to it, and "
                "only when it’s your turn."
            )
        )
    asked = CoachedDecision.objects.filter(seat=seat, version=state.version)
    if not asked.exists():
        CoachedDecision.objects.update_or_create(
            seat=seat,
            defaults={"version": state.version, "asked_at": now, "moves": None},
        )
    transaction.on_commit(COACHING.enqueue)


def coaching_of(seat: Seat, state: GameState, names: Sequence[str]) -> Coaching:
    """Return what the coach says of a seat's decision in this position."""
    asked = CoachedDecision.objects.filter(seat=seat, version=state.version).first()
    if asked is None:
        return Coaching(is_asked=False)
    words = words_of_commands(state, seat.number)
    best = [_move(state, seat, names, words, one) for one in asked.moves or ()][:TOLD]
    return Coaching(True, asked.playouts, tuple(best))


def due_coachings(now: datetime, *, limit: int = 10) -> list[int]:
    """Return the ids of seats whose players wait for the coach, the longest first."""
    asked = CoachedDecision.objects.filter(moves__isnull=True, asked_at__lte=now)
    return list(asked.order_by("asked_at").values_list("pk", flat=True)[:limit])


def coach_seat(*, seat_id: int) -> None:
    """
    Compare the moves of the decision that a seat's player asked about. Idempotent.

    Takes up to two seconds of one core where the model is compiled, and locks nothing.
    Where the game went on meanwhile the question is dropped.
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
    """Forget a question; who still has it asks again."""
    CoachedDecision.objects.filter(pk=seat_id).delete()


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
