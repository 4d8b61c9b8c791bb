"""Opponents that search: they think without a lock, and decide inside the game's."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from games.decisions.autoplay import play_automatic
from games.decisions.opening import attempt_on_game, open_session_of
from games.models import Seat
from games.models.seats import ComparedMove
from games.store import positions
from stoneage_core import awaited
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import Figures, choose, is_worth_telling
from stoneage_core.opponents.compiling import NoCompiler
from stoneage_core.opponents.kernel import quicken
from stoneage_core.opponents.ladder import OPPONENTS

logger = logging.getLogger(__name__)

#: How long others leave a seat alone for which somebody thinks, or could not decide.
LEASE = timedelta(minutes=4)


@dataclass(frozen=True)
class Thought:
    """An opponent's decision on a seat, good as long as the game has this version."""

    seat_id: int
    version: int
    command: Command
    figures: Figures | None


@cache
def quicken_thinking() -> None:
    """
    Compile what opponents search with, once a process; where that fails say so.

    Without it they decide the same, some eighty times later.
    """
    try:
        quicken()
    except NoCompiler as refusal:
        logger.warning("Opponents think slowly: %s", refusal)


def think(*, seat_id: int, now: datetime) -> Thought | None:
    """
    Return what an opponent decides that is due to think; None where it is not.

    Takes some hundredths of a second where the model is compiled, and locks nothing
    meanwhile: the seat is leased. Whoever dies over it is followed once that is over.
    """
    due = Seat.objects.filter(pk=seat_id, thinks_at__lte=now)
    if not due.update(thinks_at=now + LEASE):
        return None
    seat = Seat.objects.select_related("game").get(pk=seat_id)
    state = positions.state_of(seat.game)
    if seat.number not in awaited(state) or seat.game.frozen_at is not None:
        return None
    choice = choose(OPPONENTS[seat.bot], state, seat.number, seat.game.slug)
    return Thought(seat.pk, state.version, choice.command, choice.figures)


@attempt_on_game
def decide_thought(thought: Thought, *, now: datetime) -> bool:
    """
    Carry out what an opponent thought of; return whether that was done.

    Where the game went on meanwhile, or was frozen, it thinks again later.
    """
    session, seat = open_session_of(thought.seat_id, now=now, skip_locked=False)
    if session.is_frozen or session.game.version != thought.version:
        return False
    session.note_facts()
    if session.entries:
        # What the service tells is an event: it is thought of once more, from there.
        session.save()
        return False
    session.decide(PlayMove(thought.command), seat.number, Source.AUTOMATIC)
    play_automatic(session)
    session.save()
    _keep_figures(thought)
    return True


def _keep_figures(thought: Thought) -> None:
    """Write down by what figures an opponent decided, for the recap to tell."""
    if thought.figures is None or not is_worth_telling(thought.command):
        return
    ComparedMove.objects.update_or_create(
        seat_id=thought.seat_id,
        defaults={
            "version": thought.version,
            "won": thought.figures.won,
            "next_best": thought.figures.next_best,
        },
    )
