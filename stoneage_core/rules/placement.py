"""Phase 1: placing people (rules: phase 1)."""

from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import (
    PLACES,
    TRIBES_ON_A_RESOURCE,
    VILLAGE,
    VILLAGE_PLACES_OPEN,
    Place,
    PlaceKind,
    place_in_words,
)
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.draft import Draft
from stoneage_core.state import GameState, Player

MOST_PEOPLE = 10
HUT_PARTY = 2
HUNTING = Place.HUNTING_GROUNDS.number

#: All commands: COMMANDS[place.number][people].
COMMANDS = tuple(
    tuple(PlacePeople(place, people) for people in range(MOST_PEOPLE + 1))
    for place in PLACES
)


def party(place: Place, free: int) -> tuple[int, int]:
    """Return the fewest and the most people, of ``free``, that an empty place takes."""
    if place is Place.HUT:
        return HUT_PARTY, HUT_PARTY if free >= HUT_PARTY else 0
    if place.kind is not PlaceKind.GATHERING:
        return 1, min(free, 1)
    return 1, free if place.rings is None else min(free, place.rings)


#: The placements on an empty place: WHEN_EMPTY[place.number][people at home].
WHEN_EMPTY = tuple(
    tuple(
        COMMANDS[place.number][fewest : most + 1]
        for fewest, most in (party(place, free) for free in range(MOST_PEOPLE + 1))
    )
    for place in PLACES
)

#: The places in the game by number of players, with as many stacks as players.
IN_PLAY = {
    count: tuple(
        place
        for place in PLACES
        if place.kind is not PlaceKind.BUILDING or place.index < count
    )
    for count in TRIBES_ON_A_RESOURCE
}

#: The same without the village, for a round in which the rest of it is closed.
IN_PLAY_BUT_VILLAGE = {
    count: tuple(place for place in places if place.kind is not PlaceKind.VILLAGE)
    for count, places in IN_PLAY.items()
}

#: Why a player cannot place people.
_OBSTACLES = {
    Code.PLACED_ALREADY: _("you have people at {place} already"),
    Code.PLACE_FULL: _("{place} has no room left"),
    Code.PLACE_CLOSED: _("{place} is closed to you in this round"),
}


#: The last call of ``legal``: the tribes, the player, and the result.
_remembered: tuple[tuple[Player, ...], int, tuple[PlacePeople, ...]] = ((), 0, ())


def legal(state: GameState, player: int) -> tuple[PlacePeople, ...]:
    """
    Return every legal placement of ``player``, in board order.

    One decision asks for it up to four times, so the last answer is cached. Tribes are
    immutable: the same tuple of tribes means the same people on the board.
    """
    global _remembered
    players, asked, commands = _remembered
    if players is not state.players or asked != player:
        commands = tuple(_placements(state, player))
        _remembered = state.players, player, commands
    return commands


def place_people(draft: Draft, player: int, command: PlacePeople) -> None:
    """Put people on a place; raise IllegalMove if that is not allowed."""
    if command not in legal(draft.state, player):
        raise _refusal(draft.state, player, command.place)
    draft.record(PeoplePlaced(player, command.place, command.people))


def obstacle(state: GameState, player: int, place: Place) -> IllegalMove | None:
    """Return why a player can send nobody to ``place`` now, or None if they can."""
    if any(command.place is place for command in legal(state, player)):
        return None
    return _refusal(state, player, place)


def next_player(state: GameState) -> int | None:
    """Return the next player, clockwise, who can place people, or None."""
    after = state.start_player if state.turn is None else state.turn + 1
    for player in state.clockwise(after):
        if may_hunt(state.players[player]) or legal(state, player):
            return player
    return None


def may_hunt(tribe: Player, people: int = 1) -> bool:
    """Return whether ``people`` can still go hunting, where there is always room."""
    placed = tribe.placed
    return not placed[HUNTING] and tribe.people - sum(placed) >= people


def _crowds(state: GameState) -> tuple[int, ...]:
    return tuple(map(sum, zip(*[tribe.placed for tribe in state.players], strict=True)))


def _open_places(state: GameState, crowds: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the open places; with 2 and 3 players one of the village is closed."""
    count = state.player_count
    most = VILLAGE_PLACES_OPEN[count]
    if most < len(VILLAGE):
        occupied = len([place for place in VILLAGE if crowds[place.number]])
        if occupied >= most:
            return IN_PLAY_BUT_VILLAGE[count]
    return IN_PLAY[count]


def _placements(state: GameState, player: int) -> list[PlacePeople]:
    commands: list[PlacePeople] = []
    if free := state.players[player].unplaced:
        crowds = _crowds(state)
        for place in _open_places(state, crowds):
            number = place.number
            crowd = crowds[number]
            if not crowd:
                commands += WHEN_EMPTY[number][free]
            elif crowd != place.rings:
                commands += _joining(state, player, place, crowd, free)
    return commands


def _joining(
    state: GameState, player: int, place: Place, crowd: int, free: int
) -> tuple[PlacePeople, ...]:
    """Return the placements on a place that has people but is not full."""
    if state.players[player].placed[place.number]:
        return ()
    room = MOST_PEOPLE
    if place.rings is not None:
        most = TRIBES_ON_A_RESOURCE[state.player_count]
        if most < state.player_count:
            here = [tribe for tribe in state.players if tribe.placed[place.number]]
            if len(here) >= most:
                return ()
        room = place.rings - crowd
    return COMMANDS[place.number][1 : min(free, room) + 1]


def _refusal(state: GameState, player: int, place: Place) -> IllegalMove:
    crowds = _crowds(state)
    tribe = state.players[player]
    if tribe.on(place):
        return _closed(Code.PLACED_ALREADY, place)
    if crowds[place.number] == place.rings:
        return _closed(Code.PLACE_FULL, place)
    numbers = [c.people for c in legal(state, player) if c.place is place]
    if numbers:
        english = _("{place} takes {fewest} to {most} of your people now")
        if numbers[0] == numbers[-1]:
            english = _("{place} takes exactly {fewest} of your people now")
        return IllegalMove(
            Code.WRONG_NUMBER,
            english,
            place=place_in_words(place),
            fewest=numbers[0],
            most=numbers[-1],
        )
    if place is Place.HUT and place in _open_places(state, crowds):
        english = _("the hut takes two people and you have one left")
        return IllegalMove(Code.WRONG_NUMBER, english)
    return _closed(Code.PLACE_CLOSED, place)


def _closed(code: Code, place: Place) -> IllegalMove:
    return IllegalMove(code, _OBSTACLES[code], place=place_in_words(place))
