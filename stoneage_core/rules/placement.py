"""Phase 1: placing people (rules: phase 1)."""

from collections.abc import Iterator

from stoneage_core.commands import PlacePeople
from stoneage_core.draft import Draft
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events import PeoplePlaced
from stoneage_core.places import (
    PLACES,
    TRIBES_ON_A_RESOURCE,
    VILLAGE,
    VILLAGE_PLACES_OPEN,
    Kind,
    Place,
)
from stoneage_core.phrases import Word
from stoneage_core.state import GameState

MOST_PEOPLE = 10
HUT_PARTY = 2

#: Every command there is, made once: COMMANDS[place.number][people].
COMMANDS = tuple(
    tuple(PlacePeople(place, people) for people in range(MOST_PEOPLE + 1))
    for place in PLACES
)

#: Why a place is closed to a player, in words.
_OBSTACLES = {
    Code.PLACED_ALREADY: "you have people on the {place} already",
    Code.PLACE_FULL: "the {place} is full",
    Code.PLACE_CLOSED: "the {place} is closed to you in this round",
}


def legal(state: GameState, player: int) -> Iterator[PlacePeople]:
    """Yield every placement open to ``player``, in board order."""
    free = state.players[player].unplaced
    if free:
        crowds = _crowds(state)
        for place in PLACES:
            if _obstacle(state, player, place, crowds) is None:
                fewest, most = _party(place, free, crowds[place.number])
                yield from COMMANDS[place.number][fewest : most + 1]


def place_people(draft: Draft, player: int, command: PlacePeople) -> None:
    """Put people on a place, or raise IllegalMove."""
    _check(draft.state, player, command.place, command.people)
    draft.record(PeoplePlaced(player, command.place, command.people))


def next_player(state: GameState) -> int | None:
    """Return the next clockwise who can place somebody; None ends the phase."""
    after = state.start_player if state.turn is None else state.turn + 1
    for player in state.clockwise(after):
        if next(legal(state, player), None) is not None:
            return player
    return None


def _check(state: GameState, player: int, place: Place, people: int) -> None:
    crowds = _crowds(state)
    obstacle = _obstacle(state, player, place, crowds)
    if obstacle is not None:
        raise IllegalMove(obstacle, _OBSTACLES[obstacle], place=Word(place.label))
    free = state.players[player].unplaced
    fewest, most = _party(place, free, crowds[place.number])
    if not fewest <= people <= most:
        raise _wrong_number(place, fewest, most, free)


def _wrong_number(place: Place, fewest: int, most: int, free: int) -> IllegalMove:
    word = Word(place.label)
    if most < fewest:
        english = "the {place} needs {fewest} people and you have {free} left"
        return IllegalMove(
            Code.WRONG_NUMBER, english, place=word, fewest=fewest, free=free
        )
    if most == fewest:
        english = "the {place} takes exactly {fewest} of your people now"
        return IllegalMove(Code.WRONG_NUMBER, english, place=word, fewest=fewest)
    english = "the {place} takes {fewest} to {most} of your people now"
    return IllegalMove(Code.WRONG_NUMBER, english, place=word, fewest=fewest, most=most)


def _crowds(state: GameState) -> tuple[int, ...]:
    """Return how many people stand on each place, by its number."""
    return tuple(map(sum, zip(*(tribe.placed for tribe in state.players), strict=True)))


def _party(place: Place, free: int, crowd: int) -> tuple[int, int]:
    """Return the fewest and the most people a player may put on an open place."""
    if place is Place.HUT:
        return HUT_PARTY, HUT_PARTY if free >= HUT_PARTY else 0
    if place.kind is not Kind.GATHERING:
        return 1, 1
    return 1, free if place.rings is None else min(free, place.rings - crowd)


def _obstacle(
    state: GameState, player: int, place: Place, crowds: tuple[int, ...]
) -> Code | None:
    """Return why ``player`` may put nobody on ``place``, or None."""
    number = place.number
    crowd = crowds[number]
    if place.kind is Kind.BUILDING and place.index >= state.player_count:
        return Code.PLACE_CLOSED
    if not crowd:
        return _village_obstacle(state, place, crowds)
    if state.players[player].placed[number]:
        return Code.PLACED_ALREADY
    if place.rings is None:
        return None
    if crowd >= place.rings:
        return Code.PLACE_FULL
    tribes = sum(tribe.placed[number] > 0 for tribe in state.players)
    full = tribes >= TRIBES_ON_A_RESOURCE[state.player_count]
    return Code.PLACE_CLOSED if full else None


def _village_obstacle(
    state: GameState, place: Place, crowds: tuple[int, ...]
) -> Code | None:
    """With two and three players one of tool maker, hut and field stays empty."""
    if place.kind is not Kind.VILLAGE:
        return None
    occupied = sum(crowds[other.number] > 0 for other in VILLAGE)
    closed = occupied >= VILLAGE_PLACES_OPEN[state.player_count]
    return Code.PLACE_CLOSED if closed else None
