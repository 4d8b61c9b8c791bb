"""Every decision made anew: the same events must come of it, die by die."""

from collections.abc import Callable, Sequence
from typing import Any

from stoneage_core import commands as c
from stoneage_core import events as e
from stoneage_core import notation
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.cards import CARDS, OneUseTool
from stoneage_core.chance import Chance
from stoneage_core.conduct import Conduct, Return, TurnTimedOut
from stoneage_core.draft import Decision
from stoneage_core.engine import (
    awaited,
    create,
    decide,
    end,
    join,
    replay,
    reveal,
    start,
)
from stoneage_core.errors import GameError
from stoneage_core.events import Event
from stoneage_core.evolve import evolve
from stoneage_core.phrases import Seat
from stoneage_core.sentences import describe
from stoneage_core.state import INITIAL, EndReason, GameState

#: Where nobody gave a command: time ran out, and somebody decided in their place.
_IN_THEIR_PLACE = ("timeout", "orders")


def decide_again(
    entries: Sequence[Entry],
    events: Sequence[Event],
    chance: Chance,
    watch: Callable[[GameState, int, GameState], None],
) -> GameState:
    """
    Decide a whole game again and return its last state.

    ``watch`` is shown every decision: the state before, where it begins (an index), and
    the state after. Raise Wrong at the first event that does not come of its decision.
    """
    state = INITIAL
    while state.version < len(events):
        at = state.version
        decided = _outcome(state, entries[at], events, chance)
        _compare(at, decided.events, events, entries)
        before, state = state, decided.state
        watch(before, at, state)
    return state


def _outcome(
    state: GameState, entry: Entry, events: Sequence[Event], chance: Chance
) -> Decision:
    try:
        return _happens(state, entry, events, chance)
    except GameError as error:
        english = "the rules do not allow it: {reason}"
        raise Wrong(entry.sequence, english, reason=error.phrase) from error


def _happens(
    state: GameState, entry: Entry, events: Sequence[Event], chance: Chance
) -> Decision:
    """Decide what the next of the ``events`` says that was decided."""
    first = events[state.version]
    match first:
        case e.GameCreated() if state is INITIAL:
            return _created(first, chance)
        case e.PlayerJoined(player, bound, own_seal):
            return join(state, player, bound, chance, own_seal=own_seal)
        case e.SaltsRevealed(salts) if len(salts) == state.player_count:
            return start(state, salts, chance)
        case e.FinalScored() | e.GameEnded():
            return end(state, chance, _reason(entry, events[state.version :]))
        case e.SeedRevealed():
            return reveal(state, chance)
        case TurnTimedOut(player) if player not in awaited(state):
            raise Wrong(
                entry.sequence, "nobody waited for {player}", player=Seat(player)
            )
        case _ if isinstance(first, Conduct | e.GameCreated):  # twice: refused there
            return _follow_conduct(state, entry, events)
    player, command = _command(state, entry, first)
    return decide(state, player, command, chance)


def _follow_conduct(
    state: GameState, entry: Entry, events: Sequence[Event]
) -> Decision:
    """Return where an event of the conduct leads, which no rule of play decides."""
    event, version = events[state.version], state.version + 1
    try:
        if isinstance(event, Return):
            return Decision((event,), replay(events[:version]))
        return Decision((event,), evolve(state, event))
    except GameError as error:
        raise Wrong(entry.sequence, "{reason}", reason=error.phrase) from error


def _reason(entry: Entry, rest: Sequence[Event]) -> EndReason:
    """Return why a game ended that nothing on the board had ended."""
    ended = next((each for each in rest if isinstance(each, e.GameEnded)), None)
    if ended is None:
        raise Wrong(entry.sequence, "the record breaks off in the middle of a decision")
    return ended.reason


def _created(event: e.GameCreated, chance: Chance) -> Decision:
    return create(
        game=event.game,
        player_count=event.player_count,
        commitment=event.commitment,
        chance=chance,
        tie_break=event.tie_break,
        first_player=event.first_player,
    )


def _command(state: GameState, entry: Entry, first: Event) -> tuple[int, c.Command]:
    """Return who decided what: as recorded, or as the event says by itself."""
    if entry.decided_by is None:
        raise Wrong(entry.sequence, "nobody decided this")
    if entry.command:
        return entry.decided_by, notation.from_text(entry.command)
    if entry.decided_how not in _IN_THEIR_PLACE or type(first) not in COMMANDS:
        raise Wrong(entry.sequence, "no command led to this")
    return entry.decided_by, COMMANDS[type(first)](first, state)


def _compare(
    at: int,
    came: Sequence[Event],
    events: Sequence[Event],
    entries: Sequence[Entry],
) -> None:
    """Raise Wrong at the first event that is not what came of the decision."""
    first = entries[at]
    for place, event in enumerate(came, start=at):
        if place >= len(events):
            raise Wrong(place, "the record breaks off in the middle of a decision")
        if events[place] != event:
            english = "it should say: {expected} It says: {found}"
            said = {"expected": describe(event), "found": describe(events[place])}
            raise Wrong(place + 1, english, **said)
        _require_same_decision(first, entries[place])


def _require_same_decision(first: Entry, entry: Entry) -> None:
    same = (first.decided_by, first.decided_how, first.recorded_at)
    if (entry.decided_by, entry.decided_how, entry.recorded_at) != same:
        raise Wrong(entry.sequence, "who decided, how or when is not told as before")
    if entry is not first and (entry.command or entry.request_id):
        raise Wrong(entry.sequence, "a command stands in the middle of a decision")


def _use(event: Any, state: GameState) -> c.UsePlace:
    return c.UsePlace(event.place)


def _tools(event: e.ToolsUsed, state: GameState) -> c.UseTools:
    tiles = state.players[event.player].tools
    values = sorted((tiles[slot].value for slot in event.slots), reverse=True)
    benefits = (CARDS[card].benefit for card in event.cards)
    once = [each.value for each in benefits if isinstance(each, OneUseTool)]
    return c.UseTools(tuple(values), tuple(sorted(once, reverse=True)))


#: Which command led to a decision, as its first event tells.
COMMANDS: dict[type, Callable[[Any, GameState], c.Command]] = {
    e.PeoplePlaced: lambda event, state: c.PlacePeople(event.place, event.people),
    e.DiceRolled: _use,
    e.ToolMade: _use,
    e.PersonBorn: _use,
    e.FoodTrackRaised: _use,
    e.NothingGained: _use,
    e.ToolsUsed: _tools,
    e.GoodsGathered: lambda event, state: c.UseTools(),
    e.CardTaken: lambda event, state: c.BuyCard(event.place, event.payment),
    e.BuildingBuilt: lambda event, state: c.Build(event.place, event.payment),
    e.ActionDeclined: lambda event, state: c.Leave(event.place),
    e.DiePicked: lambda event, state: c.PickDie(event.face),
    e.ResourcesTaken: lambda event, state: c.TakeResources(event.resources),
    e.TribeFed: lambda event, state: c.Feed(event.resources),
    e.TribeStarved: lambda event, state: c.GoHungry(),
}
