"""A seat's table in plan mode: what its player thinks ahead, on a frozen position."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.models import Seat
from games.plan.address import PlanAddress
from games.plan.frozen import frozen_position, movers_since
from games.plan.page import PlanPage, plan_page
from games.play.seat_settings import has_settings
from games.play.table_page import around_table
from games.play.turn_page import turn_of
from games.presentation.table import Mode, TableView, table_of
from games.presentation.text import join_list, names_of
from games.talk.page import SeatAccess
from stoneage_core.state import GameState

#: What is asked in a plan.
DOCK = "games/plan/_dock.html"


def plan_context(
    *,
    access: SeatAccess,
    seat: Seat,
    seats: Sequence[Seat],
    state: GameState,
    address: PlanAddress,
    sheet: str,
    action: str,
    now: datetime,
) -> dict[str, Any]:
    """
    Return the context of the table while a seat's player plans.

    ``state`` is the present position; the plan stays on the one that it began at. A
    few queries; nothing is stored, and no dice of the game are thrown.
    """
    names = names_of(seats)
    start = frozen_position(seat.game, state, address.version)
    plan = plan_page(
        start,
        names,
        seat.number,
        replace(address, version=start.version),
        language=current_language(),
        draw=throw_dice,
    )
    table = _table(start, plan, names, seat.number, address.at)
    return {
        **around_table(
            access=access,
            reader=seat.user,
            seats=seats,
            state=state,
            table=table,
            sheet=sheet,
            now=now,
        ),
        "turn": turn_of(seat, seats, state, action=action),
        "heading": _("Planning"),
        "plan": plan,
        "table": table,
        "said": plan.said,
        "closed": "" if table.looked_at is None else table.looked_at.obstacle,
        "may_order": has_settings(seat),
        "has_orders": seat.has_orders,
        "faces": range(1, 7),
        "dock_template": DOCK,
        **_moved(seat, start, state, names, plan.address),
    }


def throw_dice(count: int) -> tuple[int, ...]:
    """Return faces for somebody who tries their luck in a plan."""
    return tuple(random.choices(range(1, 7), k=count))


def _table(
    start: GameState, plan: PlanPage, names: Sequence[str], reader: int, at: str
) -> TableView:
    """Return the table as planned, of the version that the plan began at."""
    table = table_of(
        plan.state,
        names,
        mode=Mode.PLAN,
        reader=reader,
        placing=plan.actor,
        before=start,
        at=at,
        kept=plan.address.kept,
    )
    return replace(table, version=start.version)


def _moved(
    seat: Seat,
    start: GameState,
    state: GameState,
    names: Sequence[str],
    address: PlanAddress,
) -> dict[str, str]:
    """Say who moved since the plan began, with the way to the position as it is."""
    if start.version == state.version:
        return {"moved": ""}
    movers = [names[player] for player in movers_since(seat.game, start.version)]
    link = replace(address, version=state.version, shown=None, player=None).query
    return {"moved": join_list(movers) or _("Somebody"), "moved_link": link}
