"""Opponents that search: they think without a lock, and decide inside the game's."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.decisions.autoplay import play_automatic
from games.decisions.opening import attempt_on_game, open_session_of
from games.models import Seat
from games.models.seats import ComparedMove
from games.store import positions
from stoneage_core import autopilot, awaited
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import Figures, choose, is_worth_telling
from stoneage_core.opponents.ladder import OPPONENTS

#: How long to wait before looking again whether a game goes on that was frozen.
WHILE_HELD = timedelta(minutes=4)


@dataclass(frozen=True)
class Thought:
    """An opponent's decision on a seat, good as long as the game has this version."""

    seat_id: int
    version: int
    command: Command
    figures: Figures | None


def think(*, seat_id: int, now: datetime) -> Thought | None:
    """
    Return what an opponent decides that is due to think; None if it is not.

    Takes some hundredths of a second if the model is compiled, some seconds if not, and
    locks nothing meanwhile.
    """
    due = Seat.objects.filter(pk=seat_id, thinks_at__lte=now)
    seat = due.select_related("game").first()
    if seat is None:
        return None
    state = positions.state_of(seat.game)
    if seat.number not in awaited(state) or seat.game.frozen_at is not None:
        due.update(thinks_at=now + WHILE_HELD)
        return None
    choice = choose(OPPONENTS[seat.bot], state, seat.number, seat.game.slug)
    return Thought(seat.pk, state.version, choice.command, choice.figures)


@attempt_on_game
def decide_thought(thought: Thought, *, now: datetime) -> bool:
    """
    Carry out what an opponent thought of; return whether that was done.

    If the game went on meanwhile, or was frozen, it thinks again later.
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


@attempt_on_game
def decide_without_thought(*, seat_id: int, now: datetime) -> bool:
    """
    Let autopilot decide for an opponent that cannot think; return whether it did.

    The log of the game says that it was autopilot. Whoever decides the moves of
    opponents again from the log passes over this one.
    """
    session, seat = open_session_of(seat_id, now=now, skip_locked=False)
    if seat.thinks_at is None or seat.thinks_at > now:
        return False
    if session.is_frozen or seat.number not in awaited(session.state):
        Seat.objects.filter(pk=seat_id).update(thinks_at=now + WHILE_HELD)
        return False
    session.note_facts()
    command = autopilot.choose(session.state, seat.number)
    session.decide(PlayMove(command), seat.number, Source.AUTOPILOT)
    play_automatic(session)
    session.save()
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
