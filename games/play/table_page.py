"""The frame of every table: whose turn it is, and the links in the bar above."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat, Status
from games.play.coaching import may_coach
from games.play.sheets import may_hear, sheet_context
from games.presentation.table import Mode, TableView, ToolLink
from games.presentation.text import join_list, join_names, names_of
from games.talk.page import unread_of
from games.web.seat_access import SeatAccess
from stoneage_core import awaited
from stoneage_core.state import GameState, Phase, Question

_QUESTIONS = {
    Question.PLACE: gettext_lazy("to place people"),
    Question.USE: gettext_lazy("to use the people placed"),
    Question.TOOLS: gettext_lazy("to add tools to a roll"),
    Question.DIE: gettext_lazy("to pick a die"),
    Question.FEED: gettext_lazy("to feed the tribe"),
}


@dataclass(frozen=True)
class Awaited:
    """
    Who is to decide, what, since when, and until when (None: an automatic player).

    An automatic player who searches ``is_thinking`` for a moment.
    """

    seat: int
    name: str
    question: str
    since: datetime | None = None
    deadline: datetime | None = None
    is_thinking: bool = False


def awaited_of(
    state: GameState, seats: Sequence[Seat], names: Sequence[str]
) -> tuple[Awaited, ...]:
    """Return who is to decide now."""
    question = _QUESTIONS[state.question] if state.question else ""
    return tuple(
        _awaited(seats[player], names[player], str(question))
        for player in sorted(awaited(state))
    )


def _awaited(seat: Seat, name: str, question: str) -> Awaited:
    if seat.is_automatic:
        return Awaited(seat.number, name, _("is thinking"), is_thinking=True)
    return Awaited(seat.number, name, question, seat.awaited_at, seat.deadline_at)


def heading_of(
    state: GameState, names: Sequence[str], reader: int | None = None
) -> str:
    """Return whose turn it is, in as few words as there are."""
    if state.phase is Phase.ENDED:
        return _("The game is over")
    waiting = sorted(awaited(state))
    if reader in waiting:
        return _("Your turn")
    if not waiting:
        return _("Waiting for the dice")
    others = join_list([names[player] for player in waiting])
    return _("Waiting for %(names)s") % {"names": others}


def table_tools(
    game: Game,
    table: TableView,
    *,
    unread: int | None,
    may_plan: bool,
    may_ask_coach: bool,
) -> tuple[ToolLink, ...]:
    """
    Return the links in the bar above a table; sheets keep what its address keeps.

    ``unread`` counts the messages that await the reader, None where nobody talks.
    """
    kept = table.kept
    tools = [
        ToolLink("replay", _("History"), reverse("games:history", args=[game.slug]))
    ]
    if table.mode is Mode.PLAN:
        tools.append(ToolLink("close", _("Leave the plan"), "?"))
    elif may_plan:
        tools.append(ToolLink("plan", _("Plan"), "?plan="))
    if unread is not None:
        talk = f"?{kept}sheet=talk"
        tools.append(ToolLink("talk", _("Talk"), talk, unread, is_sheet=True))
    if may_ask_coach:
        coach = f"?{kept}sheet=coach"
        tools.append(ToolLink("explain", _("Coach"), coach, is_sheet=True))
    tools.append(ToolLink("menu", _("Menu"), f"?{kept}sheet=menu", is_sheet=True))
    return tuple(tools)


def around_table(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    table: TableView,
    sheet: str,
) -> dict[str, Any]:
    """Return what stands around a table: the bar above it, and the sheet asked for."""
    game, own = access.game, access.seat
    unread = 0 if own is None and may_hear(access) else None
    if own is not None:
        unread = unread_of(own, seats)
    return {
        "game": game,
        "zone": access.zone,
        "heading": heading_of(state, names_of(seats), access.number),
        "game_title": join_names([seat for seat in seats if seat != own]),
        "game_url": reverse("games:game", args=[game.slug]),
        "seat_url": access.seat_url,
        "rematch_url": access.rematch_url if state.phase is Phase.ENDED else "",
        "tools": table_tools(
            game,
            table,
            unread=unread,
            may_plan=own is not None and game.status == Status.ACTIVE,
            may_ask_coach=own is not None and may_coach(own, state),
        ),
        **sheet_context(sheet, access, seats, state, table),
    }
