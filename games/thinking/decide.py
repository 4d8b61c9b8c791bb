"""Bots that search: they think without a lock, and decide with the game locked."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.decisions.autoplay import play_automatic
from games.decisions.opening import attempt_on_game, open_session_of
from games.log import positions
from games.models import Seat
from games.models.seats import ComparedMove
from stoneage_core import autopilot, awaited
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import Figures, choose, is_worth_telling
from stoneage_core.opponents.ladder import OPPONENTS

#: When to look again at a seat whose game is frozen or does not await it.
WHILE_HELD = timedelta(minutes=4)


@dataclass(frozen=True)
class Thought:
    """A bot's decision for a seat, valid only for this version of the game."""

    seat_id: int
    version: int
    command: Command
    figures: Figures | None


def think(*, seat_id: int, now: datetime) -> Thought | None:
    """
    Return the decision of a bot whose turn to think has come, or None.

    Takes some hundredths of a second if the model is compiled, or else some seconds.
    Locks nothing.
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
    Carry out what a bot decided. Return whether it was done. If the game has advanced
    or was frozen in the meantime, the bot thinks again later.
    """
    session, seat = open_session_of(thought.seat_id, now=now, skip_locked=False)
    if session.is_frozen or session.game.version != thought.version:
        return False
    session.note_facts()
    if session.entries:
        # The facts are new events, so the bot has to think again on the new position.
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
    Let autopilot decide for a bot that failed to think. Return whether it did.

    The log records autopilot as the source, so a replay of the bots' moves skips this
    decision.
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
    """Store the figures behind a bot's decision, so that the recap can show them."""
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
