"""What happened since the reader's last turn, and how the game ended."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presentation import labels
from games.presentation.result import result_in_words, tie_in_words
from games.presentation.text import join_list, name_in, say
from stoneage_core import GameState
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.chance import BeaconRevealed, BeaconRoundNamed, SeedRevealed
from stoneage_core.events.clocks import TimeSpent
from stoneage_core.events.proposals import VoteCast
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    CardsSlid,
    FinalScored,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.seats import OfferWithdrawn, SeatTaken
from stoneage_core.events.service import HoursSet, ReplyReceived
from stoneage_core.events.setup import GameCreated, GameStarted
from stoneage_core.phrases import capitalised
from stoneage_core.state import Phase
from stoneage_core.wording.sentences import describe_to

#: After weeks of absence the reader gets the end; the pages have everything.
MOST_LINES = 40
#: Enough characters for readers who see the board beside it.
LATEST_LETTERS = 160

_HEADINGS = (RoundStarted, PhaseStarted)
#: Events that the position shows anyway, or that only accountants miss. Who has voted
#: is said together with what the vote is about.
_LEFT_OUT = (
    GameCreated,
    GameStarted,
    BeaconRoundNamed,
    BeaconRevealed,
    CardRevealed,
    BuildingRevealed,
    TurnStarted,
    CardsSlid,
    FinalScored,
    SeedRevealed,
    OfferWithdrawn,
    HoursSet,
    TimeSpent,
    ReplyReceived,
    VoteCast,
)


#: It follows every new round, whose own heading says so.
_BEGINNING = PhaseStarted(Phase.PLACEMENT)


@dataclass
class Chapter:
    """A phase with its events; consecutive actions of one player share a line."""

    heading: str = ""
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Recap:
    """
    The chapters; ``left_out`` counts earlier lines that were cut. ``reasons`` has a
    line for each bot: why it made its last decision.
    """

    chapters: tuple[Chapter, ...]
    left_out: int = 0
    reasons: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.chapters)

    @property
    def latest(self) -> "Recap":
        """Its last lines, at least one, for readers who also see the board."""
        lines = [line for chapter in self.chapters for line in chapter.lines]
        sums = accumulate(len(line) for line in reversed(lines))
        fitting = sum(letters <= LATEST_LETTERS for letters in sums)
        cut = max(0, len(lines) - max(1, fitting))
        kept = [
            Chapter(chapter.heading, [_shorten(line) for line in chapter.lines])
            for chapter in _without_first(self.chapters, cut)
        ]
        return Recap(tuple(kept), self.left_out + cut, self.reasons)


def recap_of(
    events: Sequence[Event],
    names: Sequence[str],
    absent: Mapping[int, str] | None = None,
    reader: int | None = None,
) -> Recap:
    """
    Describe ``events`` in the current language; ``names`` are in order of player.
    ``absent`` has the names of players who have a substitute now; events before the
    substitute took the seat use these names. The ``reader`` is called "you".
    """
    named_events = zip(events, _names_then(events, names, absent or {}), strict=True)
    you = None if reader is None else (reader, name_in(names, reader))
    chapters = [chapter for chapter in _chapters(named_events, you) if chapter.lines]
    surplus = sum(len(chapter.lines) for chapter in chapters) - MOST_LINES
    left_out = max(0, surplus)
    return Recap(tuple(_without_first(chapters, left_out)), left_out)


def _names_then(
    events: Sequence[Event], names: Sequence[str], absent: Mapping[int, str]
) -> Iterator[Sequence[str]]:
    sat_down = {each.player for each in events if isinstance(each, SeatTaken)}
    then = [
        absent.get(n, name) if n in sat_down else name for n, name in enumerate(names)
    ]
    for event in events:
        if isinstance(event, SeatTaken):
            then = [*then]
            then[event.player] = names[event.player]
        yield then


def _chapters(
    named_events: Iterable[tuple[Event, Sequence[str]]], you: tuple[int, str] | None
) -> Iterator[Chapter]:
    chapter, last_subject = Chapter(), None
    reader = None
    for event, names in named_events:
        if isinstance(event, _LEFT_OUT) or event == _BEGINNING:
            continue
        if you is not None:
            # Somebody else may have had the reader's seat then.
            reader = you[0] if name_in(names, you[0]) == you[1] else None
        sentence = say(describe_to(event, reader), names)
        if isinstance(event, _HEADINGS):
            if chapter.lines:
                yield chapter
            chapter, last_subject = Chapter(sentence), None
            continue
        subject = _subject(event, names)
        if chapter.lines and subject is not None and subject == last_subject:
            chapter.lines[-1] += f" {_without_subject(sentence, subject[1])}"
        else:
            chapter.lines.append(sentence)
        last_subject = subject
    yield chapter


def _subject(event: Event, names: Sequence[str]) -> tuple[int, str] | None:
    """
    Return the seat and the name of the player who acted on the board. None for events
    around the board, so that their sentences stay whole.
    """
    if isinstance(event, MatchEvent):
        return None
    player = getattr(event, "player", None)
    return None if player is None else (player, name_in(names, player))


def _without_subject(sentence: str, name: str) -> str:
    """Remove the subject, because the line already begins with it: 'Took 3 wood.'"""
    # Translators: the beginning of a sentence about what a player did; a space follows.
    # It is left out if one player does several things in a row. Give all variants that
    # can be left out, separated by |.
    for opening in pgettext("who acts", "{player}").split("|"):
        sentence = sentence.removeprefix(f"{opening.format(player=name)} ")
    return capitalised(sentence)


def _shorten(line: str) -> str:
    if len(line) <= LATEST_LETTERS:
        return line
    whole, end, _rest = line[:LATEST_LETTERS].rpartition(". ")
    return f"{whole}{end}…" if whole else Truncator(line).chars(LATEST_LETTERS)


def _without_first(chapters: Iterable[Chapter], surplus: int) -> Iterator[Chapter]:
    for chapter in chapters:
        gone = min(surplus, len(chapter.lines))
        surplus -= gone
        if chapter.lines[gone:]:
            yield Chapter(chapter.heading, chapter.lines[gone:])


def headline_of(state: GameState, names: Sequence[str], reader: int) -> str:
    if state.winners == (reader,):
        return _("You win!")
    values = {"winners": join_list([names[player] for player in state.winners])}
    if len(state.winners) > 1:
        return _("%(winners)s share the victory") % values
    return _("%(winners)s wins") % values


def verdict_of(
    state: GameState, names: Sequence[str], reader: int, agreement: str = ""
) -> str:
    points = labels.count_points(state.players[reader].score)
    if state.winners == (reader,):
        won = _("Congratulations, you win with %(points)s.") % {"points": points}
    else:
        won = result_in_words(state, names)
    places = {
        2: _("You came second with %(points)s."),
        3: _("You came third with %(points)s."),
        4: _("You came fourth with %(points)s."),
    }
    own_place = places.get(state.ranks[reader], "") % {"points": points}
    sentences = [
        agreement,
        won,
        tie_in_words(state),
        own_place,
        _("Thanks for playing!"),
    ]
    return " ".join(filter(None, sentences))
