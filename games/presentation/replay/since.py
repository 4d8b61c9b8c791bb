"""The replay of what the others did since somebody's last decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import dropwhile

from django.urls import reverse

from games.caches import EventCache, cached_by_language, next_serial
from games.models import Game, Seat
from games.presentation import labels
from games.presentation.event_text import version_before_last_decision
from games.presentation.replay.chips import StepChip, chips_of
from games.presentation.replay.steps import ReplayStep, replay_steps
from games.presentation.replay.timeline import Timeline, load_timeline
from games.presentation.source_mask import SourceMask

#: How many steps are shown beside a question; the replay has them all.
LATEST = 3
#: How many timelines are kept in a process, for each number of a seat.
_CACHE = tuple(EventCache[Timeline](most=100) for _seat in labels.SEATS)
#: How many replays are kept in a process, of some kilobytes, with their timelines.
MOST_REPLAYS = 256


@dataclass(frozen=True, eq=False)
class Replay:
    """
    A stretch of a game that can be played: from event ``first`` to event ``last``.

    ``at`` is the event that the table shows, which is after ``number`` of ``count``
    steps. ``chips`` are what is shown in a line: there may be more than are played.

    ``serial`` is the key under which templates cache what they render of a replay:
    ``replay_since_turn`` caches replays.
    """

    first: int
    last: int
    at: int
    number: int
    count: int
    chips: tuple[StepChip, ...]
    steps_url: str
    address: str
    serial: int = field(default_factory=next_serial)

    @property
    def latest(self) -> tuple[StepChip, ...]:
        """The last of the chips: those that a glance takes in."""
        return self.chips[-LATEST:]

    @property
    def earlier(self) -> int:
        """How many chips there are before the latest."""
        return len(self.chips) - len(self.latest)


def load_since_turn(seat: Seat) -> Timeline:
    """Return a seat's last decision and what has happened since; read once and kept."""
    game, kept = seat.game, _CACHE[seat.number]
    since = kept.get(game, game.version, game.head)
    if since is None:
        before = version_before_last_decision(seat)
        since = load_timeline(game, start=min(before, game.version))
        kept.keep(game, game.version, game.head, since)
    return since


def replay_since_turn(
    seat: Seat, names: tuple[str, ...], timeline: Timeline
) -> Replay | None:
    """
    Return what happened since a seat's last decision; None where nothing is to be told.

    ``timeline`` is that of ``load_since_turn``: the decision itself has its chips, and
    is not played again; where nothing followed, ``count`` is 0.
    """
    return _replay(timeline, seat.number, names, seat.game)


@cached_by_language(MOST_REPLAYS)
def _replay(
    timeline: Timeline, reader: int, names: tuple[str, ...], game: Game
) -> Replay | None:
    """Return the replay of a timeline, which is made of one version of its game."""
    before, mask = max(1, timeline.start), SourceMask(game, reader)
    steps = replay_steps(timeline, before, game.version, names, mask)
    setup = _setup(steps)
    if setup:
        before, steps = setup[-1].at, steps[len(setup) :]
    since = list(dropwhile(lambda step: step.seat == reader, steps))
    if not steps:
        return None
    own = steps[: len(steps) - len(since)]
    first = own[-1].at if own else before
    return Replay(
        first=first,
        last=game.version,
        at=game.version,
        number=len(since),
        count=len(since),
        chips=chips_of(steps),
        steps_url=steps_url(game.slug, first, game.version),
        address=reverse("games:position", args=[game.slug, 0]),
    )


def _setup(steps: Sequence[ReplayStep]) -> Sequence[ReplayStep]:
    """Return the steps up to the first round's heading: nobody has moved in them."""
    rounds = [step.changes.get("round") for step in steps]
    return steps[: rounds.index(1) + 1] if 1 in rounds else ()


def steps_url(slug: str, first: int, last: int) -> str:
    """Return where the steps between two events can be fetched."""
    return f"{reverse('games:steps', args=[slug])}?from={first}&to={last}"
