"""Two positions of a game side by side: what changed from one to the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history import viewer
from games.models import Game
from games.presentation import labels
from games.presentation.board import Board
from games.presentation.cards import building_face, card_face
from games.presentation.counts import (
    LabelledCount,
    NumberChange,
    changed_numbers,
    numbers_of,
)
from games.presentation.replay.timeline import load_timeline
from games.presentation.source_mask import SourceMask
from games.presentation.table import Mode, table_of
from games.presentation.text import names_of
from games.store.locked_rows import read_seats
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS
from stoneage_core.rules.scoring import scoring_of
from stoneage_core.state import GameState, Player

#: How many events in between are told here; further ones are one step away.
MOST_LINES = 300


@dataclass(frozen=True)
class Piece:
    """A card or a building: its icon, that in a word, and what it brings or costs."""

    icon: str
    kind: str
    text: str


@dataclass(frozen=True)
class TribeChange:
    """All that changed in one tribe; ``won`` and ``lost`` are cards and buildings."""

    seat: int
    name: str
    changes: tuple[NumberChange, ...]
    won: tuple[Piece, ...]
    lost: tuple[Piece, ...]

    @property
    def is_none(self) -> bool:
        """Whether nothing changed."""
        return not (self.changes or self.won or self.lost)


def comparison_context(
    game: Game, first: int, second: int, reader: int | None = None
) -> dict[str, Any]:
    """Return the context of the page; both events exist, ``first`` is the earlier."""
    names = names_of(read_seats(game))
    timeline = load_timeline(game)
    before, after = timeline.state_after(first), timeline.state_after(second)
    told, mask = min(second, first + MOST_LINES), SourceMask(game, reader)
    return {
        "game": game,
        "first": first,
        "second": second,
        "first_where": labels.round_and_phase(before),
        "second_where": labels.round_and_phase(after),
        "tribes": tribe_changes(before, after, names),
        "board": marked_board(before, after, names),
        "places": board_changes(before, after),
        "lines": viewer.texts_between(timeline, first, told, names, mask),
        "count": second - first,
        "further": told + 1 if told < second else None,
    }


def marked_board(before: GameState, after: GameState, names: Sequence[str]) -> Board:
    """Return the board after, to be looked at only: who came since is marked there."""
    since = before if before.players else None
    board = table_of(after, tuple(names), mode=Mode.REPLAY, before=since).board
    places = {key: replace(place, link="") for key, place in board.places.items()}
    return replace(board, places=places)


def tribe_changes(
    before: GameState, after: GameState, names: Sequence[str]
) -> tuple[TribeChange, ...]:
    """Return what changed in each tribe, those without any change too."""
    if len(before.players) != len(after.players):
        # Before the game begins there are no tribes yet: count from bare ones.
        count = len(after.players)
        before = GameState(players=(Player(),) * count, scores=(None,) * count)
    pairs = zip(before.players, after.players, names, strict=False)
    return tuple(
        TribeChange(
            seat,
            name,
            changed_numbers(_numbers(before, seat), _numbers(after, seat)),
            *_pieces(old, new),
        )
        for seat, (old, new, name) in enumerate(pairs)
    )


def board_changes(before: GameState, after: GameState) -> list[tuple[str, str, str]]:
    """Return where other cards, buildings and stacks lie; what did, and what does."""
    old, new = dict(_lying(before)), dict(_lying(after))
    return [
        (label, old.get(label, _("nothing")), text)
        for label, text in new.items()
        if old.get(label) != text
    ]


def _numbers(state: GameState, seat: int) -> Iterator[LabelledCount]:
    """Yield everything that is counted of a tribe: what it is, its icon, how many."""
    tribe = state.players[seat]
    yield from numbers_of(tribe)
    yield _("people on the board"), "person", sum(tribe.placed)
    yield _("tools used"), "tool", sum(tool.used for tool in tribe.tools)
    yield _("points if the game ended there"), "points", scoring_of(state, seat).total


def _pieces(old: Player, new: Player) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return the cards and buildings that came, and those that went."""
    cards, buildings = Counter(new.cards), Counter(new.buildings)
    cards.subtract(old.cards)
    buildings.subtract(old.buildings)
    return (
        (*map(_card, _of_sign(cards, 1)), *map(_building, _of_sign(buildings, 1))),
        (*map(_card, _of_sign(cards, -1)), *map(_building, _of_sign(buildings, -1))),
    )


def _of_sign(counts: Counter[int], sign: int) -> Iterable[int]:
    """Return the pieces that came (1) or went (-1)."""
    return [piece for piece, count in counts.items() if count * sign > 0]


def _card(card: int) -> Piece:
    return Piece("card", _("card"), card_face(card).text)


def _building(building: int) -> Piece:
    return Piece("building", _("building"), building_face(building).text)


def _lying(state: GameState) -> Iterator[tuple[str, str]]:
    for place in CARD_SLOTS:
        card = state.slots[place.index]
        text = _("no card") if card is None else card_face(card).text
        yield labels.place_label(place), text
    yield _("Cards in the deck"), str(len(state.unseen_cards))
    for place, stack in zip(BUILDING_STACKS, state.stacks, strict=False):
        price = _("no building") if stack.top is None else building_face(stack.top).text
        tile = ngettext(
            "%(price)s; %(left)d left", "%(price)s; %(left)d left", stack.left
        )
        yield labels.place_label(place), tile % {"price": price, "left": stack.left}
