"""Help at the table: hints and the coach in practice, notes in first games."""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.background.thinker import call_thinker
from games.errors import Refused, refusals
from games.locks import lock_user
from games.log import positions
from games.models import Game, Seat, User
from games.models.seats import CoachedDecision
from games.presentation.text import names_of, say
from games.table.numbered_choices import command_in_words, words_of_commands
from stoneage_core import awaited, notation
from stoneage_core.advice import advise, food_in_words, reason_for
from stoneage_core.components.places import Place
from stoneage_core.opponents.searching import judge_moves
from stoneage_core.state import GameState, Question
from stoneage_core.terms import OPTION_OF, bots_know, require_known_to_bots


@dataclass(frozen=True)
class Hint:
    """The ``reason`` for a decision at ``place``, and how long the ``food`` lasts."""

    reason: str
    food: str
    place: str


def hint_for(seat: Seat, seats: Sequence[Seat], state: GameState) -> Hint | None:
    """Return the hint for a seat, or None if its player wants none or is not asked."""
    user = seat.user
    if user is None or not user.wants_hints or not is_practice(seat):
        return None
    if seat.is_on_autopilot or seat.number not in awaited(state):
        return None
    return hint_in(state, seat.number, names_of(seats))


def hint_in(state: GameState, player: int, names: Sequence[str]) -> Hint:
    advice = advise(state, player)
    place = getattr(advice.command, "place", None)
    # A player who already hunts has cared about food, and dice decide how much.
    is_hunting = state.players[player].on(Place.HUNTING_GROUNDS)
    asks_for_food = state.question is Question.PLACE and not is_hunting
    return Hint(
        reason=say(advice.reason, names),
        food=say(food_in_words(state, player), names) if asks_for_food else "",
        place="" if place is None else str(place.value),
    )


def is_practice(seat: Seat) -> bool:
    """Return whether a game is practice, so that hints and coach are allowed."""
    return seat.game.table_state.is_practice


def want_hints(*, seat: Seat, wanted: bool) -> None:
    """Turn a player's hints on or off. Raise Refused (forbidden) outside practice."""
    if seat.user is None or not is_practice(seat):
        raise Refused("forbidden", _("Hints are only for unrated games against bots."))
    User.objects.filter(pk=seat.user.pk).update(wants_hints=wanted)
    seat.user.wants_hints = wanted


#: How often each move is played to the end, unless that takes too many seconds, as it
#: does without a compiled model.
PLAYOUTS, SECONDS = 300, 4.0
#: Seconds after the question within which no more playouts begin. A question that had
#: to wait is answered with fewer, because the answer has to come within ten seconds.
WITHIN = 8.0
#: How many of the best moves are shown.
TOLD = 5


@dataclass(frozen=True)
class Coaching:
    """
    The coach's answer about a position.

    ``has_failed`` is set if it was given up. Each move was played to the end
    ``playouts`` times. A move has its words, its place, its chance of winning and
    standard error in percent, and a reason. The first ``equal`` moves cannot be told
    apart by that.
    """

    is_asked: bool
    has_failed: bool = False
    playouts: int = 0
    equal: int = 0
    moves: tuple[dict[str, Any], ...] = ()


def may_coach(seat: Seat, state: GameState) -> bool:
    """
    Return whether an awaited player may ask the coach: in practice, and at tables that
    agreed to it. Never in rated games, nor if the operator has switched thinking off.
    """
    if not (settings.THINKING and bots_know(state.terms)):
        return False
    is_own = not seat.is_on_autopilot and seat.number in awaited(state)
    return is_own and (state.terms.coached or is_practice(seat))


