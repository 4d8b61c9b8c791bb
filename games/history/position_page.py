"""The table as it was after one event, with the steps to walk on by."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.history import viewer
from games.history.history_page import side_list
from games.links.purposes import game_url
from games.models import Game
from games.play.sheets import Sheet
from games.presentation.replay.chips import chips_of
from games.presentation.replay.since import Replay, steps_url
from games.presentation.replay.steps import ReplayPart, replay_steps, shown_parts
from games.presentation.replay.timeline import Timeline, load_timeline
from games.presentation.source_mask import SourceMask
from games.presentation.table import Mode, TableView, ToolLink, table_of
from games.presentation.text import join_names, names_of


def position_context(
    game: Game, sequence: int, asked: QueryDict, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the table after an event, which has to exist.

    ``reader`` is the seat of who reads: their own orders are no secret to them. Raise
    NotThere for a round that never was.
    """
    seats = queries.seats_of(game)
    names = names_of(seats)
    timeline = load_timeline(game)
    state = timeline.states[sequence]
    table = table_of(
        state, names, mode=Mode.REPLAY, reader=reader, at=asked.get("at", "")
    )
    mask = SourceMask(game, reader)
    making = viewer.decision_text(timeline, sequence, names, mask)
    parts = list(shown_parts(timeline, 1, len(timeline.happened)))
    return {
        "game": game,
        "table": table,
        "sequence": sequence,
        "heading": _("Position %(sequence)d of %(last)d")
        % {"sequence": sequence, "last": game.version},
        "game_title": join_names(seats),
        "game_url": reverse("games:game", args=[game.slug]),
        "tools": _tools(),
        "dock_template": "games/replay/_viewer.html",
        "replay": _replay(game, timeline, parts, sequence, names, reader),
        "previous": max(
            (part.last for part in parts if part.last < sequence), default=1
        ),
        "following": min(
            (part.last for part in parts if part.last > sequence), default=None
        ),
        "undone": viewer.taken_back_by(timeline, sequence),
        "making": making,
        "line": next(each for each in making.lines if each.sequence == sequence),
        "address": f"{game_url(game)}at/{sequence}/",
        **_sheet(game, timeline, names, sequence, asked, table, reader),
    }


def _tools() -> tuple[ToolLink, ...]:
    return (
        ToolLink("clock", _("How"), "?sheet=how", is_sheet=True),
        ToolLink("replay", _("History"), "?sheet=history", is_sheet=True),
        ToolLink("menu", _("Go to"), "?sheet=go", is_sheet=True),
    )


def _replay(
    game: Game,
    timeline: Timeline,
    parts: Sequence[ReplayPart],
    sequence: int,
    names: Sequence[str],
    reader: int | None,
) -> Replay:
    """Return the whole game as a replay, with the chips of the round of an event."""
    round_number = timeline.states[sequence].round
    ends = [part.last for part in parts]
    around = [end for end in ends if timeline.states[end].round == round_number]
    before = max((end for end in ends if end < around[0]), default=1) if around else 1
    steps = (
        replay_steps(timeline, before, around[-1], names, SourceMask(game, reader))
        if around
        else ()
    )
    return Replay(
        first=1,
        last=game.version,
        at=sequence,
        number=sum(end <= sequence for end in ends),
        count=len(ends),
        chips=chips_of(steps),
        steps_url=steps_url(game.slug, 1, game.version),
        address=reverse("games:position", args=[game.slug, 0]),
    )


def _sheet(
    game: Game,
    timeline: Timeline,
    names: Sequence[str],
    sequence: int,
    asked: QueryDict,
    table: TableView,
    reader: int | None,
) -> dict[str, Any]:
    """Return what lies beside the table, if anything is asked for."""
    match asked.get("sheet", ""):
        case "how":
            return {
                "sheet": Sheet(_("How it came about"), "games/replay/_sheet_how.html"),
                "steps": viewer.steps_from(timeline, sequence),
            }
        case "history":
            sheet = Sheet(_("History"), "games/replay/_sheet_history.html")
            happened = timeline.happened
            listed = side_list(game, happened, names, asked, reader, at=sequence)
            return {"sheet": sheet, **listed}
        case "go":
            return {
                "sheet": Sheet(_("Go elsewhere"), "games/replay/_sheet_go.html"),
                "steps": viewer.steps_from(timeline, sequence),
            }
        case key:
            for row in table.rows:
                if key == f"tribe-{row.tribe.seat}":
                    sheet = Sheet(row.tribe.name, "games/table/_sheet_tribe.html")
                    return {"sheet": sheet, "tribe": row.tribe}
    return {}
