"""The life of a game: how it is created, called off, ended, and revealed."""

from datetime import datetime

from msgspec import UNSET
from msgspec.structs import replace

from stoneage_core import beginning, engine
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.events.base import Event
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import GameCreated, PlayerJoined
from stoneage_core.events.staff import GameAdjudicated
from stoneage_core.match import commands as m
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import BY_HAND, SERVICE, Rule, staff_rule
from stoneage_core.match.state import By, SeatStatus, Source, TableState
from stoneage_core.match.steps import Evolver, change_seat
from stoneage_core.state import Salts


def create(recorder: Recorder, command: m.Create) -> None:
    if recorder.board.version:
        raise Irregular("the game was created before")
    if command.rated and command.coached:
        raise Refusal(Code.IMPOSSIBLE, "A rated game has no coach.")
    options = {name: getattr(command, name) for name in command.__struct_fields__}
    recorder.take(beginning.create(chance=recorder.chance, **options))


def join(recorder: Recorder, command: m.Join) -> None:
    """Let somebody take their seat, or a bot."""
    if (command.bot is not None) != (recorder.by.source is Source.AUTOMATIC):
        raise Irregular("automatic players are bots, and nobody else is")
    if command.bot is not None and command.program is not UNSET:
        raise Irregular("no program plays for an automatic player")
    recorder.take(
        beginning.join(
            recorder.board,
            recorder.player,
            command.salt_commitment,
            recorder.chance,
            own_seal=command.own_seal,
            untimed=command.untimed,
            bot=command.bot,
            program=command.program,
        )
    )


def start(recorder: Recorder, command: m.Start) -> None:
    _require_salts(recorder, command.salts)
    recorder.take(beginning.start(recorder.board, command.salts, recorder.chance))


def start_from(recorder: Recorder, command: m.StartFrom) -> None:
    """Start from another game's position, which is practice for one person alone."""
    _require_salts(recorder, command.salts)
    people = [seat for seat in recorder.table.seats if not seat.is_automatic]
    if len(people) > 1:
        raise Irregular("one person alone tries what if")
    decision = beginning.start_from(
        recorder.board,
        command.salts,
        command.origin,
        command.position,
        recorder.chance,
    )
    recorder.take(decision)


def _require_salts(recorder: Recorder, salts: Salts) -> None:
    if len(salts) != recorder.board.player_count:
        raise Irregular("there is one salt for each player")


def cancel(recorder: Recorder, command: m.Cancel) -> None:
    recorder.record(GameCancelled())


def adjudicate(recorder: Recorder, command: m.Adjudicate) -> None:
    if not command.reason.is_by_staff:
        raise Irregular("a game cannot be ended like that")
    if command.final_from < recorder.by.at:
        raise Irregular("an end by the staff is not final before it is decided")
    final_from = write_moment(command.final_from)
    recorder.record(GameAdjudicated(command.reason, final_from))
    recorder.take(engine.end(recorder.board, recorder.chance, command.reason))


def reveal_seed(recorder: Recorder, command: m.RevealSeed) -> None:
    final_from = recorder.table.final_from
    if final_from is not None and recorder.by.at < final_from:
        raise Irregular("the staff could still go back on their end of the game")
    recorder.take(engine.reveal(recorder.board, recorder.chance))


def _create_seats(table: TableState, event: GameCreated, by: By) -> TableState:
    return replace(table, seats=(SeatStatus(),) * event.player_count)


def _take_seat(table: TableState, event: PlayerJoined, by: By) -> TableState:
    name = event.bot.name if event.bot else ""
    return change_seat(table, event.player, bot=name, is_untimed=event.untimed)


def _cancel(table: TableState, event: GameCancelled, by: By) -> TableState:
    return replace(table, cancelled_at=by.at)


def _date_final(table: TableState, event: GameAdjudicated, by: By) -> TableState:
    return replace(table, final_from=datetime.fromisoformat(event.final_from))


#: How each command is decided.
RULES: dict[type, Rule] = {
    m.Create: Rule(create, SERVICE, needs_running=False),
    # By the service for whoever agreed beforehand, to a whole league.
    m.Join: Rule(
        join,
        (*BY_HAND, Source.AUTOMATIC, *SERVICE),
        is_own=True,
        needs_running=False,
    ),
    m.Start: Rule(start, SERVICE, needs_running=False),
    m.StartFrom: Rule(start_from, SERVICE, needs_running=False),
    m.Cancel: Rule(
        cancel,
        (Source.PAGE, Source.SERVICE),
        needs_running=False,
        needs_inviting=True,
    ),
    m.Adjudicate: staff_rule(adjudicate, frozen=True),
    m.RevealSeed: Rule(reveal_seed, SERVICE, needs_running=False, while_frozen=SERVICE),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    GameCreated: _create_seats,
    PlayerJoined: _take_seat,
    GameCancelled: _cancel,
    GameAdjudicated: _date_final,
}
