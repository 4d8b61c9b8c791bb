"""The life of a game: how it is created, called off, ended, and revealed."""

from datetime import datetime

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from stoneage_core import beginning, engine
from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import Bot, GameCreated, Origin, PlayerJoined
from stoneage_core.events.staff import GameAdjudicated
from stoneage_core.fields import BotName
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import JsonCommand, Moment
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import BY_HAND, SERVICE, Rule, staff_rule
from stoneage_core.match.state import Authorship, SeatStatus, Source, TableState
from stoneage_core.match.table_changes import Evolver, change_seat
from stoneage_core.state import EndReason, Position
from stoneage_core.terms import Terms, require_known_to_bots


class Create(JsonCommand, frozen=True):
    """Open a game by its name, with a sealed seed, on the terms of its table."""

    game: str
    commitment: str
    terms: Terms


class Join(JsonCommand, frozen=True):
    """Take part; the fields are those of ``PlayerJoined``."""

    bot: Bot | None = None
    program: BotName | UnsetType = UNSET


class Start(JsonCommand, frozen=True):
    """Start the game that all have joined."""


class StartFrom(JsonCommand, frozen=True):
    """Start the game that all have joined where another one stood, to see what if."""

    origin: Origin
    position: Position


class Cancel(JsonCommand, frozen=True):
    """Call a game off that has not begun."""


class Adjudicate(JsonCommand, frozen=True):
    """End a game as it stands; its seed stays sealed until it is final."""

    reason: EndReason
    final_from: Moment


class RevealSeed(JsonCommand, frozen=True):
    """Make an end by the staff final."""


def create(recorder: Recorder, command: Create) -> None:
    if recorder.board.version:
        raise Irregular("the game was created before")
    decision = beginning.create(
        game=command.game,
        commitment=command.commitment,
        terms=command.terms,
        chance=recorder.chance,
    )
    recorder.take(decision)


def join(recorder: Recorder, command: Join) -> None:
    """Let somebody take their seat, or a bot."""
    if (command.bot is not None) != (recorder.by.source is Source.AUTOMATIC):
        raise Irregular("automatic players are bots, and nobody else is")
    if command.bot is not None and command.program is not UNSET:
        raise Irregular("no program plays for an automatic player")
    if command.bot is not None:
        require_known_to_bots(recorder.board.terms)
    recorder.take(
        beginning.join(
            recorder.board,
            recorder.player,
            recorder.chance,
            bot=command.bot,
            program=command.program,
        )
    )


def start(recorder: Recorder, command: Start) -> None:
    recorder.take(beginning.start(recorder.board, recorder.chance))


def start_from(recorder: Recorder, command: StartFrom) -> None:
    """Start from another game's position, which is practice for one person alone."""
    people = [seat for seat in recorder.table.seats if not seat.is_automatic]
    if len(people) > 1:
        raise Irregular("one person alone tries what if")
    decision = beginning.start_from(
        recorder.board, command.origin, command.position, recorder.chance
    )
    recorder.take(decision)


def cancel(recorder: Recorder, command: Cancel) -> None:
    recorder.record(GameCancelled())


def adjudicate(recorder: Recorder, command: Adjudicate) -> None:
    if not command.reason.is_by_staff:
        raise Irregular("a game cannot be ended like that")
    if command.final_from < recorder.by.at:
        raise Irregular("an end by the staff is not final before it is decided")
    final_from = write_moment(command.final_from)
    recorder.record(GameAdjudicated(command.reason, final_from))
    recorder.take(engine.end(recorder.board, recorder.chance, command.reason))


def reveal_seed(recorder: Recorder, command: RevealSeed) -> None:
    final_from = recorder.table.final_from
    if final_from is not None and recorder.by.at < final_from:
        raise Irregular("the staff could still go back on their end of the game")
    recorder.take(engine.reveal(recorder.board, recorder.chance))


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


#: How each command is decided.
RULES: dict[type, Rule] = {
    Create: Rule(create, SERVICE, needs_running=False),
    # By the service for whoever agreed beforehand, to a whole league.
    Join: Rule(
        join,
        (*BY_HAND, Source.AUTOMATIC, *SERVICE),
        is_own=True,
        needs_running=False,
    ),
    Start: Rule(start, SERVICE, needs_running=False),
    StartFrom: Rule(start_from, SERVICE, needs_running=False),
    Cancel: Rule(
        cancel,
        (Source.PAGE, Source.SERVICE),
        needs_running=False,
        needs_inviting=True,
    ),
    Adjudicate: staff_rule(adjudicate, frozen=True),
    RevealSeed: Rule(reveal_seed, SERVICE, needs_running=False, while_frozen=SERVICE),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    GameCreated: _create_seats,
    PlayerJoined: _take_seat,
    GameCancelled: _cancel,
    GameAdjudicated: _date_final,
}
