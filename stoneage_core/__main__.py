"""The engine's command line, for players and auditors; it needs no Django.

python -m stoneage_core simulate --players 4 --games 100 --seed 7
python -m stoneage_core simulate --players 2 --policy autopilot,random
python -m stoneage_core perft --players 2 --depth 3
python -m stoneage_core replay FILE --at 120
python -m stoneage_core transcript FILE
python -m stoneage_core compare RECORD RECORD
python -m stoneage_core verify FILE --head HASH --event 120
python -m stoneage_core verify DIRECTORY --on 2026-12-24 --json
python -m stoneage_core verify FILE --explain 120
python -m stoneage_core verify FILE --times
python -m stoneage_core verify FILE --opponents
python -m stoneage_core verify FILE --origin RECORD
python -m stoneage_core verify FILE --key VKEY --checkpoint OLD --consistency PROOF
python -m stoneage_core monitor https://stoneage.example
python -m stoneage_core match flint,autopilot --games 20
python -m stoneage_core engine --opponent Flint
python -m stoneage_core train all-round --seed 1
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress

from stoneage_core.audit import Wrong, read
from stoneage_core.audit.verification import check_chain
from stoneage_core.cli import report
from stoneage_core.cli.monitor import DESCRIPTION, EPILOG, add_monitor
from stoneage_core.cli.opponents import add_engine, add_match, add_train
from stoneage_core.cli.outcomes import Overdue, Refuted, Unusable, positive, read_text
from stoneage_core.cli.perft import perft
from stoneage_core.cli.verify import add_compare, add_verify
from stoneage_core.errors import GameError
from stoneage_core.events.setup import GameCreated
from stoneage_core.fields import SEAT_COUNTS
from stoneage_core.record.log import load
from stoneage_core.record.transcript import (
    NOTATION,
    Wanted,
    read_transcript_lines,
    text_of_events,
    transcript_json,
    write_transcript,
)

DEEPEST_PERFT = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run one command and return its exit code.

    0 is success, 1 a record or log that is wrong, 2 a wrong call or unusable input, and
    3 a record that is correct but overdue.
    """
    options = _parser().parse_args(arguments)
    try:
        sys.stdout.write(options.run(options))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe. Close it here, or Python flushes it again at exit.
        with suppress(BrokenPipeError):
            sys.stdout.close()
    except Refuted as refuted:
        sys.stdout.write(str(refuted))
        return 1
    except Overdue as overdue:
        sys.stdout.write(str(overdue))
        return 3
    except (GameError, Unusable) as error:
        sys.stderr.write(f"stoneage_core: {error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m stoneage_core", description="Stone Age by Mail: the engine."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_simulate(commands.add_parser("simulate", help="play whole games"))
    _add_perft(commands.add_parser("perft", help="count placements from the opening"))
    _add_replay(commands.add_parser("replay", help="rebuild a position from a log"))
    transcript = commands.add_parser(
        "transcript",
        help="a game as a list of moves",
        description="Print a game as a list of moves with their dice. In it, "
        f"{NOTATION}",
    )
    transcript.add_argument("file", metavar="FILE", help="a log or record, JSON lines")
    transcript.add_argument(
        "--player", type=positive, metavar="N", help="only decisions of player N"
    )
    transcript.add_argument(
        "--place", default="", help="only decisions about a place, like forest"
    )
    transcript.add_argument(
        "--round", type=positive, metavar="N", help="only decisions of round N"
    )
    transcript.add_argument(
        "--type", default="", metavar="TYPE", help="only with such an event: DiceRolled"
    )
    transcript.add_argument("--json", action="store_true", help="one JSON document")
    transcript.set_defaults(run=_transcript)
    add_compare(
        commands.add_parser("compare", help="find the first difference of two records")
    )
    add_verify(commands.add_parser("verify", help="check a whole game's record"))
    add_monitor(
        commands.add_parser(
            "monitor",
            help="check that a site's log only grew",
            description=DESCRIPTION,
            epilog=EPILOG,
        )
    )
    add_match(
        commands.add_parser("match", help="let opponents and bots play each other")
    )
    add_engine(
        commands.add_parser("engine", help="speak JSON lines with another program")
    )
    add_train(
        commands.add_parser("train", help="learn an opponent's weights by self-play")
    )
    return parser


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, choices=SEAT_COUNTS, default=4)
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument(
        "--policy",
        type=_policies,
        default="random",
        help="one policy for all players, or one per player, separated by commas "
        f"({', '.join(report.POLICIES)})",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.set_defaults(run=_simulate)


def _add_perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, choices=SEAT_COUNTS, default=2)
    parser.add_argument("--depth", type=positive, default=3)
    parser.set_defaults(run=_perft)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game's log, JSON lines")
    parser.add_argument("--at", type=positive, help="stop after this sequence")
    parser.add_argument("--json", action="store_true", help="the state as JSON")
    parser.set_defaults(run=_replay)


def _policies(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in report.POLICIES:
            known = ", ".join(report.POLICIES)
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {known}")
    return names


def _simulate(options: argparse.Namespace) -> str:
    seats, named = options.players, len(options.policy)
    if named not in (1, seats):
        raise Unusable(f"{named} policies were given for {seats} players")
    games = report.simulate(
        options.players, options.games, options.seed, options.policy
    )
    return report.games_json(games) if options.json else report.games_table(games)


def _perft(options: argparse.Namespace) -> str:
    if options.depth > DEEPEST_PERFT:
        raise Unusable(f"a depth over {DEEPEST_PERFT} would take days")
    return f"{perft(options.players, options.depth)}\n"


def _replay(options: argparse.Namespace) -> str:
    text = read_text(options.file)
    _require_whole_chain(text)
    events = load(text_of_events(text))
    if not isinstance(events[0], GameCreated):
        raise Unusable(f"{options.file} does not begin with GameCreated")
    if options.at is not None and options.at > len(events):
        raise Unusable(f"the log has {len(events)} events, not {options.at}")
    shown = events[: options.at]
    return report.position_json(shown) if options.json else report.position(shown)


def _transcript(options: argparse.Namespace) -> str:
    text = read_text(options.file)
    _require_whole_chain(text)
    wanted = Wanted(options.player, options.place, options.round, options.type)
    write = transcript_json if options.json else write_transcript
    return write(read_transcript_lines(text), wanted)


def _require_whole_chain(text: str) -> None:
    """Raise Refuted if a record's hashes do not fit its events; a log has too few."""
    if '"recorded_at":' not in text.partition("\n")[0]:
        return
    try:
        check_chain(read(text))
    except Wrong as wrong:
        sequence, reason = wrong.finding
        raise Refuted(
            f"Event {sequence} is wrong: {reason}. Use verify to find out more.\n"
        ) from wrong


if __name__ == "__main__":
    sys.exit(main())
