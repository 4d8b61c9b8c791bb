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
from games.history.outline import outline_of
from games.log.positions import past_events
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation.event_text import (
    KIND_LABELS,
    EventText,
    HistoryKind,
    SourceMask,
    event_text,
    history_kind_of,
)
from games.presentation.text import names_of
from games.web.numbers import read_number
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.rounds import TurnStarted

#: How many lines are on a page. The longest round of most games has about as many.
LINES = 120
#: How many events a page reads. Few games have half as many.
MOST_READ = 4_000
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
    names: Sequence[str],
    wanted: HistoryFilter,
    reader: int | None = None,
) -> tuple[HistoryLine, ...]:
    """
    Return the lines of a whole game that match the filter. ``reader`` is the reader's
    own seat, whose orders are no secret to them.
    """
    return _lines(game, _searched(game, wanted), names, wanted, reader)


def _searched(game: Game, wanted: HistoryFilter) -> list[range]:
    """Return the sequences of the events among which those of the filter are."""
    if wanted.is_across_rounds or wanted.round is None:
        return [range(1, game.version + 1)]
    return outline_of(game).events_of(wanted.round)


def _lines(
    game: Game,
    searched: Sequence[range],
    names: Sequence[str],
    wanted: HistoryFilter,
    reader: int | None,
) -> tuple[HistoryLine, ...]:
    outline, lines = outline_of(game), list[HistoryLine]()
    for stretch in searched:
        before = stretch.start - 1
        mask = SourceMask.after(game, before, reader)
        happened = past_events(game, after=before, limit=len(stretch))
        undone = {
            one.sequence
            for one in happened
            if not (isinstance(one.event, MatchEvent) or outline.stands(one.sequence))
        }
        for one in happened:
            number = outline.round_of(one.sequence)
            if not wanted.matches(one.event, number):
                mask.read_past([one])
                continue
            line = HistoryLine(number, event_text(one, names, mask, undone))
            if wanted.matches_sentence(line.text.text):
                lines.append(line)
    return tuple(lines)


def _parts(searched: Sequence[range]) -> list[list[range]]:
    """Cut sequences of events into parts of at most ``MOST_READ`` events."""
    parts, room = list[list[range]]([[]]), MOST_READ
    for stretch in searched:
        rest = stretch
        while rest:
            if not room:
                parts.append([])
                room = MOST_READ
            parts[-1].append(rest[:room])
            rest, room = rest[room:], room - len(rest[:room])
    return parts


def history_context(
    game: Game, asked: QueryDict, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the page: the lines that match, and links to others.

    ``asked`` is the query string. Without filters it shows the last round. Raise
    Refused (not_there) for a round that does not exist.
    """
    names = names_of(read_seats(game))
    here = reverse("games:history", args=[game.slug])
    listed = _list(game, names, asked, at=game.version, reader=reader)
    return {"game": game, "here": here, **listed}


def side_list(
    game: Game,
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
    listed = _list(game, names, asked, at=at, reader=reader)
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
    names: Sequence[str],
    asked: QueryDict,
    *,
    at: int,
    reader: int | None,
) -> dict[str, Any]:
    outline = outline_of(game)
    default = outline.round_of(at)
    wanted = filter_of(asked, default_round=default, seats=len(names))
    if wanted.round not in outline.rounds:
        raise no_such_round(max(outline.rounds))
    parts = _parts(_searched(game, wanted))
    # By default the part that contains event ``at``, or the last.
    holding = (i for i, part in enumerate(parts, 1) if any(at in each for each in part))
    part = read_number(asked.get("part")) or next(holding, len(parts))
    part = min(part, len(parts))
    lines = _lines(game, parts[part - 1], names, wanted, reader)
    # By default the page that contains event ``at``, or the first.
    sequence = at if at < game.version else 0
    before = sum(line.text.sequence < sequence for line in lines)
    number = asked.get("page") or min(before, len(lines) - 1) // LINES + 1
    page: Page[HistoryLine] = Paginator(lines, LINES).get_page(number)
    return {
        "wanted": wanted,
        "kept": f"{wanted.query}&part={part}" if len(parts) > 1 else wanted.query,
        "unpaged": wanted.query,
        "part": part,
        "parts": [(each[0].start, each[-1].stop - 1) for each in parts if each],
        "page": page,
        "rounds": outline.rounds,
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
