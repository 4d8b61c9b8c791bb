"""What anybody may see of a game: its table before the start, its board afterwards."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from games import queries
from games.models import Game, Invitation, Seat, Status
from games.moderation_log import public_log_of
from games.play.turn_page import awaited_of
from games.presentation import labels, time_control_text
from games.presentation.board import board_of
from games.presentation.proposals import proposals_of
from games.presentation.result import result_in_words
from games.presentation.salt import pinch_of
from games.presentation.seat_clocks import is_unreachable, seat_clocks
from games.presentation.text import join_list, name_of, names_of
from games.presentation.tribes import tribes_of
from games.store import positions
from stoneage_core import awaited
from stoneage_core.state import Phase


@dataclass(frozen=True)
class SeatRow:
    """A seat before the start: who is to sit there, and whether they said yes."""

    number: int
    name: str
    answer: str
    answer_key: str
    is_lost: bool
    address: str
    is_reader: bool
    may_be_filled: bool


@dataclass(frozen=True)
class Settings:
    """What was agreed on, in words."""

    start: str
    tie_break: str
    clock_name: str
    clock_terms: list[str]
    ladder: str
    commitment: str


def game_context(
    game: Game, reader: AbstractBaseUser | AnonymousUser, zone: str, now: datetime
) -> dict[str, Any]:
    """Return the context of a game's public page."""
    seats, state = queries.seats_of(game), positions.state_of(game)
    names = names_of(seats)
    own = next((s for s in seats if reader.pk and s.user_id == reader.pk), None)
    context: dict[str, Any] = {
        "game": game,
        "zone": zone,
        "own_seat": own,
        "pinch": None if own is None else pinch_of(own),
        "is_host": bool(reader.pk) and game.host_id == reader.pk,
        "is_inviting": game.status == Status.INVITING,
        "moderation_log": public_log_of(game),
        "is_cancelled": game.status == Status.CANCELLED,
        "is_over": game.status == Status.FINISHED,
        "settings": settings_of(game, seats, state.commitment),
    }
    if game.status in {Status.INVITING, Status.CANCELLED}:
        is_host = context["is_host"]
        return context | {"chairs": seat_rows(game, seats, own, is_host)}
    return context | {
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
        "awaited": awaited_of(state, seats),
        "clocks": seat_clocks(game, seats, now, own),
        "proposals": proposals_of(game, seats, None),
        "result": result_in_words(state, names),
        "where": labels.round_and_phase(state.round, Phase(state.phase)),
        "names": join_list(list(names)),
    }


def settings_of(game: Game, seats: tuple[Seat, ...], commitment: str) -> Settings:
    """Return a game's settings in words."""
    if game.start_choice is None:
        start = str(labels.DRAWN)
    else:
        start = name_of(seats[game.start_choice])
    return Settings(
        start=start,
        tie_break=str(labels.TIE_BREAKS[game.tie_break]),
        clock_name=time_control_text.name_of(game.clock),
        clock_terms=time_control_text.term_list(game.clock),
        ladder=time_control_text.ladder_of(game.clock),
        commitment=commitment,
    )


def seat_rows(
    game: Game, seats: tuple[Seat, ...], own: Seat | None, is_host: bool
) -> tuple[SeatRow, ...]:
    """Return the seats of a game that has not begun; only the host sees addresses."""
    return tuple(
        SeatRow(
            number=seat.number,
            name=name_of(seat),
            answer=_answer(seat),
            answer_key=seat.invitation,
            is_lost=is_host and is_unreachable(seat),
            address=(seat.user.email or "") if is_host and seat.user else "",
            is_reader=own is not None and seat.pk == own.pk,
            may_be_filled=is_host
            and game.status == Status.INVITING
            and seat.invitation != Invitation.ACCEPTED,
        )
        for seat in seats
    )


def _answer(seat: Seat) -> str:
    if seat.is_automatic:
        return str(labels.AUTOMATIC)
    return str(labels.ANSWERS[seat.invitation])
