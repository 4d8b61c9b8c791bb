"""Resources of the API about games, built from what their pages show."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.api.caller import Caller
from games.api.options import option_values
from games.history.review_page import ChanceRow, CostRow, ReviewLine, review_of
from games.links.purposes import game_url
from games.log import positions
from games.log.lookups import head_at
from games.log.table_rows import read_seats
from games.models import Game, Seat, Status
from games.presentation.result import result_in_words
from games.presentation.seat_clocks import SeatClock, seat_clocks
from games.presentation.text import names_of
from games.presentation.timeline import load_timeline
from games.ratings.rows import RatingRow, rating_rows
from games.table.waiting_page import SeatRow, Settings, seat_rows, settings_of
from stoneage_core import GameState, awaited
from stoneage_core.opponents.protocol import legal_texts
from stoneage_core.record import codec


@dataclass(frozen=True)
class AccountResource:
    """The caller. ``program`` is the bot's name, or '' for a person's account."""

    name: str
    language: str
    time_zone: str
    program: str
    scopes: tuple[str, ...]
    ratings: tuple[RatingRow, ...]


@dataclass(frozen=True)
class GameResource:
    """
    A game. ``seat`` is the caller's own, or null for spectators.

    ``options`` are the values of what the table agreed on, and ``settings`` put them
    into words. ``clocks`` is empty if nobody's clock runs. ``result`` says who won,
    once the game is over.
    """

    slug: str
    url: str
    status: str
    version: int
    head: str
    round: int
    phase: str
    is_frozen: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seat: int | None
    options: dict[str, Any]
    settings: Settings
    seats: tuple[SeatRow, ...]
    clocks: tuple[SeatClock, ...]
    result: str


@dataclass(frozen=True)
class PositionResource:
    """
    The position after event ``version``, whose hash is ``head``.

    ``state`` is what the engine reads and writes. ``awaited`` are the seats that have
    to decide. If the caller's own is among them, ``legal`` has all its commands in the
    notation.
    """

    version: int
    head: str
    seat: int | None
    awaited: tuple[int, ...]
    legal: tuple[str, ...]
    state: dict[str, Any]


@dataclass(frozen=True)
class ReviewResource:
    """
    The review of a finished game. ``progress`` is in percent; the rest follows after
    100.

    ``chances`` are each seat's chances of winning, after each round. ``costliest`` are
    the decisions that cost most.
    """

    progress: int
    chances: tuple[ChanceRow, ...]
    costliest: tuple[CostRow, ...]
    results: tuple[ReviewLine, ...]


def account_resource(caller: Caller) -> AccountResource:
    user = caller.user
    return AccountResource(
        name=user.name,
        language=user.language,
        time_zone=user.time_zone,
        program=user.program,
        scopes=tuple(sorted(caller.scopes)),
        ratings=rating_rows(user),
    )


def game_resource(game: Game, caller: Caller) -> GameResource:
    """Return a game as its page shows it to the caller."""
    seats, state = read_seats(game), positions.state_of(game)
    own = _seat_of(seats, caller)
    # Until the game begins, hosts see the addresses of people they invited.
    fills_seats = game.host_id == caller.user.pk and game.status == Status.INVITING
    return GameResource(
        slug=game.slug,
        url=game_url(game),
        status=game.status,
        version=game.version,
        head=game.head,
        round=state.round,
        phase=state.phase.value,
        is_frozen=game.frozen_at is not None,
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        seat=None if own is None else own.number,
        options=option_values(game.terms),
        settings=settings_of(game, seats, state),
        seats=seat_rows(game, seats, own, is_host=fills_seats),
        clocks=seat_clocks(game, seats, caller.now, own),
        result=result_in_words(state, names_of(seats)),
    )


def position_resource(
    game: Game, caller: Caller, at: int | None = None
) -> PositionResource:
    """Return the position after an event that exists, by default the current one."""
    own = _seat_of(read_seats(game), caller)
    number = None if own is None else own.number
    if at is None or at == game.version:
        state, head = positions.state_of(game), game.head
    else:
        head = head_at(game, at)
        state = positions.state_after(game, at, head)
    return PositionResource(
        version=state.version,
        head=head,
        seat=number,
        awaited=tuple(sorted(awaited(state))),
        legal=_legal(state, number),
        state=json.loads(codec.encode_state(state)),
    )


def review_resource(game: Game) -> ReviewResource | None:
    """Return the review of a game, or None if there is none and will be none."""
    seats = read_seats(game)
    review = review_of(game, load_timeline(game), names_of(seats))
    if review is None:
        return None
    return ReviewResource(
        progress=review.progress,
        chances=review.chances,
        costliest=(*review.costliest, *review.more),
        results=review.results,
    )


def _seat_of(seats: Sequence[Seat], caller: Caller) -> Seat | None:
    return next((seat for seat in seats if seat.user_id == caller.user.pk), None)


def _legal(state: GameState, player: int | None) -> tuple[str, ...]:
    if player is None or player not in awaited(state):
        return ()
    return tuple(legal_texts(state, player))
