"""The history of a game as a list, on a page of its own and beside the board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.errors import NotThere
from games.history.history_lines import (
    HistoryFilter,
    HistoryLine,
    history_lines,
    rounds_of,
)
from games.models import Game
from games.presentation.audience_text import behind_in_words
from games.presentation.replay.kinds import KIND_LABELS, HistoryKind
from games.presentation.text import names_of
from games.store.positions import PastEvent, past_events

#: How many lines are on a page: as many as the longest round of most games has.
LINES = 120
#: Of what is looked for in the sentences.
MOST_LETTERS = 100


def history_context(
    game: Game, asked: QueryDict, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the page: the lines that are asked for, and the ways on.

    Without any wish it is the last round; ``asked`` is what stands in its address.
    Raise NotThere for a round that never was.
    """
    happened = past_events(game, limit=game.version)
    names = names_of(queries.seats_of(game))
    here = reverse("games:history", args=[game.slug])
    at = game.version
    listed = _list(game, happened, names, asked, at=at, reader=reader)
    return {"game": game, "here": here, "behind": behind_in_words(game), **listed}


def side_list(
    game: Game,
    happened: Sequence[PastEvent],
    names: Sequence[str],
    asked: QueryDict,
    *,
    at: int,
    reader: int | None = None,
) -> dict[str, Any]:
    """
    Return the same for the list beside the table after event ``at``.

    Without any wish it is the round of that event, else the page on which it stands.
    """
    here = reverse("games:position", args=[game.slug, at])
    listed = _list(game, happened, names, asked, at=at, reader=reader, brief=True)
    return {"here": here, "sheet_query": "sheet=history&", **listed}


def _list(
    game: Game,
    happened: Sequence[PastEvent],
    names: Sequence[str],
    asked: QueryDict,
    *,
    at: int,
    reader: int | None,
    brief: bool = False,
) -> dict[str, Any]:
    rounds = rounds_of(happened)
    wanted = replace(
        filter_of(asked, default_round=rounds[at - 1], seats=len(names)), brief=brief
    )
    if wanted.round not in rounds:
        sentence = _("This game has no round of that number: the last is %(last)d.")
        raise NotThere(sentence % {"last": max(rounds)})
    lines = history_lines(game, happened, names, wanted, reader)
    number = asked.get("page") or _page_of(lines, at if at < game.version else 0)
    page: Page[HistoryLine] = Paginator(lines, LINES).get_page(number)
    return {
        "wanted": wanted,
        "kept": filter_query(wanted),
        "page": page,
        "rounds": sorted(set(rounds)),
        "seats": list(enumerate(names)),
        "kinds": list(KIND_LABELS.items()),
    }


def _page_of(lines: Sequence[HistoryLine], sequence: int) -> int:
    """Return the page on which an event stands, or would stand."""
    before = sum(line.text.sequence < sequence for line in lines)
    return min(before, len(lines) - 1) // LINES + 1


def filter_of(asked: QueryDict, *, default_round: int, seats: int) -> HistoryFilter:
    """Return the filter that a query string asks for; what means nothing is ignored."""
    seat, kind = asked.get("who", ""), asked.get("kind", "")
    number = asked.get("round", "")
    return HistoryFilter(
        round=int(number) if _is_number(number) else default_round,
        seat=int(seat) if _is_number(seat) and int(seat) < seats else None,
        kind=HistoryKind(kind) if kind in set(HistoryKind) else None,
        words=asked.get("words", "").strip()[:MOST_LETTERS],
    )


def filter_query(wanted: HistoryFilter) -> str:
    """Return the query string that asks for a filter."""
    if not wanted.is_across_rounds:
        return urlencode({"round": wanted.round})
    values = {"who": wanted.seat, "kind": wanted.kind, "words": wanted.words or None}
    return urlencode({key: value for key, value in values.items() if value is not None})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
