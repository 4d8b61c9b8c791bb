"""The public page of a game that has started: its table, for whoever looks on."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games import queries
from games.live.page import live_page
from games.models import Game, User
from games.play.table_page import around_table, awaited_of
from games.presentation.result import result_in_words, standings_of
from games.presentation.table import Mode, table_of
from games.presentation.text import names_of
from games.store import positions
from games.store.table_rows import read_seats
from games.watching.following import FollowButton, follow_button
from games.web.seat_access import SeatAccess
from stoneage_core.state import GameState, Phase


def watch_context(
    game: Game, reader: User | None, now: datetime, *, at: str, sheet: str
) -> dict[str, Any]:
    """
    Return the context of a game's table for somebody who looks on.

    ``at`` is the place that is looked at, ``sheet`` what is opened beside the table.
    """
    seats, state = read_seats(game), positions.state_of(game)
    names = names_of(seats)
    own = None if reader is None else queries.own_seat(game, reader)
    access = SeatAccess(game, own, reader, now)
    is_over = state.phase is Phase.ENDED
    mode = Mode.OVER if is_over else Mode.WATCH
    table = table_of(state, names, mode=mode, at=at)
    return {
        "table": table,
        "own_seat": own,
        "live": live_page(game, state.version, own),
        "awaited": awaited_of(state, seats, names),
        "follow": None if own or is_over else _follow_button(game, reader),
        "dock_template": quiet_dock(is_over=is_over),
        **(over_context(state, names) if is_over else {}),
        **around_table(access, seats, state, table, sheet or table.at),
    }


def _follow_button(game: Game, reader: User | None) -> FollowButton:
    url = reverse("games:follow_game", args=[game.slug])
    return follow_button(reader, url, game=game)


def quiet_dock(*, is_over: bool) -> str:
    """Return the template of the dock of a table at which nobody is asked."""
    return f"games/table/_dock_{'over' if is_over else 'watch'}.html"


def over_context(state: GameState, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what the dock of a finished game shows: who won, and by what."""
    return {
        "result": result_in_words(state, names),
        "standings": standings_of(state, names),
    }
