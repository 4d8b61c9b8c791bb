"""The outline of a game: which events belong to which round, and which were undone.

It is computed from a few events, so that a page of a long history reads no more than it
shows.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, get_args

from games.caches import EventCache
from games.log.chain import Record
from games.log.lookups import records_of_types
from games.log.stream import event_of
from games.models import Game
from stoneage_core.events.catalogue import Return
from stoneage_core.events.rounds import RoundStarted

_TYPES = [kind.type_name() for kind in (RoundStarted, *get_args(Return))]


class Stretch(NamedTuple):
    """The events from ``first`` to the next stretch, all of one round."""

    first: int
    round: int


@dataclass(frozen=True)
class Outline:
    """
    ``stretches`` are in order; the first begins with event 1. ``standing`` are the
    events up to the ``last`` that were not taken back, in order. Events that are not on
    the board, such as votes, are never taken back.
    """

    last: int
    stretches: tuple[Stretch, ...]
    standing: tuple[range, ...]

    @property
    def rounds(self) -> list[int]:
        return sorted({each.round for each in self.stretches})

    @property
    def round_starts(self) -> dict[int, int]:
        """Where each round began, by number, unless that was taken back."""
        starts = (each for each in self.stretches if each.round)
        return {each.round: each.first for each in starts if self.stands(each.first)}

    def round_of(self, sequence: int) -> int:
        return _round_of(self.stretches, sequence)

    def events_of(self, number: int) -> list[range]:
        """Return the sequences of the events of a round, in order."""
        ends = [*(each.first for each in self.stretches[1:]), self.last + 1]
        return [
            range(each.first, end)
            for each, end in zip(self.stretches, ends, strict=True)
            if each.round == number
        ]

    def stands(self, sequence: int) -> bool:
        return any(sequence in each for each in self.standing)


def _round_of(stretches: Iterable[Stretch], sequence: int) -> int:
    """Return the round after an event."""
    known = list(stretches)
    return known[bisect_right(known, sequence, key=lambda one: one.first) - 1].round


#: An outline is small, and those of archived games take long to compute.
_CACHE = EventCache[Outline](most=200)


def outline_of(game: Game) -> Outline:
    """Takes one query, unless it is cached."""
    known = _CACHE.get(game, game.version, game.head)
    if known is None:
        known = _outline(records_of_types(game, _TYPES), game.version)
        _CACHE.keep(game, game.version, game.head, known)
    return known


def _outline(marks: Iterable[Record], last: int) -> Outline:
    stretches = [Stretch(1, 0)]
    returns: list[tuple[int, int]] = []
    for record in marks:
        event = event_of(record)
        if isinstance(event, RoundStarted):
            number = event.round
        elif isinstance(event, Return):
            returns.append((record.sequence, event.sequence))
            number = _round_of(stretches, event.sequence) if event.sequence else 0
        else:
            continue
        if number != stretches[-1].round:
            stretches.append(Stretch(record.sequence, number))
    return Outline(last, tuple(stretches), tuple(_standing(returns, last)[::-1]))


def _standing(returns: list[tuple[int, int]], last: int) -> list[range]:
    """
    Return the stretches of events that stand, latest first. A return goes back to how
    the game stood after an event, where earlier returns count, too.
    """
    standing = []
    for sequence, target in reversed(returns):
        if sequence <= last:
            standing.append(range(sequence + 1, last + 1))
            last = target
    return [*standing, range(1, last + 1)]
