"""How long each player took for their decisions, as the verifier tells it."""

from dataclasses import dataclass
from typing import Any

from games.caches import EventCache
from games.history.export import record_lines
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation.dates import duration_in_words
from games.presentation.text import names_of
from stoneage_core.audit.waits import waits_of


@dataclass(frozen=True)
class SeatWaits:
    """
    How many seconds the player of a seat took in all and for the longest decision,
    which is event ``longest_at``. Without decisions all are 0.
    """

    decisions: int = 0
    whole: int = 0
    longest: int = 0
    longest_at: int = 0


#: The whole game is decided again to compute them.
_CACHE = EventCache[tuple[SeatWaits, ...]](most=200)


def seat_waits(game: Game) -> tuple[SeatWaits, ...]:
    """Return them by seat. Raise Wrong if the record is broken."""
    known = _CACHE.get(game, game.version, game.head)
    if known is None:
        found = []
        for _seat, waits in sorted(waits_of("".join(record_lines(game))).items()):
            if not waits:
                found.append(SeatWaits())
                continue
            longest = max(waits)
            whole = round(sum(wait.seconds for wait in waits))
            seconds, event = round(longest.seconds), longest.event
            found.append(SeatWaits(len(waits), whole, seconds, event))
        known = tuple(found)
        _CACHE.keep(game, game.version, game.head, known)
    return known


def waits_context(game: Game) -> dict[str, Any]:
    rows = [
        {
            "seat": seat,
            "name": name,
            "decisions": each.decisions,
            "whole": duration_in_words(each.whole) if each.decisions else "–",
            "longest": duration_in_words(each.longest) if each.decisions else "–",
            "longest_at": each.longest_at,
        }
        for seat, (name, each) in enumerate(
            zip(names_of(read_seats(game)), seat_waits(game), strict=True)
        )
    ]
    return {"game": game, "rows": rows}
