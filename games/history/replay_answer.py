"""The steps of a stretch of a game as JSON, for the player of replays."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from django.utils import translation
from msgspec import Struct

from games.models import Game
from games.presentation.replay.picture import Picture, picture_of
from games.presentation.replay.steps import ReplayStep, replay_steps
from games.presentation.replay.timeline import load_timeline
from games.presentation.source_mask import SourceMask

#: Raised when the same stretch is told otherwise than before.
_FORMAT = 1


class ReplayAnswer(Struct, frozen=True):
    """The picture after event ``first``, and the steps from there to ``last``."""

    first: int
    last: int
    names: tuple[str, ...]
    start: Picture
    steps: tuple[ReplayStep, ...]


def replay_answer(
    game: Game, first: int, last: int, names: Sequence[str], reader: int | None
) -> bytes:
    """Return the steps between two events; both exist, and come in this order."""
    timeline = load_timeline(game)
    steps = replay_steps(timeline, first, last, names, SourceMask(game, reader))
    start = picture_of(timeline.states[first])
    answer = ReplayAnswer(
        first=first,
        last=last,
        names=tuple(names),
        start=start,
        steps=steps,
    )
    return msgspec.json.encode(answer)


def replay_tag(
    game: Game, first: int, last: int, names: Sequence[str], reader: int | None
) -> str:
    """
    Return the entity tag of the steps between two events, without reading any.

    What has happened stays; what may be told of it, and how people are called, does
    not.
    """
    told = (
        *(_FORMAT, game.slug, first, last, *names),
        *(translation.get_language(), reader, game.is_final),
    )
    return f'"{sha256(repr(told).encode()).hexdigest()[:24]}"'
