"""What happened since the reader's last decision: short chapters of sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from games import wording
from stoneage_core import events as e
from stoneage_core.events import Event
from stoneage_core.phrases import capitalised
from stoneage_core.sentences import describe

#: Who was away for weeks reads the last of it; the pages tell the rest.
MOST_LINES = 40

_HEADINGS = (e.GameStarted, e.RoundStarted, e.PhaseStarted)
#: What the position shows anyhow, or what only accountants miss.
_UNTOLD = (
    e.GameCreated,
    e.CardRevealed,
    e.BuildingRevealed,
    e.TurnStarted,
    e.CardsSlid,
    e.FinalScored,
    e.SeedRevealed,
)


@dataclass
class Chapter:
    """A phase and what happened in it, one line for what one player did in a row."""

    heading: str = ""
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Recap:
    """The chapters; ``left_out`` is how many earlier lines there are besides."""

    chapters: tuple[Chapter, ...]
    left_out: int = 0

    def __bool__(self) -> bool:
        return bool(self.chapters)


def recap_of(events: Iterable[Event], names: Sequence[str]) -> Recap:
    """Tell ``events`` in the current language; ``names`` are by number of player."""
    chapters = [chapter for chapter in _chapters(events, names) if chapter.lines]
    surplus = sum(len(chapter.lines) for chapter in chapters) - MOST_LINES
    left_out = max(0, surplus)
    return Recap(tuple(_without_first(chapters, left_out)), left_out)


def _chapters(events: Iterable[Event], names: Sequence[str]) -> Iterator[Chapter]:
    chapter, teller, heading = Chapter(), None, ""
    for event in events:
        if isinstance(event, _UNTOLD):
            continue
        sentence = wording.say(describe(event), names)
        if isinstance(event, _HEADINGS):
            # A new round and its first phase make one heading.
            heading = f"{heading} {sentence}".strip() if not chapter.lines else sentence
            if chapter.lines:
                yield chapter
            chapter, teller = Chapter(heading), None
            continue
        player = getattr(event, "player", None)
        if chapter.lines and player is not None and player == teller:
            name = wording.name_in(names, player)
            chapter.lines[-1] += f" {_without_subject(sentence, name)}"
        else:
            chapter.lines.append(sentence)
        teller, heading = player, ""
    yield chapter


def _without_subject(sentence: str, name: str) -> str:
    """Leave out the name that the line began with already: 'Took 3 wood.'"""
    return capitalised(sentence.removeprefix(f"{name} "))


def _without_first(chapters: Iterable[Chapter], surplus: int) -> Iterator[Chapter]:
    """Leave out the first ``surplus`` lines, and chapters that are left empty."""
    for chapter in chapters:
        gone = min(surplus, len(chapter.lines))
        surplus -= gone
        if chapter.lines[gone:]:
            yield Chapter(chapter.heading, chapter.lines[gone:])