def ask_coach(*, seat: Seat, now: datetime) -> None:
    """
    Have the moves of a seat's present decision compared. Idempotent, but a question
    that was given up is asked again.

    Raise Refused (forbidden) in a rated game, if the table did not agree to it, if the
    player is not asked anything, and if this server has no coach.
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
    asked = CoachedDecision.objects.filter(seat=seat, version=state.version).first()
    if asked is None:
        return Coaching(is_asked=False)
    words = words_of_commands(state, seat.number)
    best = [_move(state, seat, names, words, one) for one in asked.moves or ()][:TOLD]
    has_failed = asked.failed_at is not None
    equal = sum(move["is_best"] for move in best)
    return Coaching(True, has_failed, asked.playouts, equal, tuple(best))


def due_coachings(
    now: datetime, but: Collection[int] = (), *, limit: int = 10
) -> list[int]:
    asked = CoachedDecision.objects.filter(
        moves__isnull=True, failed_at__isnull=True, asked_at__lte=now
    )
    keys = asked.exclude(pk__in=but).order_by("asked_at").values_list("pk", flat=True)
    return list(keys[:limit])


def oldest_question_age(now: datetime) -> timedelta | None:
    """Return how long the oldest question to the coach has waited, or None."""
    waiting = CoachedDecision.objects.filter(moves__isnull=True, failed_at__isnull=True)
    oldest = waiting.order_by("asked_at").values_list("asked_at", flat=True).first()
    return None if oldest is None else now - oldest


def coach_seat(*, seat_id: int, now: datetime) -> None:
    """
    Compare the moves of the decision that a player asked about. Idempotent.

    Takes up to two seconds of one core with a compiled model and about four without,
    or less if the question has waited, and locks nothing. If the game has moved on, the
    question is dropped.
    """
    asked = CoachedDecision.objects.select_related("seat__game").get(pk=seat_id)
    game: Game = asked.seat.game
    state, player = positions.state_of(game), asked.seat.number
    if state.version != asked.version or player not in awaited(state):
        drop_coaching(seat_id=seat_id)
        return
    waited = (now - asked.asked_at).total_seconds()
    stop_at = time.monotonic() + min(SECONDS, WITHIN - waited)
    judged = judge_moves(
        state, player, PLAYOUTS, state.version, lambda: time.monotonic() > stop_at
    )
    moves = [
        {
            "command": notation.to_text(move.command),
            "percent": round(100 * move.chance),
            "error": round(100 * move.error),
            "is_best": move.is_best,
        }
        for move in judged
    ]
    CoachedDecision.objects.filter(pk=seat_id, version=asked.version).update(
        moves=moves, playouts=judged[0].playouts
    )


def drop_coaching(*, seat_id: int) -> None:
    CoachedDecision.objects.filter(pk=seat_id).delete()


def give_up_coaching(*, seat_id: int, now: datetime) -> None:
    """Mark a question as failed, which its player sees."""
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


class FirstNote(TextChoices):
    """The notes, in order. Dismissing one sends its value."""

    DOCK = "dock", gettext_lazy("Tap a place to see what it would bring.")
    ODDS = "odds", gettext_lazy("Where dice are rolled, bars show what they may bring.")
    UNDO = "undo", gettext_lazy("You can take your last move back for a short while.")
    HISTORY = "history", gettext_lazy("The history keeps every move and roll.")


def first_note(seat: Seat, state: GameState, *, has_undo: bool) -> FirstNote | None:
    """
    Return the note that is due for a player who has never finished a game, or None.

    Takes a query while notes are left.
    """
    user = seat.user
    if user is None or len(user.notes_read) == len(FirstNote):
        return None
    due = (note for note in _due(seat, state, has_undo) if note not in user.notes_read)
    note = next(due, None)
    return None if note is None or queries.has_finished_a_game(user) else note


def _due(seat: Seat, state: GameState, has_undo: bool) -> Iterator[FirstNote]:
    """Yield the notes of the round; none stays for more than two rounds."""
    player = seat.number
    if state.question is Question.PLACE and player in awaited(state):
        has_placed = sum(state.players[player].placed) or state.round > 1
        if not has_placed:
            yield FirstNote.DOCK
        elif state.round <= 2:
            yield FirstNote.ODDS
    if has_undo and state.round <= 2:
        yield FirstNote.UNDO
    if 1 < state.round <= 3:
        yield FirstNote.HISTORY


@transaction.atomic
def dismiss_note(*, user: User, kind: str) -> None:
    """Never show a note to a user again. Idempotent. Locks the user."""
    if kind not in FirstNote.values:
        raise Refused("invalid")
    locked = lock_user(user.pk)
    if kind not in locked.notes_read:
        locked.notes_read = [*locked.notes_read, kind]
        locked.save(update_fields=["notes_read"])
    user.notes_read = locked.notes_read
