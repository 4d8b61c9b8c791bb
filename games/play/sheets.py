"""Sheets that open beside a table: a tribe, the talk, the menu, the agreement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Seat
from games.moderation_log import public_log_of
from games.play.coaching import coaching_of, may_coach
from games.play.explanations import (
    explain_food_track,
    explain_place,
    explain_tools,
)
from games.play.game_page import settings_of
from games.presentation.opponent_reasons import reasons_since
from games.presentation.proposals import proposals_of
from games.presentation.replay.since import load_since_turn
from games.presentation.seat_clocks import seat_clocks
from games.presentation.table import TableView
from games.presentation.text import names_of
from games.presentation.tribes import Tribe, tribe_called
from games.talk import table_talk
from games.talk.page import people_of, talk_of
from games.web.seat_access import SeatAccess
from stoneage_core.state import GameState


@dataclass(frozen=True)
class Sheet:
    """A sheet that lies beside the table: what it is called, and its template."""

    heading: str
    template: str


def tribe_sheet(tribe: Tribe) -> dict[str, Any]:
    """Return what lies beside a table where a tribe is looked at."""
    return {
        "sheet": Sheet(tribe.name, "games/table/_sheet_tribe.html"),
        "tribe": tribe,
    }


def sheet_context(
    key: str,
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    table: TableView,
) -> dict[str, Any]:
    """
    Return what stands on the sheet that an address asks for.

    Nothing where there is no such sheet. Queries what stands on it, and no more.
    """
    if not key:
        return {}
    if tribe := tribe_called(key, state, names_of(seats), access.number):
        return tribe_sheet(tribe)
    if key == "menu":
        return {"sheet": Sheet(_("Menu"), "games/table/_sheet_menu.html")}
    if key == "talk" and may_hear(access):
        sheet = Sheet(_("Table talk"), "games/table/_sheet_talk.html")
        return {"sheet": sheet, "talk": talk_of(access)}
    if key == "coach" and access.seat and may_coach(access.seat, state):
        sheet = Sheet(_("What would you do?"), "games/table/_sheet_coach.html")
        coaching = coaching_of(access.seat, state, names_of(seats))
        return {"sheet": sheet, "coaching": coaching}
    if key == "why" and access.seat:
        sheet = Sheet(_("Why they chose that"), "games/table/_sheet_why.html")
        reasons = reasons_since(seats, load_since_turn(access.seat))
        return {"sheet": sheet, "reasons": reasons}
    if key == "about":
        return _about(access, seats, state)
    return _explanation(key, access.number, seats, state, table)


def _explanation(
    key: str,
    number: int | None,
    seats: Sequence[Seat],
    state: GameState,
    table: TableView,
) -> dict[str, Any]:
    """Return what explains a place, the tools or the food track."""
    template = "games/table/_sheet_place.html"
    if key in {"tools", "food-track"}:
        explain = explain_tools if key == "tools" else explain_food_track
        heading, told = explain(None if number is None else state.players[number])
        return {"sheet": Sheet(heading, template), "explanation": told}
    names = names_of(seats)
    found = explain_place(state, names, table, key.replace("-", "_"), number)
    if found is None or found.place is None:
        return {}
    return {"sheet": Sheet(found.place.label, template), "explanation": found}


def may_hear(access: SeatAccess) -> bool:
    """Whether a reader hears the talk of the table, if there is any."""
    if not table_talk.has_talk(access.game):
        return False
    if access.token:
        return True
    return access.reader is not None and table_talk.may_read(access.game, access.reader)


def _about(
    access: SeatAccess, seats: Sequence[Seat], state: GameState
) -> dict[str, Any]:
    game = access.game
    return {
        "sheet": Sheet(_("About this game"), "games/table/_sheet_about.html"),
        "settings": settings_of(game, tuple(seats), state),
        "clocks": seat_clocks(game, seats, access.now, access.seat),
        "proposals": proposals_of(game, seats, None),
        "moderation_log": public_log_of(game),
        "people": people_of(access, seats),
        "report_url": access.report_url,
    }
