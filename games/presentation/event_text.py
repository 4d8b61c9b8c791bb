"""What happened, told in sentences: the recap of a turn and the history of a game."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from django.utils.translation import gettext as _

from games.models import DecidedHow, Game, Seat, StoredEvent
from games.presentation.source_mask import SourceMask
from games.presentation.text import say
from games.store.positions import PastEvent, past_events
from stoneage_core import codec
from stoneage_core import events as e
from stoneage_core.conduct import (
    Conduct,
    DecisionTakenBack,
    GameRolledBack,
    Return,
)
from stoneage_core.sentences import describe

#: Said by what follows them, or on a page of their own.
_UNSPOKEN = (e.TurnStarted, e.SeedRevealed)

#: What is never undone, and says itself who did it.
_CONDUCT: tuple[type, ...] = get_args(Conduct)


@dataclass(frozen=True)
class EventText:
    """
    A sentence, with the dice it speaks of and the seat it is about (or None).

    ``how`` says who decided where it was not the player; ``is_undone`` that the
    decision was taken back later.
    """

    sequence: int
    text: str
    seat: int | None
    dice: tuple[int, ...]
    how: str
    is_heading: bool
    at: datetime
    is_undone: bool = False


@dataclass(frozen=True)
class HistoryRound:
    """The lines of one round; round 0 is everything before the first."""

    round: int
    lines: tuple[EventText, ...]


def recap_texts(seat: Seat, names: Sequence[str]) -> tuple[EventText, ...]:
    """
    Tell what a seat's last decision led to, and all that happened since.

    Somebody who never decided is told everything from the start of the game on.
    """
    happened = past_events(seat.game, after=_before_last_decision(seat))
    told = _texts(happened, names, SourceMask(seat.game, reader=seat.number))
    return tuple(line for one, line in told if not isinstance(one.event, _UNSPOKEN))


def history_rounds(game: Game, names: Sequence[str]) -> tuple[HistoryRound, ...]:
    """Tell the whole game, round by round; going back to a round opens it again."""
    chapters: list[tuple[int, list[EventText]]] = [(0, [])]
    rounds = [0]  # by sequence
    for one, line in _texts(past_events(game), names, SourceMask(game)):
        now_round = _round(one.event, rounds)
        if isinstance(one.event, e.RoundStarted) or now_round != rounds[-1]:
            chapters.append((now_round, []))
        chapters[-1][1].append(line)
        rounds.append(now_round)
    return tuple(HistoryRound(number, tuple(lines)) for number, lines in chapters)


def _round(event: e.Event, rounds: Sequence[int]) -> int:
    """Return the round after an event; ``rounds`` are those after the ones before."""
    match event:
        case e.RoundStarted(round=begun):
            return begun
        case DecisionTakenBack(sequence=target) | GameRolledBack(sequence=target):
            return rounds[target]
    return rounds[-1]


def undone_sequences(happened: Sequence[PastEvent]) -> frozenset[int]:
    """Return the sequences of all that was taken back later on in the same stretch."""
    # What went before each event on the board, and the last of them after each event.
    before: dict[int, int] = {}
    last, last_after = 0, dict[int, int]()
    for one in happened:
        if isinstance(one.event, Return):
            last = last_after.get(one.event.sequence, 0)
        elif not isinstance(one.event, _CONDUCT):
            before[one.sequence], last = last, one.sequence
        last_after[one.sequence] = last
    undone = set(before)
    while last:
        undone.discard(last)
        last = before[last]
    return frozenset(undone)


def _texts(
    happened: Sequence[PastEvent], names: Sequence[str], mask: SourceMask
) -> Iterator[tuple[PastEvent, EventText]]:
    undone = undone_sequences(happened)
    for one in happened:
        yield one, event_text(one, names, mask, undone)


def event_text(
    happened: PastEvent,
    names: Sequence[str],
    mask: SourceMask,
    undone: AbstractSet[int] = frozenset(),
) -> EventText:
    """Tell one event in a sentence."""
    event = happened.event
    return EventText(
        sequence=happened.sequence,
        text=say(describe(event), names),
        seat=getattr(event, "player", None),
        dice=_dice(event),
        how=_how(happened, mask),
        is_heading=isinstance(event, e.RoundStarted | e.PhaseStarted),
        at=happened.recorded_at,
        is_undone=happened.sequence in undone,
    )


def _dice(event: e.Event) -> tuple[int, ...]:
    match event:
        case e.DiceRolled(dice=dice) | e.DiceForAllRolled(dice=dice):
            return dice
        case e.DiePicked(face=face):
            return (face,)
    return ()


def _how(happened: PastEvent, mask: SourceMask) -> str:
    """Say where it was not the player who decided, at what is about the player."""
    event, player = happened.event, happened.decided_by
    how = mask.how(codec.type_of(event), player, happened.decided_how, happened.command)
    if isinstance(event, _CONDUCT) or getattr(event, "player", None) != player:
        return ""
    match how:
        case DecidedHow.TIMEOUT:
            return _("time ran out")
        case DecidedHow.STEWARD:
            return _("the steward")
        case DecidedHow.ORDERS:
            return _("standing orders")
    return ""


def _before_last_decision(seat: Seat) -> int:
    """Return the version before the last decision that the seat's player made."""
    made = StoredEvent.objects.filter(
        game_id=seat.game_id,
        decided_by=seat.number,
        decided_how__in=[how for how in DecidedHow if how.is_by_hand],
        sequence__lte=seat.seen_version,
    ).exclude(command="")
    last = made.order_by("-sequence").values_list("sequence", flat=True).first()
    return seat.seen_version if last is None else last - 1
