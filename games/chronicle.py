"""What happened, told in sentences: the recap of a turn and the history of a game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games import wording
from games.models import DecidedHow, Game, Seat, StoredEvent
from games.selectors import Happened, history
from stoneage_core import events as e
from stoneage_core.sentences import describe

#: Said by what follows them, or on a page of their own.
_UNSPOKEN = (e.TurnStarted, e.SeedRevealed)


@dataclass(frozen=True)
class Line:
    """A sentence, with the dice it speaks of and the seat it is about (or None)."""

    sequence: int
    text: str
    seat: int | None
    dice: tuple[int, ...]
    how: str
    is_heading: bool
    at: datetime


@dataclass(frozen=True)
class Chapter:
    """The lines of one round; round 0 is everything before the first."""

    round: int
    lines: tuple[Line, ...]


def recap_lines(seat: Seat, names: Sequence[str]) -> tuple[Line, ...]:
    """
    Tell what a seat's last decision led to, and all that happened since.

    Somebody who never decided is told everything from the start of the game on.
    """
    happened = history(seat.game, after=_before_last_decision(seat))
    return tuple(line for line in lines_of(happened, names) if _is_news(line, happened))


def chapters_of(game: Game, names: Sequence[str]) -> tuple[Chapter, ...]:
    """Tell the whole game, round by round."""
    chapters: list[tuple[int, list[Line]]] = [(0, [])]
    for happened, line in _told(history(game), names):
        if isinstance(happened.event, e.RoundStarted):
            chapters.append((happened.event.round, []))
        chapters[-1][1].append(line)
    return tuple(Chapter(number, tuple(lines)) for number, lines in chapters)


def lines_of(happened: Iterable[Happened], names: Sequence[str]) -> tuple[Line, ...]:
    """Tell each event in a sentence."""
    return tuple(line for _event, line in _told(happened, names))


def _told(
    happened: Iterable[Happened], names: Sequence[str]
) -> Iterator[tuple[Happened, Line]]:
    for one in happened:
        yield one, line_of(one, names)


def line_of(happened: Happened, names: Sequence[str]) -> Line:
    """Tell one event in a sentence."""
    event = happened.event
    return Line(
        sequence=happened.sequence,
        text=wording.say(describe(event), names),
        seat=getattr(event, "player", None),
        dice=_dice(event),
        how=_how(happened),
        is_heading=isinstance(event, e.RoundStarted | e.PhaseStarted),
        at=happened.recorded_at,
    )


def _is_news(line: Line, happened: Sequence[Happened]) -> bool:
    first = happened[0].sequence
    return not isinstance(happened[line.sequence - first].event, _UNSPOKEN)


def _dice(event: e.Event) -> tuple[int, ...]:
    match event:
        case e.DiceRolled(dice=dice) | e.DiceForAllRolled(dice=dice):
            return dice
        case e.DiePicked(face=face):
            return (face,)
    return ()


def _how(happened: Happened) -> str:
    """Say where it was not the player who decided."""
    if happened.decided_how == DecidedHow.TIMEOUT:
        return _("time ran out")
    return ""


def _before_last_decision(seat: Seat) -> int:
    """Return the version before the last decision that the seat's player made."""
    made = StoredEvent.objects.filter(
        game_id=seat.game_id,
        decided_by=seat.number,
        decided_how=DecidedHow.PAGE,
        sequence__lte=seat.seen_version,
    ).exclude(command="")
    last = made.order_by("-sequence").values_list("sequence", flat=True).first()
    return seat.seen_version if last is None else last - 1
