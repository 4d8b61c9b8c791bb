"""The history of a game in lines: of a round, of one player, about one thing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.models import Game
from games.presentation.event_text import EventText, event_text, undone_sequences
from games.presentation.replay.kinds import HistoryKind, kind_of
from games.presentation.source_mask import SourceMask
from games.store.positions import PastEvent
from stoneage_core.events.base import Event
from stoneage_core.events.catalogue import Return
from stoneage_core.events.rounds import RoundStarted, TurnStarted


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
        return is_of_seat and (self.kind is None or kind_of(event) is self.kind)

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
    for one, number in zip(happened, rounds_of(happened), strict=True):
        if not wanted.takes(one.event, number):
            mask.read_past([one])
            continue
        line = HistoryLine(number, event_text(one, names, mask, undone))
        if wanted.takes_sentence(line.text.text):
            lines.append(line)
    return tuple(lines)


def rounds_of(happened: Sequence[PastEvent]) -> tuple[int, ...]:
    """Return the round after each event; going back to a round is in it again."""
    return tuple(_rounds(happened))


def _rounds(happened: Sequence[PastEvent]) -> Iterator[int]:
    rounds = [0]  # by sequence
    for one in happened:
        match one.event:
            case RoundStarted(round=begun):
                rounds.append(begun)
            case back if isinstance(back, Return):
                rounds.append(rounds[back.sequence])
            case _:
                rounds.append(rounds[-1])
        yield rounds[-1]
