"""The history of a game in lines: of a round, of one player, about one thing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Game
from games.presentation.event_text import (
    EventText,
    event_text,
    rounds_of,
    undone_sequences,
)
from games.presentation.replay.kinds import KIND_LABELS, HistoryKind, history_kind_of
from games.presentation.source_mask import SourceMask
from games.presentation.text import names_of
from games.store.positions import PastEvent, past_events
from games.store.table_rows import read_seats
from games.web.numbers import read_number
from stoneage_core.events.base import Event
from stoneage_core.events.rounds import TurnStarted

#: How many lines are on a page: as many as the longest round of most games has.
LINES = 120
#: Of what is looked for in the sentences.
MOST_LETTERS = 100


@dataclass(frozen=True)
class HistoryFilter:
    """
    What of a history is wanted: a round, or from all of them what is about a seat, of a
    kind, and has some words in its sentence.

    None and '' are no wish; a round is asked for where there is no other. A ``brief``
    history does not say whose turn it is.
    """

    round: int | None = None
    seat: int | None = None
    kind: HistoryKind | None = None
    words: str = ""
    brief: bool = False

    @property
    def is_across_rounds(self) -> bool:
        """Whether lines of all rounds are wanted."""
        return self.seat is not None or self.kind is not None or bool(self.words)

    def takes(self, event: Event, round_number: int) -> bool:
        """Whether an event in a round is wanted, as far as its sentence allows."""
        if self.brief and isinstance(event, TurnStarted):
            return False
        if not self.is_across_rounds:
            return self.round in (None, round_number)
        is_of_seat = self.seat is None or getattr(event, "player", None) == self.seat
        return is_of_seat and (self.kind is None or history_kind_of(event) is self.kind)

    def takes_sentence(self, text: str) -> bool:
        """Whether a sentence, in the reader's language, has the words in it."""
        return self.words.casefold() in text.casefold()


@dataclass(frozen=True)
class HistoryLine:
    """An event in a sentence, and in which round it happened (0: before the first)."""

    round: int
    text: EventText


def history_lines(
    game: Game,
    happened: Sequence[PastEvent],
    names: Sequence[str],
    wanted: HistoryFilter,
    reader: int | None = None,
) -> tuple[HistoryLine, ...]:
    """
    Tell of a whole game what is wanted.

    ``reader`` is the seat of whoever reads: their own orders are no secret to them.
    """
    undone, mask = undone_sequences(happened), SourceMask(game, reader)
    lines = []
    rounds = rounds_of(one.event for one in happened)
    for one, number in zip(happened, rounds, strict=True):
        if not wanted.takes(one.event, number):
            mask.read_past([one])
            continue
        line = HistoryLine(number, event_text(one, names, mask, undone))
        if wanted.takes_sentence(line.text.text):
            lines.append(line)
    return tuple(lines)


def history_context(
    game: Game, asked: QueryDict, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the page: the lines that are asked for, and the ways on.

    Without any wish it is the last round; ``asked`` is what stands in its address.
    Raise Refused (not_there) for a round that never was.
    """
    happened = past_events(game, limit=game.version)
    names = names_of(read_seats(game))
    here = reverse("games:history", args=[game.slug])
    at = game.version
    listed = _list(game, happened, names, asked, at=at, reader=reader)
    return {"game": game, "here": here, **listed}


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
    kept = listed["kept"] if listed["wanted"].is_across_rounds else ""
    return {
        "here": here,
        "sheet_query": "sheet=history&",
        "line_query": f"?sheet=history&{kept}",
        **listed,
    }


def no_such_round(last: int) -> Refused:
    """Return the refusal of a round that a game does not have."""
    sentence = _("This game has no round of that number: the last is %(last)d.")
    return Refused("not_there", sentence % {"last": last})


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
    rounds = tuple(rounds_of(one.event for one in happened))
    wanted = replace(
        filter_of(asked, default_round=rounds[at - 1], seats=len(names)), brief=brief
    )
    if wanted.round not in rounds:
        raise no_such_round(max(rounds))
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
    seat, kind = read_number(asked.get("who")), asked.get("kind", "")
    number = read_number(asked.get("round"))
    return HistoryFilter(
        round=default_round if number is None else number,
        seat=seat if seat is not None and seat < seats else None,
        kind=HistoryKind(kind) if kind in set(HistoryKind) else None,
        words=asked.get("words", "").strip()[:MOST_LETTERS],
    )


def filter_query(wanted: HistoryFilter) -> str:
    """Return the query string that asks for a filter."""
    if not wanted.is_across_rounds:
        return urlencode({"round": wanted.round})
    values = {"who": wanted.seat, "kind": wanted.kind, "words": wanted.words or None}
    return urlencode({key: value for key, value in values.items() if value is not None})
