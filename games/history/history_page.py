"""The history of a game in lines, with filters by round, player, kind and words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games.errors import Refused
from games.log.positions import PastEvent, past_events
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation.event_text import (
    KIND_LABELS,
    EventText,
    HistoryKind,
    SourceMask,
    event_text,
    history_kind_of,
    rounds_of,
    undone_sequences,
)
from games.presentation.text import names_of
from games.web.numbers import read_number
from stoneage_core.events.base import Event
from stoneage_core.events.rounds import TurnStarted

#: How many lines are on a page. The longest round of most games has about as many.
LINES = 120
#: The longest text to search for.
MOST_LETTERS = 100


@dataclass(frozen=True)
class HistoryFilter:
    """
    Which events of a history to show: those of one round, or from all rounds those of a
    seat or kind, or with some words in their sentences.

    None and '' do not filter. The round counts only without other filters. A ``brief``
    history leaves out whose turn it is.
    """

    round: int | None = None
    seat: int | None = None
    kind: HistoryKind | None = None
    words: str = ""
    brief: bool = True

    @property
    def is_across_rounds(self) -> bool:
        return self.seat is not None or self.kind is not None or bool(self.words)

    @property
    def query(self) -> str:
        more = None if self.brief else "on"
        if not self.is_across_rounds:
            values = {"round": self.round, "all": more}
        else:
            words = self.words or None
            values = {"who": self.seat, "kind": self.kind, "words": words, "all": more}
        given = {key: value for key, value in values.items() if value is not None}
        return urlencode(given)

    def matches(self, event: Event, round_number: int) -> bool:
        """Return whether an event in a round matches, apart from its sentence."""
        if self.brief and isinstance(event, TurnStarted):
            return False
        if not self.is_across_rounds:
            return self.round in (None, round_number)
        is_of_seat = self.seat is None or getattr(event, "player", None) == self.seat
        return is_of_seat and (self.kind is None or history_kind_of(event) is self.kind)

    def matches_sentence(self, text: str) -> bool:
        """Return whether a sentence, in the reader's language, contains the words."""
        return self.words.casefold() in text.casefold()


@dataclass(frozen=True)
class HistoryLine:
    """An event in a sentence, and its round (0 before the first)."""

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
    Return the lines of a whole game that match the filter. ``reader`` is the reader's
    own seat, whose orders are no secret to them.
    """
    undone, mask = undone_sequences(happened), SourceMask(game, reader)
    lines = []
    rounds = rounds_of(one.event for one in happened)
    for one, number in zip(happened, rounds, strict=True):
        if not wanted.matches(one.event, number):
            mask.read_past([one])
            continue
        line = HistoryLine(number, event_text(one, names, mask, undone))
        if wanted.matches_sentence(line.text.text):
            lines.append(line)
    return tuple(lines)


def history_context(
    game: Game, asked: QueryDict, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the page: the lines that match, and links to others.

    ``asked`` is the query string. Without filters it shows the last round. Raise
    Refused (not_there) for a round that does not exist.
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
    Return the context of the list beside the table after event ``at``.

    Without filters it shows the round of that event, or else the page that contains it.
    """
    here = reverse("games:position", args=[game.slug, at])
    listed = _list(game, happened, names, asked, at=at, reader=reader)
    kept = listed["kept"] if listed["wanted"].is_across_rounds else ""
    return {
        "here": here,
        "sheet_query": "sheet=history&",
        "line_query": f"?sheet=history&{kept}",
        **listed,
    }


def no_such_round(last: int) -> Refused:
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
) -> dict[str, Any]:
    rounds = tuple(rounds_of(one.event for one in happened))
    wanted = filter_of(asked, default_round=rounds[at - 1], seats=len(names))
    if wanted.round not in rounds:
        raise no_such_round(max(rounds))
    lines = history_lines(game, happened, names, wanted, reader)
    # By default the page that contains event ``at``, or the first.
    sequence = at if at < game.version else 0
    before = sum(line.text.sequence < sequence for line in lines)
    number = asked.get("page") or min(before, len(lines) - 1) // LINES + 1
    page: Page[HistoryLine] = Paginator(lines, LINES).get_page(number)
    return {
        "wanted": wanted,
        "kept": wanted.query,
        "page": page,
        "rounds": sorted(set(rounds)),
        "seats": list(enumerate(names)),
        "kinds": list(KIND_LABELS.items()),
    }


def filter_of(asked: QueryDict, *, default_round: int, seats: int) -> HistoryFilter:
    """Return the filter in a query string. Invalid values are ignored."""
    seat, kind = read_number(asked.get("who")), asked.get("kind", "")
    number = read_number(asked.get("round"))
    return HistoryFilter(
        round=default_round if number is None else number,
        seat=seat if seat is not None and seat < seats else None,
        kind=HistoryKind(kind) if kind in set(HistoryKind) else None,
        words=asked.get("words", "").strip()[:MOST_LETTERS],
        brief="all" not in asked,
    )
