"""Partial updates of the table: what a press changed, so that no more is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.models import Seat
from games.play.submit import Submitted
from games.presentation.board import MapPlace
from games.presentation.outcome import OutcomeSentence, outcome_sentences
from games.presentation.replay.since import load_since_turn
from games.presentation.table import Mode, TableView, table_of
from games.presentation.text import names_of
from games.presentation.tiles import Tile
from games.presentation.tribe_rows import RowHead, TribeNumber, TribeRow
from stoneage_core.state import GameState

#: One of several alike on the table.
Part = TypeVar("Part")


@dataclass(frozen=True)
class TableChanges:
    """
    The parts of a table that are not as they were: those are sent, no others.

    ``tiles`` show another card or building; ``tile_heads`` the same one, with others
    on it or another edge. ``rows`` are those of tribes that are awaited now, or no
    more; ``heads`` and ``numbers`` what changed in all other rows.
    """

    top: bool
    places: tuple[MapPlace, ...]
    tiles: tuple[Tile, ...]
    tile_heads: tuple[Tile, ...]
    rows: tuple[TribeRow, ...]
    heads: tuple[RowHead, ...]
    numbers: tuple[TribeNumber, ...]


@dataclass(frozen=True)
class SeenTable:
    """
    What a page shows before a press: of which ``version``, with marks since which.

    Reckoned before the press is carried out, for it becomes the last decision itself.
    """

    version: int
    marked_since: GameState

    @classmethod
    def of(cls, seat: Seat, version: int) -> "SeenTable":
        """Return what a seat's page of a version shows. Reads a past position."""
        return cls(version, load_since_turn(seat).states[0])


@dataclass(frozen=True)
class Press:
    """A press on a page that showed something, and what it led to."""

    seen: SeenTable
    done: Submitted

    @property
    def said(self) -> tuple[OutcomeSentence, ...]:
        """The outcome of the press, told to whoever pressed."""
        return outcome_sentences(self.done.events, self.done.seat.number)

    def changes(self, seats: Sequence[Seat], shown: TableView) -> TableChanges | None:
        """
        Return which parts of the table have to be sent; None where all of it has.

        That is where the page showed another position than the one that was decided in,
        where that one is not known, and at the end of the game.
        """
        before = self.done.before
        if before is None or before.version != self.seen.version:
            return None
        if shown.mode is not Mode.PLAY:
            return None
        seen = table_of(
            before,
            names_of(seats),
            mode=Mode.PLAY,
            reader=self.done.seat.number,
            before=self.seen.marked_since,
        )
        return table_changes(seen, shown)


def table_changes(seen: TableView, shown: TableView) -> TableChanges:
    """Return what of a table is shown otherwise than it was seen before."""
    rows = list(zip(seen.rows, shown.rows, strict=True))
    tiles = list(zip(seen.tiles, shown.tiles, strict=True))
    return TableChanges(
        top=_headline(seen) != _headline(shown),
        places=_changed(seen.board.drawn, shown.board.drawn),
        tiles=tuple(now for before, now in tiles if before.halves != now.halves),
        tile_heads=tuple(
            now
            for before, now in tiles
            if before != now and before.halves == now.halves
        ),
        rows=tuple(now for before, now in rows if _is_turned(before, now)),
        heads=tuple(
            now.head
            for before, now in rows
            if before.head != now.head and not _is_turned(before, now)
        ),
        numbers=tuple(
            number
            for before, now in rows
            if not _is_turned(before, now)
            for number in _changed(before.numbers, now.numbers)
        ),
    )


def _headline(table: TableView) -> tuple[object, ...]:
    """Return what the bar above a table tells of it."""
    awaited = [row.head.is_awaited for row in table.rows]
    return table.round, table.phase, awaited


def _is_turned(before: TribeRow, now: TribeRow) -> bool:
    """Whether a tribe is awaited now and was not, or the other way round."""
    return before.head.is_awaited != now.head.is_awaited


def _changed(seen: tuple[Part, ...], shown: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return those of the parts shown now that were not seen so at their place."""
    pairs = zip(seen, shown, strict=True)
    return tuple(now for before, now in pairs if now != before)
