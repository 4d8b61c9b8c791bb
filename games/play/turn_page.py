"""Everything that the turn page shows to one seat."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.models import Seat, Status
from games.play.seat_settings import (
    NO_FORM_ERROR,
    FormError,
    absence_settings,
    has_settings,
    missed_before_steward,
    orders_settings,
)
from games.play.takeback_page import earlier_decisions, undo_of
from games.presentation import labels
from games.presentation.board import board_of
from games.presentation.choices.decide import decision_for
from games.presentation.choices.decision import Entered
from games.presentation.event_text import recap_texts
from games.presentation.proposals import proposals_of, proposing
from games.presentation.result import result_in_words
from games.presentation.salt import pinch_of
from games.presentation.seat_clocks import seat_clocks
from games.presentation.text import names_of
from games.presentation.tribes import tribes_of
from games.reachability import lost_mails
from games.signals import CollectSeatNotes, collect
from games.talk.page import unread_of
from stoneage_core import awaited
from stoneage_core.state import GameState, Question

#: So many lines of what happened last are shown without being asked for.
SHORT_RECAP = 7

_QUESTIONS = {
    Question.PLACE: gettext_lazy("to place people"),
    Question.USE: gettext_lazy("to use the people placed"),
    Question.TOOLS: gettext_lazy("to add tools to a roll"),
    Question.DIE: gettext_lazy("to pick a die"),
    Question.FEED: gettext_lazy("to feed the tribe"),
}

#: The forms that say themselves why they were refused, by their actions.
SETTINGS = {"orders", "orders-form", "away", "back"}

#: Questions with so many choices that they fill a column of their own.
_LONG = (Question.PLACE, Question.USE)


@dataclass(frozen=True)
class Awaited:
    """Who is to decide, what, and until when (None: an automatic player)."""

    seat: int
    name: str
    question: str
    deadline: datetime | None


@dataclass(frozen=True)
class Turn:
    """The head of the page; ``deadline`` is the reader's own, if they are awaited."""

    action: str
    version: int
    request_id: str
    seat: int
    name: str
    colour: str
    shape: str
    round: int
    phase: str
    zone: str
    deadline: datetime | None
    awaited: tuple[Awaited, ...]
    is_over: bool
    is_stewarded: bool
    result: str
    refusal: str
    is_guest: bool
    is_long: bool
    history_url: str
    game_url: str
    result_url: str


def turn_context(
    *,
    seat: Seat,
    seats: Sequence[Seat],
    state: GameState,
    now: datetime,
    action: str,
    error: FormError = NO_FORM_ERROR,
) -> dict[str, Any]:
    """
    Return the context of the turn page for ``seat`` of a game that has started.

    ``action`` is the page's own address.
    """
    names = names_of(seats)
    recap = recap_texts(seat, names)
    says_itself = error.action in SETTINGS and has_settings(seat)
    refusal = "" if says_itself else error.sentence
    return {
        "turn": _turn(seat, seats, state, action=action, refusal=refusal),
        "decision": _decision(seat, state, names, error.entered),
        "earlier": recap[:-SHORT_RECAP],
        "recap": recap[-SHORT_RECAP:],
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number),
        "clocks": seat_clocks(seat.game, seats, now, seat),
        "lost_mails": lost_mails(seat.user),
        "mail_notes": _mail_notes(seat),
        "unread": unread_of(seat, seats),
        **_around(seat, seats, state, now, error),
    }


def _mail_notes(seat: Seat) -> list[str]:
    """Return what a seat's player is to know of their mails; guests get none anyway."""
    user = seat.user
    if user is None or user.is_guest:
        return []
    return collect(CollectSeatNotes(user, seat.game))


def _decision(
    seat: Seat, state: GameState, names: tuple[str, ...], entered: Entered
) -> Any:
    """Return what the seat's player is asked; nothing while the steward plays."""
    if seat.is_stewarded:
        return None
    return decision_for(state, seat.number, names, entered)


def _around(
    seat: Seat,
    seats: Sequence[Seat],
    state: GameState,
    now: datetime,
    error: FormError,
) -> dict[str, Any]:
    """Return what can be done at the table beside deciding."""
    undo, has_own = undo_of(seat, now), has_settings(seat)
    proposals = proposals_of(seat.game, seats, seat)
    return {
        "undo": undo,
        "going_back": earlier_decisions(seat, seats, undo),
        "proposals": proposals,
        "votes_wanted": sum(one.may_vote and one.own is None for one in proposals),
        "proposing": proposing(seat, seats),
        "orders": orders_settings(seat, seats, state, error) if has_own else None,
        "absence": absence_settings(seat, now, error) if has_own else None,
        "pinch": pinch_of(seat),
        "missed": missed_before_steward(seat) if seat.is_stewarded else 0,
    }


def awaited_of(state: GameState, seats: Sequence[Seat]) -> tuple[Awaited, ...]:
    """Return who is to decide now."""
    names = names_of(seats)
    question = _QUESTIONS[state.question] if state.question else ""
    return tuple(
        Awaited(player, names[player], str(question), seats[player].deadline_at)
        for player in sorted(awaited(state))
    )


def _turn(
    seat: Seat,
    seats: Sequence[Seat],
    state: GameState,
    *,
    action: str,
    refusal: str,
) -> Turn:
    names = names_of(seats)
    mark = labels.SEATS[seat.number]
    slug = seat.game.slug
    return Turn(
        action=action,
        version=state.version,
        request_id=str(uuid.uuid4()),
        seat=seat.number,
        name=names[seat.number],
        colour=str(mark.colour),
        shape=str(mark.shape_label),
        round=state.round,
        phase=str(labels.PHASES[state.phase]),
        zone=seat.user.time_zone if seat.user else "UTC",
        deadline=seats[seat.number].deadline_at,
        awaited=awaited_of(state, seats),
        is_over=seat.game.status == Status.FINISHED,
        is_stewarded=seat.is_stewarded and seat.game.status == Status.ACTIVE,
        result=result_in_words(state, names),
        refusal=refusal,
        is_long=state.question in _LONG,
        is_guest=seat.user is not None and seat.user.is_guest,
        history_url=reverse("games:history", args=[slug]),
        game_url=reverse("games:game", args=[slug]),
        result_url=reverse("games:result", args=[slug]),
    )
