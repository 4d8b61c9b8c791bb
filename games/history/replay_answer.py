"""The steps between two events of a game as JSON, for the replay script."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from django.template.loader import render_to_string
from django.utils import translation
from msgspec import Struct

from games.models import Game
from games.presentation.board import spots_of_places
from games.presentation.cards import Half, building_face, card_face
from games.presentation.event_text import SourceMask
from games.presentation.replay import ReplayStep, Snapshot, replay_steps, snapshot_of
from games.presentation.timeline import load_timeline
from games.presentation.tribes import COUNTED, icon_of
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, PlaceKind

#: To be increased when the same steps are presented differently.
_FORMAT = 2

#: The keys of a snapshot that hold cards and buildings.
_PIECES = {str(place.value) for place in (*CARD_SLOTS, *BUILDING_STACKS)}


class ReplayAnswer(Struct, frozen=True):
    """
    The snapshot after event ``first``, and the steps from there to event ``last``.

    ``faces`` has the drawings of cards and buildings, such as 'card_17' or
    'building_3', and 'card' or 'building' for an empty place. ``icons`` has the icons
    of counted things, by key, and ``spots`` where people stand.
    """

    first: int
    last: int
    names: tuple[str, ...]
    start: Snapshot
    steps: tuple[ReplayStep, ...]
    faces: dict[str, str]
    icons: dict[str, str]
    spots: dict[str, tuple[tuple[int, int], ...]]


def replay_answer(
    game: Game, first: int, last: int, names: Sequence[str], reader: int | None
) -> bytes:
    """Return the steps between two events, which exist and are in this order."""
    timeline = load_timeline(game)
    steps = replay_steps(timeline, first, last, names, SourceMask(game, reader))
    start = snapshot_of(timeline.state_after(first))
    answer = ReplayAnswer(
        first=first,
        last=last,
        names=tuple(names),
        start=start,
        steps=steps,
        faces=dict(_faces([start, *(step.changes for step in steps)])),
        icons={key: icon_of(key) for key in COUNTED},
        spots=spots_of_places(),
    )
    return msgspec.json.encode(answer)


def replay_tag(
    game: Game, first: int, last: int, names: Sequence[str], reader: int | None
) -> str:
    """
    Return the entity tag of the steps between two events, without reading them. Past
    events never change, but what a reader may know of them and the names do.
    """
    told = (
        *(_FORMAT, game.slug, first, last, *names),
        *(translation.get_language(), reader, game.is_final),
    )
    return f'"{sha256(repr(told).encode()).hexdigest()[:24]}"'


def _faces(snapshots: Iterable[Snapshot]) -> Iterator[tuple[str, str]]:
    """Yield the face of each card and building, and of empty places."""
    yield "card", _face((), is_card=True)
    yield "building", _face((), is_card=False)
    lying = {
        (key.partition("_")[0], piece)
        for snapshot in snapshots
        for key, piece in snapshot.items()
        if key in _PIECES and isinstance(piece, int)
    }
    for kind, piece in sorted(lying):
        is_card = kind == PlaceKind.CARD
        face = card_face(piece) if is_card else building_face(piece)
        yield f"{kind}_{piece}", _face(face.halves, is_card=is_card)


def _face(halves: tuple[Half, ...], *, is_card: bool) -> str:
    context = {"halves": halves, "is_card": is_card}
    return render_to_string("games/table/_tile_halves.html", context).strip()
