"""The life of a game: creating, joining, starting, cancelling, ending, the seed."""

from datetime import datetime

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from stoneage_core import engine
from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import (
    Bot,
    GameCreated,
    PlayerJoined,
    PlayerWithdrew,
    PositionSetUp,
)
from stoneage_core.events.staff import GameAdjudicated
from stoneage_core.fields import BotName
from stoneage_core.match.calendar import read_moment
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.recorder import BY_HAND, SERVICE, Recorder, Rule, staff_rule
from stoneage_core.match.state import (
    Authorship,
    Evolver,
    SeatStatus,
    Source,
    TableState,
    change_seat,
)
from stoneage_core.rules import setup
from stoneage_core.rules.draft import Draft
from stoneage_core.terms import require_known_to_bots


class Join(JsonCommand, frozen=True):
    """Take a seat before the start; the fields are those of ``PlayerJoined``."""

    bot: Bot | None = None
    program: BotName | UnsetType = UNSET


class Withdraw(JsonCommand, frozen=True):
    """Leave a seat that one took, before the start."""


class Start(JsonCommand, frozen=True):
    """Start a game whose seats are all taken."""


class RevealSeed(JsonCommand, frozen=True):
    """Reveal the seed of the dice, which makes an end by the staff final."""


def create(recorder: Recorder, event: GameCreated) -> None:
    if recorder.board.version:
        raise Irregular("the game was created already")
    draft = Draft(recorder.board, recorder.chance)
    setup.create_game(draft, event)
    recorder.record_decision(draft.decision())


def join(recorder: Recorder, command: Join) -> None:
    """Let a person or a bot join; raise Refusal if the bot does not know the rules."""
    if (command.bot is not None) != (recorder.by.source is Source.AUTOMATIC):
        raise Irregular("bots join as automatic players, and people do not")
    if command.bot is not None and command.program is not UNSET:
        raise Irregular("a bot cannot be played by a program")
    if command.bot is not None:
        require_known_to_bots(recorder.board.terms)
    recorder.record_decision(
        engine.join(
            recorder.board,
            recorder.player,
            recorder.chance,
            bot=command.bot,
            program=command.program,
        )
    )


def withdraw(recorder: Recorder, command: Withdraw) -> None:
    """Let a person leave before the start; raise IllegalMove if all have joined."""
    draft = Draft(recorder.board, recorder.chance)
    setup.free_seat(draft, PlayerWithdrew(recorder.player))
    recorder.record_decision(draft.decision())


def start(recorder: Recorder, command: Start) -> None:
    recorder.record_decision(engine.start(recorder.board, recorder.chance))


def start_from(recorder: Recorder, event: PositionSetUp) -> None:
    """Start from a position of another game; only for one person against bots."""
    people = [seat for seat in recorder.table.seats if not seat.is_automatic]
    if len(people) > 1:
        raise Irregular("only one person can play on from another game’s position")
    decision = engine.start_from(
        recorder.board, event.origin, event.position, recorder.chance
    )
    recorder.record_decision(decision)


def cancel(recorder: Recorder, event: GameCancelled) -> None:
    recorder.record(event)


def adjudicate(recorder: Recorder, event: GameAdjudicated) -> None:
    """End a game as it stands; the seed stays sealed until ``event.final_from``."""
    if not event.reason.is_by_staff:
        raise Irregular("the staff cannot end a game for this reason")
    if read_moment(event.final_from) < recorder.by.at:
        raise Irregular("an end by the staff cannot be final before it is decided")
    recorder.record(event)
    recorder.record_decision(engine.end(recorder.board, recorder.chance, event.reason))


def reveal_seed(recorder: Recorder, command: RevealSeed) -> None:
    final_from = recorder.table.final_from
    if final_from is not None and recorder.by.at < final_from:
        raise Irregular("the staff can still reverse their end of the game")
    recorder.record_decision(engine.reveal(recorder.board, recorder.chance))


def _create_seats(table: TableState, event: GameCreated, by: Authorship) -> TableState:
    terms = event.terms
    seats = (SeatStatus(bank=terms.control.opening),) * terms.player_count
    return replace(table, terms=terms, control=terms.control, seats=seats)


def _take_seat(table: TableState, event: PlayerJoined, by: Authorship) -> TableState:
    name = event.bot.name if event.bot else ""
    return change_seat(table, event.player, bot=name)


def _cancel(table: TableState, event: GameCancelled, by: Authorship) -> TableState:
    return replace(table, cancelled_at=by.at)


def _date_final(
    table: TableState, event: GameAdjudicated, by: Authorship
) -> TableState:
    return replace(table, final_from=datetime.fromisoformat(event.final_from))


#: How each command is decided and each fact recorded.
RULES: dict[type, Rule] = {
    GameCreated: Rule(create, SERVICE, needs_running=False),
    # The service seats the players of a league, who agreed when they joined it.
    Join: Rule(
        join,
        (*BY_HAND, Source.AUTOMATIC, *SERVICE),
        by_player=True,
        needs_running=False,
    ),
    Withdraw: Rule(
        withdraw,
        BY_HAND,
        by_player=True,
        by_seated_person=True,
        needs_running=False,
        needs_inviting=True,
    ),
    Start: Rule(start, SERVICE, needs_running=False),
    PositionSetUp: Rule(start_from, SERVICE, needs_running=False),
    GameCancelled: Rule(
        cancel,
        (Source.PAGE, Source.API, Source.SERVICE),
        needs_running=False,
        needs_inviting=True,
    ),
    GameAdjudicated: staff_rule(adjudicate, frozen=True),
    RevealSeed: Rule(reveal_seed, SERVICE, needs_running=False, while_frozen=SERVICE),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    GameCreated: _create_seats,
    PlayerJoined: _take_seat,
    GameCancelled: _cancel,
    GameAdjudicated: _date_final,
}
