"""The table in plan mode: what a player thinks ahead, on a frozen position."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.live.page import live_page
from games.models import Game, Seat, StoredEvent
from games.plan.address import PlanAddress, address_in
from games.plan.dice_setting import Draw
from games.plan.page import plan_page
from games.play.seat_settings import has_settings
from games.play.table_page import around_table
from games.play.turn_page import turn_of
from games.presentation.outcome import OutcomeSentence
from games.presentation.table import Mode, table_of
from games.presentation.text import join_list, names_of
from games.store import positions
from games.web.seat_access import SeatAccess
from stoneage_core import GameState, awaited, legal_commands

#: What is asked in a plan.
DOCK = "games/plan/_dock.html"


def plan_context(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    query: QueryDict,
    *,
    action: str,
    draw: Draw,
) -> dict[str, Any]:
    """
    Return the context of the table while a seat's player plans.

    ``state`` is the present position; the plan stays on the one that it began at. A
    few queries; nothing is stored, and no dice of the game are thrown: ``draw`` throws
    others.
    """
    seat = seats[access.own.number]
    names, address = names_of(seats), address_in(query)
    start = frozen_position(seat.game, state, address.version)
    plan = plan_page(
        start,
        names,
        seat.number,
        replace(address, version=start.version),
        language=current_language(),
        draw=draw,
    )
    table = table_of(
        plan.state,
        names,
        mode=Mode.PLAN,
        reader=seat.number,
        placing=plan.actor,
        before=start,
        at=address.at,
        kept=plan.address.kept,
    )
    return {
        **around_table(access, seats, state, table, query.get("sheet", "")),
        "turn": turn_of(seat, seats, state, action=action),
        "heading": _("Planning"),
        "plan": plan,
        "table": table,
        "said": (OutcomeSentence(plan.said),) if plan.said else (),
        "closed": "" if table.looked_at is None else table.looked_at.obstacle,
        "may_order": has_settings(seat),
        "has_orders": seat.has_orders,
        "faces": range(1, 7),
        "dock_template": DOCK,
        "live": live_page(seat.game, state.version, seat),
        **_moved(seat, start, state, names, plan.address),
    }


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
    movers = movers_since(seat.game, start.version, names)
    link = replace(address, version=state.version, shown=None, player=None).query
    return {"moved": movers or _("Someone"), "moved_link": link}


def frozen_position(game: Game, present: GameState, version: int | None) -> GameState:
    """
    Return the position of a version; the present one where there is no such one.

    Nor is one begun at in the midst of what a decision made happen. Replays the game
    where the version is a former one that is not kept.
    """
    if version is None or not 0 < version < present.version:
        return present
    former = positions.state_at(game, version)
    waiting = awaited(former)
    is_at_rest = waiting and all(legal_commands(former, each) for each in waiting)
    return former if is_at_rest else present


def movers_since(game: Game, version: int, names: Sequence[str]) -> str:
    """
    Return who decided anything after a version: 'Alice and Bob', '' for nobody.

    One query. What the staff or the clock did to a game is nobody's move.
    """
    later = StoredEvent.objects.filter(game=game, sequence__gt=version)
    decided = later.exclude(decided_by=None).order_by("decided_by")
    players = decided.values_list("decided_by", flat=True).distinct()
    return join_list([names[player] for player in players if player is not None])
