"""The engine's command line, for players and auditors; it needs no Django.

python -m stoneage_core simulate --players 4 --games 100 --seed 7
python -m stoneage_core simulate --players 2 --policy steward,random
python -m stoneage_core perft --players 2 --depth 3
python -m stoneage_core replay FILE --at 120
python -m stoneage_core verify FILE --head HASH --event 120
python -m stoneage_core verify FILE --seat 2 --nonce 5e1f... --words "seven seas"
python -m stoneage_core verify FILE --opponents
python -m stoneage_core verify FILE --origin RECORD
python -m stoneage_core match flint,steward --games 20
python -m stoneage_core engine --opponent Flint
python -m stoneage_core train all-round --seed 1
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from stoneage_core import report
from stoneage_core.audit import (
    DIGITS,
    Wrong,
    check_origin,
    head_in,
    in_words,
    is_salt_of,
    verify,
)
from stoneage_core.chance import NONCE_BYTES
from stoneage_core.errors import GameError
from stoneage_core.events import GameCreated
from stoneage_core.log import load
from stoneage_core.opponents import command_line
from stoneage_core.opponents.verification import tell_moves
from stoneage_core.perft import perft

DEEPEST_PERFT = 5


class Unusable(Exception):
    """What was asked for cannot be done; the message is one clear line."""


class Refuted(Exception):
    """A record does not hold; the message says where and why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run one command; return 0, 1 where a record was refuted, or 2 for a wrong call.
    """
    options = _parser().parse_args(arguments)
    try:
        sys.stdout.write(options.run(options))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough. Closed, the pipe is not flushed again at exit.
        with suppress(BrokenPipeError):
            sys.stdout.close()
    except Refuted as refuted:
        sys.stdout.write(str(refuted))
        return 1
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
    _add_verify(commands.add_parser("verify", help="check a whole game's record"))
    command_line.add_match(
        commands.add_parser("match", help="let opponents and bots play each other")
    )
    command_line.add_engine(
        commands.add_parser("engine", help="speak JSON lines with another program")
    )
    command_line.add_train(
        commands.add_parser("train", help="learn an opponent's weights by self-play")
    )
    return parser


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--games", type=_positive, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument(
        "--policy",
        type=_policies,
        default="random",
        help="who plays: one policy for all, or one for each player with commas "
        f"between ({', '.join(report.POLICIES)})",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.set_defaults(run=_simulate)


def _add_perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--depth", type=_positive, default=3)
    parser.set_defaults(run=_perft)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game's record, JSON lines")
    parser.add_argument(
        "--head",
        type=_head,
        metavar="HASH",
        help="the whole hash at the foot of a mail: is it in the chain?",
    )
    parser.add_argument(
        "--event",
        type=_positive,
        metavar="N",
        help="the number of the event in the same mail: is the hash its own?",
    )
    parser.add_argument(
        "--opponents",
        action="store_true",
        help="decide the moves of automatic players again; searching takes long",
    )
    parser.add_argument(
        "--origin",
        metavar="RECORD",
        help="of the game that this one goes on from: did it stand like that?",
    )
    pinch = parser.add_argument_group("whose salt it is, as their page shows it")
    pinch.add_argument("--seat", type=int, choices=(1, 2, 3, 4))
    pinch.add_argument("--nonce", type=_nonce, metavar="HEX")
    pinch.add_argument("--words", default="", help="what was typed, if anything")
    parser.set_defaults(run=_verify)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game's log, JSON lines")
    parser.add_argument("--at", type=_positive, help="stop after this sequence")
    parser.add_argument("--json", action="store_true", help="the state as JSON")
    parser.set_defaults(run=_replay)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not a positive number")
    return number


def _head(text: str) -> str:
    if head := head_in(text):
        return head
    english = (
        f"{text!r} is no hash: all {DIGITS} digits of the hash are needed, "
        "for two histories can be made whose hashes begin alike"
    )
    raise argparse.ArgumentTypeError(english)


def _nonce(text: str) -> bytes:
    with suppress(ValueError):
        nonce = bytes.fromhex(text)
        if len(nonce) == NONCE_BYTES:
            return nonce
    english = f"{text!r} is no nonce: it has {2 * NONCE_BYTES} digits of hex"
    raise argparse.ArgumentTypeError(english)


def _policies(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in report.POLICIES:
            known = ", ".join(report.POLICIES)
            raise argparse.ArgumentTypeError(f"{name!r} is none of {known}")
    return names


def _simulate(options: argparse.Namespace) -> str:
    seats, named = options.players, len(options.policy)
    if named not in (1, seats):
        raise Unusable(f"{named} policies do not seat {seats} players")
    games = report.simulate(
        options.players, options.games, options.seed, options.policy
    )
    return report.games_json(games) if options.json else report.games_table(games)


def _perft(options: argparse.Namespace) -> str:
    if options.depth > DEEPEST_PERFT:
        raise Unusable(f"a depth over {DEEPEST_PERFT} would take days")
    return f"{perft(options.players, options.depth)}\n"


def _replay(options: argparse.Namespace) -> str:
    events = load(_text(options.file))
    if not isinstance(events[0], GameCreated):
        raise Unusable(f"{options.file} does not begin with GameCreated")
    if options.at is not None and options.at > len(events):
        raise Unusable(f"the log has {len(events)} events, not {options.at}")
    shown = events[: options.at]
    return report.position_json(shown) if options.json else report.position(shown)


def _verify(options: argparse.Namespace) -> str:
    if options.event is not None and options.head is None:
        raise Unusable("--event needs the hash beside it, as --head")
    if (options.seat is None) != (options.nonce is None):
        raise Unusable("--seat and --nonce need each other")
    # A byte that is no text is not refused here: it is found, with its line.
    text = _bytes(options.file).decode("utf-8", "surrogateescape")
    verdict = verify(text, head=options.head, event=options.event)
    told = f"{in_words(verdict)}\n"
    if verdict.finding is not None:
        raise Refuted(told)
    if options.seat is not None:
        told += _salt(options, text)
    if options.origin is not None:
        told += _origin(options, text)
    return told + _opponents(text) if options.opponents else told


def _origin(options: argparse.Namespace, text: str) -> str:
    source = _bytes(options.origin).decode("utf-8", "surrogateescape")
    try:
        origin = check_origin(text, source)
    except Wrong as wrong:
        raise Refuted(f"The origin is wrong: {wrong}\n") from wrong
    return f"Game {origin.game} stood like that after event {origin.sequence}.\n"


def _opponents(text: str) -> str:
    holds, told = tell_moves(text)
    if not holds:
        raise Refuted(told)
    return told


def _salt(options: argparse.Namespace, text: str) -> str:
    if not is_salt_of(text, options.seat - 1, options.nonce, options.words):
        raise Refuted(f"The salt of seat {options.seat} was made of something else.\n")
    return f"The salt of seat {options.seat} was made of this nonce and these words.\n"


def _text(file: str) -> str:
    try:
        return _bytes(file).decode("utf-8")
    except UnicodeError as error:
        raise Unusable(f"cannot read {file}: {error}") from error


def _bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Unusable(f"cannot read {file}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
