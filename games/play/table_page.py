"""What stands around every table: whose turn it is, and the links in the bar above."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Seat
from games.presentation.table import ToolLink
from games.presentation.text import join_list, names_of
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
    """Who is to decide, what, and until when (None: an automatic player)."""

    seat: int
    name: str
    question: str
    deadline: datetime | None


def awaited_of(state: GameState, seats: Sequence[Seat]) -> tuple[Awaited, ...]:
    """Return who is to decide now."""
    names = names_of(seats)
    question = _QUESTIONS[state.question] if state.question else ""
    return tuple(
        Awaited(player, names[player], str(question), seats[player].deadline_at)
        for player in sorted(awaited(state))
    )


def heading_of(
    state: GameState, names: Sequence[str], reader: int | None = None
) -> str:
    """Return whose turn it is, in as few words as there are."""
    if state.phase is Phase.ENDED:
        return _("The game is over")
    waiting = sorted(awaited(state))
    if reader in waiting:
        return _("Your turn")
    others = join_list([names[player] for player in waiting])
    return _("Waiting for %(names)s") % {"names": others}


def table_tools(
    slug: str, *, unread: int | None, seat_url: str = ""
) -> tuple[ToolLink, ...]:
    """
    Return the links in the bar above a table.

    ``unread`` counts the messages that await the reader, None where nobody talks;
    ``seat_url`` is the page of the reader's seat, '' for who has none.
    """
    history = reverse("games:history", args=[slug])
    tools = [ToolLink("replay", _("History"), history)]
    if unread is not None:
        talk = _("Table talk")
        tools.append(ToolLink("talk", talk, "?sheet=talk", unread, is_sheet=True))
    tools.append(ToolLink("menu", _("Menu"), "?sheet=menu", is_sheet=True))
    return tuple(tools)
